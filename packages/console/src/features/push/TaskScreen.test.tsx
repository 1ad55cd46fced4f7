import { mqttTasks, paramPushes } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { onePage } from '../../../test/devices.ts'
import { listSpec } from '../../../test/listSpec.tsx'
import { menuItem } from '../../../test/menuItem.ts'
import { detailedPushOf, pushItemOf, pushOf } from '../../../test/pushes.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { useQuestion } from '../../kit/dialog/confirm.ts'
import { useSession } from '../../kit/session.ts'
import { pushAddress } from '../device/index.ts'
import { ParamPushList } from './ParamPushList.tsx'
import { TaskScreen } from './TaskScreen.tsx'

listSpec('tasks of terminals', { Screen: TaskScreen, page: mqttTasks.page })
listSpec('pushes of parameters', { Screen: ParamPushList, page: paramPushes.page })

beforeEach(prepareBrowser)
afterEach(cleanup)

const counts = { OPEN: 1, APPROVAL: 0, SCHEDULED: 0, RUNNING: 1, PAUSED: 0 }

function serve(pushes = [pushOf(1)]) {
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttTasks.page, () => onePage(pushes))
  server.reply(mqttTasks.count, () => counts)
  server.reply(mqttTasks.halts, () => [])
  return server
}

const menu = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  return (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent)
}

it('draws each part of a task as its share, and says it', async () => {
  serve()
  show(<TaskScreen />)
  expect(
    await screen.findByRole('img', {
      name: 'Done: 4; Under way: 1; Waiting: 2; Failed: 2; Left out: 1',
    }),
  ).toBeTruthy()
  expect(await screen.findByText('44%')).toBeTruthy()
})

it.each([
  ['RUNNING', ['Pause', 'Retry what failed', 'Copy to a new task', 'Change the pace', 'Stop']],
  ['PAUSED', ['Resume', 'Retry what failed', 'Copy to a new task', 'Change the pace', 'Stop']],
  ['APPROVAL', ['Approve', 'Take back', 'Copy to a new task', 'Change the pace', 'Refuse', 'Stop']],
  ['FINISHED', ['Copy to a new task']],
  ['EXPIRED', ['Retry what failed', 'Copy to a new task']],
] as const)('offers what may be done with one that is %s', async (state, expected) => {
  serve([pushOf(1, { state, failed: state === 'FINISHED' ? 0 : 2 })])
  show(<TaskScreen />)
  expect(await menu()).toEqual(expected)
})

it('offers no other try of what no second person has let go, and a change of what has not begun', async () => {
  const stopped = { state: 'STOPPED', needsApproval: true, cancelled: 2 } as const
  serve([pushOf(1, stopped)])
  show(<TaskScreen />)
  expect(await menu()).toEqual(['Copy to a new task'])
  cleanup()
  serve([pushOf(1, { state: 'SCHEDULED', isEditable: true, size: 0, failed: 0 })])
  show(<TaskScreen />)
  expect(await menu()).toEqual([
    'Take back',
    'Pause',
    'Change before it begins',
    'Copy to a new task',
    'Change the pace',
    'Stop',
  ])
})

it('says when a task began that was to begin at once, and how many a recurring one names', async () => {
  const waiting = { state: 'APPROVAL', expandedAt: null, title: 'Waits' } as const
  const round = { cron: '0 3 * * 1', zone: 'UTC', startsAt: '2026-03-02T03:00:00.000Z' } as const
  const named = { targetKind: 'sns', targetName: null, size: 0, named: 14 } as const
  const ended = { state: 'FINISHED', endedAt: '2026-01-01T01:00:00.000Z', title: 'Over' } as const
  serve([pushOf(1, waiting), pushOf(2, ended), pushOf(3, { title: 'Round', ...round, ...named })])
  show(<TaskScreen />)
  const rowOf = async (title: string) =>
    (await screen.findByText(title)).closest('tr')?.textContent ?? ''
  expect(await rowOf('Waits')).toContain('At once')
  expect(await rowOf('Over')).not.toContain('At once')
  expect(await rowOf('Round')).toContain('Serial numbers 14')
})

it('says above a change which task it is, by its kind and its title', async () => {
  const server = serve([pushOf(1, { state: 'SCHEDULED', isEditable: true })])
  server.reply(mqttTasks.detail, () => detailedPushOf(1, { title: 'Shop check' }))
  show(<TaskScreen />)
  await menu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Change before it begins', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByText('Shop check')).parentElement?.textContent).toMatch(/Shop check$/)
})

it('counts down while one can be taken back', async () => {
  serve([pushOf(1, { graceUntil: new Date(Date.now() + 60_000).toISOString() })])
  show(<TaskScreen />)
  expect((await menu())[0]).toMatch(/^Take back \(\d+ s\)$/)
})

