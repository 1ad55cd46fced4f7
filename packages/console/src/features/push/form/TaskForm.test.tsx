import { codes, devices, mqttTasks } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { detailedPushOf, pushOf } from '../../../../test/pushes.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { editStart, type PushStart } from './pushStart.ts'
import { startOf } from './taskStart.ts'
import { TaskForm } from './TaskForm.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const nothing = () => undefined

async function open(record: PushStart | null = null) {
  show(<TaskForm dialog={{ isOpen: true, record, open: nothing, close: nothing }} />)
  return within(await screen.findByRole('dialog'))
}

type Dialog = Awaited<ReturnType<typeof open>>

const choose = (dialog: Dialog, name: RegExp, value: string) =>
  fireEvent.change(dialog.getByRole('combobox', { name }), { target: { value } })
const check = (dialog: Dialog) =>
  fireEvent.click(dialog.getByRole('button', { name: 'Check whom it reaches' }))

const preview = {
  total: 3,
  given: 2,
  leftOut: [],
  next: [],
  unknown: { count: 0, examples: [] },
  capped: false,
  needsApproval: false,
}

it('tells the lines that are no serial numbers, and what is missing', async () => {
  signInAs('all')
  const server = answerCalls()
  const dialog = await open()
  fireEvent.change(dialog.getByLabelText(/Serial numbers/), { target: { value: 'TEST-0001\nx!' } })
  check(dialog)
  expect(await dialog.findByText('No serial number, by place: 2: X!')).toBeTruthy()
  expect(dialog.getByText('Please fill this in')).toBeTruthy()
  expect(server.asked).toEqual([])
})

it('shows whom it would reach, and gives it', async () => {
  signInAs('all')
  const server = answerCalls()
  const leftOut = [{ code: 'S608', count: 1, examples: ['TEST-0003'] }]
  server.reply(mqttTasks.precheck, () => ({ ...preview, leftOut, needsApproval: true }))
  server.reply(mqttTasks.add, () => pushOf(1))
  const dialog = await open()
  choose(dialog, /^What/, 'MESSAGE')
  await userEvent.type(dialog.getByLabelText(/Heading|Title \*/), 'Hello')
  await userEvent.type(dialog.getByLabelText(/Text/), 'Good morning')
  fireEvent.change(dialog.getByLabelText(/Serial numbers/), {
    target: { value: 'test-0001\nTEST-0002\nTEST-0003' },
  })
  fireEvent.change(dialog.getByLabelText(/Buttons to answer by/), { target: { value: 'Thanks' } })
  await userEvent.type(dialog.getByLabelText(/Terminals a minute/), '30')
  check(dialog)
  expect(await dialog.findByText('It reaches 2 of 3 terminals.')).toBeTruthy()
  expect(dialog.getByText('The terminal is disabled')).toBeTruthy()
  expect(dialog.getByText('A second person has to approve it')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Give it to 2 terminals' }))
  await waitFor(() => expect(server.of(mqttTasks.add)).toHaveLength(1))
  expect(server.of(mqttTasks.add)[0]?.body).toMatchObject({
    want: {
      cmd: 'MESSAGE',
      args: { title: 'Hello', text: 'Good morning', mustRead: false, buttons: ['Thanks'] },
    },
    targets: { sns: ['TEST-0001', 'TEST-0002', 'TEST-0003'] },
    options: { ratePerMinute: 30 },
  })
})

it('tells of unknown serial numbers, and leaves them out only after a yes', async () => {
  signInAs('all')
  const server = answerCalls()
  const unknown = { count: 1, examples: ['TEST-9999'] }
  server.reply(mqttTasks.precheck, () => ({ ...preview, unknown }))
  server.reply(mqttTasks.add, () => pushOf(1))
  const dialog = await open({
    values: { cmd: 'LOCATE', way: 'sns', sns: ['TEST-0001, TEST-9999'] },
  })
  check(dialog)
  const give = await dialog.findByRole('button', { name: /Give it/ })
  expect(give).toHaveProperty('disabled', true)
  expect(dialog.getByRole('alert').textContent).toContain('TEST-9999')
  await userEvent.click(dialog.getByLabelText(/Give it to the others/))
  await userEvent.click(give)
  await waitFor(() => expect(server.of(mqttTasks.add)).toHaveLength(1))
  expect(server.of(mqttTasks.add)[0]?.body).toMatchObject({
    targets: { sns: ['TEST-0001', 'TEST-9999'] },
    skipUnknown: true,
  })
})

it('gives many the password of a network, which no copy takes over and no template keeps', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttTasks.precheck, () => preview)
  const wifi = { ssid: 'Office', security: 'WPA2' }
  const push = detailedPushOf(1, {
    kind: 'SET_WIFI',
    args: { ...wifi, password: '***' },
    targetKind: 'ids',
    targets: { ids: [pushOf(1).id] },
  })
  const dialog = await open(startOf(push))
  const password = dialog.getByLabelText(/^Password/)
  expect(password).toHaveProperty('value', '')
  expect(dialog.queryByRole('button', { name: /template/ })).toBeNull()
  await userEvent.type(password, 'nobody reads it')
  check(dialog)
  await waitFor(() => expect(server.of(mqttTasks.precheck)).toHaveLength(1))
  expect(server.of(mqttTasks.precheck)[0]?.body).toMatchObject({
    want: { cmd: 'SET_WIFI', args: { ...wifi, password: 'nobody reads it' } },
  })
})

