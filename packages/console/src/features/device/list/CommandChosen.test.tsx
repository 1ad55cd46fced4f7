import { codes, devices, listViews, uploads } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { deviceOf, onePage } from '../../../../test/devices.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { useNotices } from '../../../kit/notify.ts'
import { ListSlots } from '../../../kit/list/slots.tsx'
import { wholeList } from '../../../../test/wholeList.ts'
import { DeviceList } from './DeviceList.tsx'

const [first, second] = [deviceOf(1), deviceOf(2, { lifecycle: 'STOCK' })]

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  useQuestion.setState({ asked: null })
  server = answerCalls()
  server.reply(devices.page, () => ({ ...onePage([first, second]), total: 150 }))
  server.reply(devices.supports, () => [])
  server.reply(listViews.list, () => ({ views: [], defaultId: null, look: null }))
  server.reply(uploads.rules, () => [])
  server.reply(devices.count, () => ({
    total: 150,
    online: 1,
    offline: 0,
    alarmed: 0,
    byLifecycle: {},
  }))
})
afterEach(cleanup)

/** The bar over the rows, with both rows of the page chosen. */
async function barOver() {
  show(
    <ListSlots value={wholeList}>
      <DeviceList />
    </ListSlots>,
  )
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Select all rows of this page' }),
  )
  const bar = within(await screen.findByRole('toolbar'))
  await bar.findByRole('button', { name: 'Reboot' })
  return bar
}

it('puts what takes terminals away at the end, with the other commands in front of it', async () => {
  const bar = await barOver()
  await bar.findByRole('button', { name: 'More commands for the chosen terminals' })
  const names = bar
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
  expect(names.slice(-3)).toEqual([
    'More commands for the chosen terminals',
    'Delete',
    expect.any(String),
  ])
  expect(names.indexOf('Copy')).toBeLessThan(names.indexOf('Delete'))
})

it('keeps rarer acts behind the three points, so that the bar stays one line', async () => {
  server.reply(devices.releaseMany, () => ({ count: 2, refused: [] }))
  const bar = await barOver()
  expect(bar.queryByRole('button', { name: 'Release for enrolment' })).toBeNull()
  await choose(bar, 'Release for enrolment')
  await answerQuestion(true)
  await waitFor(() => expect(server.of(devices.releaseMany)).toHaveLength(1))
  expect(server.of(devices.releaseMany)[0]?.body).toEqual({ ids })
})

async function choose(bar: Awaited<ReturnType<typeof barOver>>, name: string) {
  await userEvent.click(bar.getByRole('button', { name: 'More commands for the chosen terminals' }))
  const menu = await screen.findByRole('menu', { hidden: true })
  await userEvent.click(await within(menu).findByText(name))
}

const notices = () => useNotices.getState().list.map(({ text }) => text)
const ids = [first.id, second.id]