it('shows the seconds left and the way back as long as there is one', async () => {
  const graceUntil = new Date(Date.now() + 60_000).toISOString()
  const server = serve([])
  server.reply(mqttTasks.detail, () => detailedPushOf(1, { graceUntil }))
  server.reply(mqttTasks.items, () => onePage([]))
  server.reply(mqttTasks.errors, () => [])
  server.reply(mqttTasks.takeBack, () => pushOf(1, { state: 'STOPPED' }))
  show(<TaskScreen />, { push: pushOf(1).id })
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole('timer')).textContent).toMatch(/^\d+ seconds left$/)
  fireEvent.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(server.of(mqttTasks.takeBack)).toHaveLength(1))
})

it('gives the focus back to the button of a form that goes away', async () => {
  serve()
  show(<TaskScreen />)
  const add = await screen.findByRole('button', { name: 'New task' })
  add.focus()
  fireEvent.click(add)
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(add))
})

it('stops one with a reason', async () => {
  const server = serve()
  server.reply(mqttTasks.stop, () => pushOf(1, { state: 'STOPPED' }))
  show(<TaskScreen />)
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Stop', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText(/Reason/), 'wrong text')
  fireEvent.click(dialog.getByRole('button', { name: 'Stop' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.stop)).toMatchObject([{ body: { reason: 'wrong text' } }]),
  )
})

it('refuses one that waits for a second person, with a reason', async () => {
  const server = serve([pushOf(1, { state: 'APPROVAL' })])
  server.reply(mqttTasks.reject, () => pushOf(1, { state: 'STOPPED' }))
  show(<TaskScreen />)
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Refuse', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText(/Reason/), 'not today')
  fireEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.reject)).toMatchObject([{ body: { reason: 'not today' } }]),
  )
})

it('says who refused one and why, and leads from a run to its task and from a task to its runs', async () => {
  const server = serve([])
  const menu = [menuItem('/mqtt/task', { frontComponent: 'MQTT_TASK' })]
  const refused = {
    state: 'STOPPED',
    reason: 'not today',
    rejectedAt: pushOf(1).createdAt,
    rejectedBy: 'Omar',
    cron: '0 3 * * *',
    zone: 'UTC',
    parentId: pushOf(2).id,
    parentNo: 'TK-PARENT',
  } as const
  server.reply(mqttTasks.detail, () => detailedPushOf(1, refused))
  server.reply(mqttTasks.items, () => onePage([]))
  server.reply(mqttTasks.errors, () => [])
  useSession.setState({ menu })
  show(<TaskScreen />, { push: pushOf(1).id })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Omar refused it: not today')).toBeTruthy()
  const parent = dialog.getByRole('link', { name: 'TK-PARENT' })
  expect(parent.getAttribute('href')).toContain(`push=${pushOf(2).id}`)
  const runs = dialog.getByRole('link', { name: 'Show its runs' })
  expect(runs.getAttribute('href')).toContain(`parentId=${pushOf(1).id}`)
})

it('changes the pace of one that is under way', async () => {
  const server = serve([pushOf(1, { ratePerMinute: 30 })])
  server.reply(mqttTasks.setRate, () => pushOf(1, { ratePerMinute: 90 }))
  show(<TaskScreen />)
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Change the pace', hidden: true }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByLabelText(/Terminals a minute/)
  expect(field).toHaveProperty('value', '30')
  await userEvent.clear(field)
  await userEvent.type(field, '90')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.setRate)).toMatchObject([{ body: { ratePerMinute: 90 } }]),
  )
})