it('gives what comes round in words, by the clock of a zone', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttTasks.precheck, () => preview)
  const values = { cmd: 'LOCATE', way: 'ids', ids: [pushOf(1).id], when: 'cron' }
  const round = { rhythm: 'weekly', roundAt: '22:30', weekdays: ['1', '7'], zone: 'Asia/Baghdad' }
  const dialog = await open({ values: { ...values, ...round } })
  expect(await dialog.findByText(/by the clock of Asia\/Baghdad/)).toBeTruthy()
  check(dialog)
  await waitFor(() =>
    expect(server.of(mqttTasks.precheck)[0]?.body).toMatchObject({
      cron: '30 22 * * 1,0',
      options: { zone: 'Asia/Baghdad' },
    }),
  )
})

it('is for terminals that are picked one by one', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(devices.list, () => [{ id: pushOf(1).id, name: 'TEST-0001', code: null }])
  server.reply(mqttTasks.precheck, () => preview)
  const dialog = await open({ values: { cmd: 'LOCATE' } })
  choose(dialog, /^Given as/, 'ids')
  const picker = await dialog.findByLabelText(/^Chosen terminals/, {
    selector: 'input:not([readonly])',
  })
  await userEvent.type(picker, '0001')
  await userEvent.click(await screen.findByText('TEST-0001'))
  check(dialog)
  await waitFor(() =>
    expect(server.of(mqttTasks.precheck)[0]?.body).toMatchObject({
      targets: { ids: [pushOf(1).id] },
    }),
  )
})

it('asks for the number of many', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttTasks.precheck, () => ({ ...preview, total: 120, given: 120 }))
  const dialog = await open({ values: { cmd: 'LOCATE', way: 'ids', ids: [pushOf(1).id] } })
  check(dialog)
  const give = await dialog.findByRole('button', { name: 'Give it to 120 terminals' })
  expect(give).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByLabelText(/Type 120/), '120')
  expect(give).toHaveProperty('disabled', false)
})

it('says what the server refuses at its field', async () => {
  signInAs('all')
  const server = answerCalls()
  const fields = [{ field: 'targets.sns', message: 'Line 1 is unknown' }]
  server.refuse(mqttTasks.precheck, refuse(codes.badRequest, 'Some values', { fields }))
  const dialog = await open()
  choose(dialog, /^What/, 'LOCATE')
  fireEvent.change(dialog.getByLabelText(/Serial numbers/), { target: { value: 'TEST-0001' } })
  check(dialog)
  expect(await dialog.findByText('Line 1 is unknown')).toBeTruthy()
})

it('begins the copy of a task as it was given', () => {
  const window = { from: '22:00', until: '05:00', days: [1, 2] }
  const push = detailedPushOf(1, {
    kind: 'REBOOT',
    args: { delay: 60 },
    cron: '0 3 * * 1',
    zone: 'Asia/Baghdad',
    options: { retries: 2, needOnline: true, notify: false, window, zone: 'Asia/Baghdad' },
  })
  expect(startOf(push).values).toMatchObject({
    cmd: 'REBOOT',
    arg_delay: 60,
    way: 'groupId',
    when: 'cron',
    rhythm: 'weekly',
    roundAt: '03:00',
    weekdays: ['1'],
    hasHours: true,
    days: ['1', '2'],
    retries: 2,
    needOnline: true,
    zone: 'Asia/Baghdad',
  })
})

it('changes a task that has not begun: when, for whom and how, and not what', async () => {
  signInAs('all')
  const server = answerCalls()
  const startsAt = '2030-01-01T00:00:00.000Z'
  const targets = { sns: ['TEST-0001'] }
  const before = { targetKind: 'sns', targets, startsAt, state: 'SCHEDULED' } as const
  server.reply(mqttTasks.precheckUpdate, () => preview)
  server.reply(mqttTasks.update, () => pushOf(1, { state: 'SCHEDULED' }))
  const push = detailedPushOf(1, { ...before, kind: 'WIPE', ttlSeconds: 7200, version: 4 })
  const { values, edits } = editStart(push)
  const dialog = await open({ values: { cmd: 'WIPE', ...values }, edits })
  expect(dialog.queryByRole('combobox', { name: /^What/ })).toBeNull()
  await userEvent.type(dialog.getByLabelText(/Terminals a minute/), '30')
  check(dialog)
  fireEvent.click(await dialog.findByRole('button', { name: 'Save it for 2 terminals' }))
  await waitFor(() => expect(server.of(mqttTasks.update)).toHaveLength(1))
  expect(server.of(mqttTasks.update)[0]).toMatchObject({
    body: { targets, startsAt, ttlSeconds: 7200, version: 4, options: { ratePerMinute: 30 } },
  })
})