it('reboots the chosen terminals after a question, and says how many and which not', async () => {
  const refused = [{ id: second.id, name: second.sn, reason: 'Not in this state' }]
  server.reply(devices.rebootMany, () => ({ count: 1, refused }))
  const bar = await barOver()
  for (const agrees of [false, true]) {
    await userEvent.click(bar.getByRole('button', { name: 'Reboot' }))
    await waitFor(() =>
      expect(useQuestion.getState().asked).toMatchObject({ kind: 'dangerous', count: 2 }),
    )
    expect(server.of(devices.rebootMany)).toHaveLength(0)
    await answerQuestion(agrees)
  }
  await waitFor(() => expect(server.of(devices.rebootMany)).toHaveLength(1))
  expect(server.of(devices.rebootMany)[0]?.body).toEqual({ ids, ttlSeconds: 86_400 })
  await waitFor(() => expect(notices()).toHaveLength(2))
  expect(notices()[0]).toMatch(/^Reboot: given to one terminal\./)
  expect(notices()[1]).toContain('TEST-0002: Not in this state')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

it.each([
  ['Sync now', devices.syncMany],
  ['Locate', devices.locateMany],
] as const)('has %s behind the three points, which asks nothing for a few', async (name, call) => {
  server.reply(call, () => ({ count: 2, refused: [] }))
  await choose(await barOver(), name)
  await waitFor(() => expect(server.of(call)).toHaveLength(1))
  expect(server.of(call)[0]?.body).toEqual({ ids })
  await waitFor(() => expect(notices()[0]).toMatch(`${name}: given to 2 terminals.`))
})

it('asks before a command goes to all that match, with their number to be typed', async () => {
  server.reply(devices.syncMany, () => ({ count: 0, taskId: first.id }))
  const bar = await barOver()
  await userEvent.click(bar.getByRole('button', { name: 'Select all 150 that match' }))
  await choose(bar, 'Sync now')
  await waitFor(() =>
    expect(useQuestion.getState().asked).toMatchObject({ kind: 'ordinary', count: 150 }),
  )
  await answerQuestion(true)
  await waitFor(() => expect(server.of(devices.syncMany)).toHaveLength(1))
  expect(server.of(devices.syncMany)[0]?.body).toEqual({ matching: {}, count: 150 })
  await waitFor(() => expect(notices()[0]).toMatch(/in the background/))
})

it('asks again where others match by now, and goes to all of them with their number', async () => {
  const recount = refuse(codes.countChanged, 'By now 151 records match', { count: 151 })
  server.refuse(devices.rebootMany, recount)
  const bar = await barOver()
  await userEvent.click(bar.getByRole('button', { name: 'Select all 150 that match' }))
  for (const agrees of [false, true]) {
    await userEvent.click(bar.getByRole('button', { name: 'Reboot' }))
    await answerQuestion(true)
    await waitFor(() =>
      expect(useQuestion.getState().asked).toMatchObject({
        text: 'By now 151 records match',
        kind: 'dangerous',
        count: 151,
      }),
    )
    if (agrees) server.reply(devices.rebootMany, () => ({ count: 0, taskId: first.id }))
    await answerQuestion(agrees)
  }
  await waitFor(() => expect(notices()[0]).toMatch(/in the background/))
  expect(server.of(devices.rebootMany).map(({ body }) => body)).toMatchObject(
    [150, 150, 151].map((count) => ({ matching: {}, count })),
  )
})

it('sends them a message that is written in a dialog', async () => {
  server.reply(devices.messageMany, () => ({ count: 2, refused: [] }))
  const bar = await barOver()
  await userEvent.click(bar.getByRole('button', { name: 'Message' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Message to 2 terminals' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(dialog.getAllByText('Please fill this in')).toHaveLength(2)
  await userEvent.type(dialog.getByLabelText(/^Title/), 'Closing')
  await userEvent.type(dialog.getByLabelText(/^Text/), 'The office closes at six')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.of(devices.messageMany)).toHaveLength(1))
  expect(server.of(devices.messageMany)[0]?.body).toEqual({
    ids,
    args: {
      title: 'Closing',
      text: 'The office closes at six',
      mustRead: false,
      fileId: null,
      buttons: [],
    },
    ttlSeconds: 86_400,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notices()[0]).toMatch(/^Message: given to 2 terminals\./)
})

it('offers only the commands that the user may give', async () => {
  signInAs(['DEVICE_LIST', 'DEVICE_REBOOT'])
  const bar = await barOver()
  expect(bar.queryByRole('button', { name: 'Message' })).toBeNull()
  // Who may restart terminals may switch them off; nothing else.
  await userEvent.click(bar.getByRole('button', { name: /^More commands/ }))
  // Where nothing is laid out, a menu may stay hidden that a browser shows.
  const offered = await screen.findAllByRole('menuitem', { hidden: true })
  expect(offered.map((item) => item.textContent)).toEqual(['Dangerous'])
})