it('says that all sending is halted, and lets it go on', async () => {
  const server = serve()
  const halt = {
    id: pushOf(9).id,
    orgId: null,
    orgName: null,
    reason: 'Eid',
    createdAt: pushOf(1).createdAt,
    createdBy: 'Layla',
  }
  server.reply(mqttTasks.halts, () => [halt])
  server.reply(mqttTasks.lift, () => null)
  show(<TaskScreen />)
  expect((await screen.findByRole('alert')).textContent).toContain('Eid')
  fireEvent.click(screen.getByRole('button', { name: 'Let it go on' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(mqttTasks.lift)).toHaveLength(1))
})

it('halts all sending only when the word was typed', async () => {
  const server = serve()
  server.reply(mqttTasks.halt, () => ({ id: pushOf(9).id }))
  show(<TaskScreen />)
  fireEvent.click(await screen.findByRole('button', { name: 'Halt all sending' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(await dialog.findByLabelText(/Reason/), 'Eid')
  fireEvent.click(dialog.getByRole('button', { name: 'Halt all sending' }))
  expect(server.of(mqttTasks.halt)).toEqual([])
  await userEvent.type(dialog.getByLabelText(/Type “halt”/), 'halt')
  fireEvent.click(dialog.getByRole('button', { name: 'Halt all sending' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.halt)).toMatchObject([{ body: { orgId: null, reason: 'Eid' } }]),
  )
})

it('opens the task that the address names, with what helps and another try', async () => {
  const server = serve()
  server.reply(mqttTasks.detail, () => detailedPushOf(1))
  server.reply(mqttTasks.errors, () => [{ state: 'REFUSED', code: 'C404', count: 2 }])
  server.reply(mqttTasks.items, () => onePage([pushItemOf(1)]))
  server.reply(mqttTasks.retry, () => ({ count: 2 }))
  server.reply(mqttTasks.exclude, () => ({ count: 1 }))
  useSession.setState({ menu: [menuItem('/mqtt/log', { frontComponent: 'MQTT_LOG' })] })
  show(<TaskScreen />, { push: pushOf(1).id })
  const dialog = within(await screen.findByRole('dialog'))
  const messages = await dialog.findByRole('link', { name: 'Its messages' })
  expect(messages.getAttribute('href')).toContain(`#/mqtt/log?correlationId=${pushItemOf(1).id}&`)
  useSession.setState({ menu: [] })
  expect(await dialog.findByText(/^4 of 9 are done, 3 to go, 2 failed/)).toBeTruthy()
  expect(await dialog.findByText('Try again when it is idle')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Retry these' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.retry)).toMatchObject([{ body: { code: 'C404' } }]),
  )
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Select TEST-0001' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.retry).at(-1)).toMatchObject({ body: { ids: [pushItemOf(1).id] } }),
  )
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Select TEST-0001' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Take out' }))
  await waitFor(() =>
    expect(server.of(mqttTasks.exclude)).toMatchObject([{ body: { ids: [pushItemOf(1).id] } }]),
  )
  fireEvent.click(dialog.getByRole('button', { name: /Refused/ }))
  await waitFor(() => expect(server.of(mqttTasks.items).at(-1)?.query['state']).toBe('REFUSED'))
})

it('steers pushes of parameters, which nobody gives by hand', async () => {
  signInAs('all')
  const server = answerCalls()
  const push = pushOf(1, { kind: 'PARAM', title: 'Pay: shop', package: 'com.example.pay' })
  server.reply(paramPushes.page, () => onePage([push]))
  server.reply(paramPushes.count, () => counts)
  server.reply(mqttTasks.halts, () => [])
  server.reply(paramPushes.detail, () => ({
    ...detailedPushOf(1, push),
    args: { pkg: 'com.example.pay', opt: { restart: true }, gate: { appId: 'a' } },
  }))
  server.reply(paramPushes.errors, () => [])
  server.reply(paramPushes.items, () => onePage([]))
  server.reply(paramPushes.pause, () => push)
  show(<ParamPushList />, { tab: 'pushes', push: push.id })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Restart the application')).toBeTruthy()
  expect(dialog.queryByText(/gate/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: /More actions/ }))
  const offered = await screen.findAllByRole('menuitem', { hidden: true })
  expect(offered.map((item) => item.textContent)).toEqual([
    'Pause',
    'Retry what failed',
    'Change the pace',
    'Stop',
  ])
  fireEvent.click(offered[0] ?? document.body)
  await waitFor(() => expect(server.of(paramPushes.pause)).toHaveLength(1))
})

it('knows in which list a push of each kind stands', () => {
  const menu = [
    menuItem('/mqtt/task', { frontComponent: 'MQTT_TASK' }),
    menuItem('/param/log', { frontComponent: 'PARAM_LOG' }),
  ]
  expect(pushAddress(menu, { kind: 'PARAM', id: 'x' })).toBe('/param/log?tab=pushes&push=x')
  expect(pushAddress(menu, { kind: 'REBOOT', id: 'x' })).toBe('/mqtt/task?push=x')
  expect(pushAddress(menu, { kind: 'APP_INSTALL', id: 'x' })).toBeNull()
})

it('tells whoever approves for how many it would be now, though none of them is written down', async () => {
  const waiting = { state: 'APPROVAL', size: 0, needsApproval: true, expandedAt: null } as const
  const server = serve([pushOf(1, waiting)])
  server.reply(mqttTasks.detail, () =>
    detailedPushOf(1, { ...waiting, meant: { count: 5000, capped: false } }),
  )
  show(<TaskScreen />)
  await menu()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Approve', hidden: true }))
  await waitFor(() =>
    expect(useQuestion.getState().asked).toMatchObject({
      count: 5000,
      text: expect.stringMatching(/leaves for 5,?000 terminals as soon as/),
    }),
  )
  await answerQuestion(false)
})
