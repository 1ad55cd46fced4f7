import {
  type DetailedDevice,
  type DeviceConfiguration,
  deviceLife,
  devices,
  type Health,
  type JudgedWish,
  groups,
  orgApks,
  type Place,
  policyApps,
  type TaskItem,
} from '@muster/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { deviceOf, onePage, taskOf } from '../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useLive } from '../../../kit/live.ts'
import { askCommand, useAskedCommand } from '../command/askedCommand.ts'
import { DeviceDetail } from './DeviceDetail.tsx'

const now = () => new Date().toISOString()
const longAgo = '2026-01-01T00:00:00.000Z'

let server: ReturnType<typeof answerCalls>
let device: DetailedDevice
let tasks: TaskItem[]

const configuration: DeviceConfiguration = {
  wanted: {
    rev: 1007,
    heartbeatSeconds: 45,
    timeZone: 'Asia/Baghdad',
    endpoints: [{ kind: 'MQTT', url: 'mqtts://basra.test', weight: 100, region: 'South' }],
  },
  appliedRev: 1003,
  state: 'DRIFT',
  endpoint: 'mqtt://old.test',
}

const places: Place[] = [
  { at: longAgo, latitude: 33.30001, longitude: 44.4, accuracy: 12, source: 'GPS' },
]

/** Opens the page of the terminal. */
function openPage(query: Readonly<Record<string, string>> = {}) {
  return show(<DeviceDetail />, query, { id: device.id })
}

const report = (kind: string, reportedAt: string, document = {}) => ({ kind, reportedAt, document })

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useLive.setState({ isOpen: true })
  useAskedCommand.setState({ asked: null })
  const beat = { freeMb: 2048, temperature: 31.5, uptimeSeconds: 7200 }
  device = { ...deviceOf(1), ...beat, warrantyWarningDays: 30 }
  tasks = []
  server = answerCalls()
  server.reply(devices.detail, () => device)
  server.reply(devices.tasks, () => onePage(tasks))
  server.reply(devices.snapshots, () => [report('info', now())])
  server.reply(devices.connectivity, () => ({ from: longAgo, until: now(), connections: [] }))
  server.reply(devices.configuration, () => configuration)
  server.reply(devices.locations, () => places)
  server.reply(devices.command, () => taskOf(1))
  server.reply(deviceLife.health, () => ({ score: 100, reasons: [], lastMove: null }))
  server.reply(deviceLife.why, () => [])
  server.reply(deviceLife.timeline, () => ({ steps: [], next: null }))
  server.reply(groups.page, () => onePage([]))
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

describe('opening the page', () => {
  it('asks a terminal for news when its report is old', async () => {
    server.reply(devices.snapshots, () => [report('info', longAgo)])
    openPage()
    await waitFor(() => expect(server.of(devices.command)).toHaveLength(1))
    expect(server.of(devices.command)[0]?.body).toEqual({ cmd: 'SYNC', ttlSeconds: 600 })
  })

  it.each([
    ['its report is fresh', {}, 'all', now()],
    ['it is offline', { presence: 'OFFLINE' }, 'all', longAgo],
    ['its life cycle forbids it', { lifecycle: 'STOCK' }, 'all', longAgo],
    ['the user may not', {}, ['DEVICE_DETAIL'], longAgo],
  ] as const)('asks nothing when %s', async (_, change, codes, reportedAt) => {
    device = { ...device, ...change }
    signInAs(codes)
    server.reply(devices.snapshots, () => [report('info', reportedAt)])
    openPage()
    await screen.findByText('Nothing has happened to it yet.')
    expect(server.of(devices.command)).toEqual([])
  })
})

describe('a command that was asked for in the search dialog', () => {
  it('asks what its button asks, once', async () => {
    askCommand({ deviceId: device.id, cmd: 'REBOOT' })
    openPage()
    await screen.findByRole('dialog', { name: 'Reboot TEST-0001' })
    expect(useAskedCommand.getState().asked).toBeNull()
    expect(server.of(devices.command)).toEqual([])
  })

  it('is sent at once where its button sends it', async () => {
    openPage()
    await screen.findByRole('button', { name: 'Locate' })
    act(() => askCommand({ deviceId: device.id, cmd: 'LOCATE' }))
    await waitFor(() => expect(server.of(devices.command)[0]?.body).toEqual({ cmd: 'LOCATE' }))
  })

  it.each([
    ['its state forbids it', { lifecycle: 'STOCK' }, 'all'],
    ['the user may not', {}, ['DEVICE_DETAIL']],
    ['it is another terminal', { id: '019a0000-0000-7000-8000-000000000999' }, 'all'],
  ] as const)('does nothing where %s', async (_, change, codes) => {
    askCommand({ deviceId: device.id, cmd: 'REBOOT' })
    device = { ...device, ...change }
    signInAs(codes)
    openPage()
    await screen.findByText('Nothing has happened to it yet.')
    expect(screen.queryByRole('dialog', { name: /Reboot/ })).toBeNull()
  })
})

describe('the tasks', () => {
  const steps = () =>
    within(screen.getByRole('list', { name: 'Steps of Reboot' }))
      .getAllByRole('listitem')
      .map((step) => step.dataset['state'])

  it('show a command as soon as it is sent, without reloading', async () => {
    openPage({ tab: 'tasks' })
    await screen.findByText('Nothing was asked of this terminal yet')
    await userEvent.click(screen.getByRole('button', { name: 'Reboot' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reboot TEST-0001' }))
    tasks = [taskOf(1)]
    await userEvent.click(dialog.getByRole('button', { name: 'Reboot' }))
    await screen.findByRole('list', { name: 'Steps of Reboot' })
    expect(steps()).toEqual(['now', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead'])
  })

  it('say why a command failed, in words and by code', async () => {
    const at = '2026-01-01T00:00:05.000Z'
    const taken = { publishedAt: at, deliveredAt: at, ackedAt: at, endedAt: at }
    tasks = [
      taskOf(1, {
        ...taken,
        state: 'FAILED',
        code: 'C404',
        message: 'sale in progress',
        attempt: 2,
        staleReports: 3,
      }),
    ]
    openPage({ tab: 'tasks' })
    await screen.findByText(/The terminal is busy/)
    screen.getByText('C404')
    screen.getByText('sale in progress')
    screen.getByText('Attempt 2')
    screen.getByText(/late or repeated answers.*: 3/i)
    screen.getByText('Applied: no')
    expect(steps()).toEqual(['done', 'done', 'done', 'done', 'skipped', 'bad'])
  })

  it('are asked about every five seconds while the live stream is down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    useLive.setState({ isOpen: false })
    tasks = [taskOf(1)]
    openPage({ tab: 'tasks' })
    await screen.findByText(/live stream is down/)
    tasks = [taskOf(1, { state: 'SUCCESS', percent: 100, endedAt: now() })]
    await vi.advanceTimersByTimeAsync(5000)
    await waitFor(() => expect(steps().at(-1)).toBe('good'))
    expect(screen.queryByText(/live stream is down/)).toBeNull()
    const asked = server.of(devices.tasks).length
    await vi.advanceTimersByTimeAsync(11_000)
    expect(server.of(devices.tasks)).toHaveLength(asked)
  })
})

describe('the hardware', () => {
  it('shows known members with labels and unknown ones plainly', async () => {
    server.reply(devices.snapshots, () => [
      report('info', now(), {
        os: 'Android 13',
        storageMb: 16_384,
        isTampered: true,
        fans: { left: 2 },
      }),
    ])
    openPage({ tab: 'hardware' })
    const labelled = async (name: string) =>
      (await screen.findByText(name)).parentElement?.textContent
    expect(await labelled('Operating system')).toBe('Operating systemAndroid 13')
    expect(await labelled('Storage')).toBe('Storage16 GB')
    expect(await labelled('Tampered with')).toBe('Tampered withYes')
    expect(await labelled('fans')).toBe('fansleft 2')
    expect(screen.getAllByText(/has reported nothing of this yet/)).toHaveLength(2)
  })
})

it('tells of connections as a picture and as a table', async () => {
  const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString()
  server.reply(devices.connectivity, () => ({
    from: hour(0),
    until: hour(24),
    connections: [
      { connectedAt: hour(0), disconnectedAt: hour(6), ip: '10.0.0.1', reason: 'keepAlive' },
      { connectedAt: hour(12), disconnectedAt: null, ip: '10.0.0.2', reason: null },
    ],
  }))
  openPage({ tab: 'connectivity' })
  await screen.findByRole('img', { name: 'Online 75% of the last 24 hours; reconnects: 1' })
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('still connected')
  expect(rows[2]?.textContent).toContain('The connection fell silent')
})

it('shows what the terminal is told, and whether it is in force', async () => {
  openPage()
  const panel = within(await screen.findByRole('region', { name: 'Settings' }))
  await panel.findByText('Not yet in force')
  expect(panel.getByText('1,003, should be 1,007')).toBeDefined()
  expect(panel.getByText('mqtts://basra.test').closest('li')?.textContent).toContain('South')
  expect(panel.getByText('mqtt://old.test')).toBeDefined()
})

it.each([
  [30, null],
  [60, 'Ends soon'],
])(
  'warns of the end of a warranty %i days before it, as the server says',
  async (days, warning) => {
    const warrantyEnd = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10)
    device = { ...device, warrantyEnd, warrantyWarningDays: days }
    openPage()
    const label = await screen.findByText('Warranty until')
    expect(within(label.parentElement ?? label).queryByText('Ends soon')?.textContent ?? null).toBe(
      warning,
    )
  },
)

describe('the enrolment', () => {
  it('that was refused is shown, and the release of the terminal', async () => {
    device = { ...device, enrolmentRefusedAt: longAgo, releasedUntil: now() }
    openPage()
    const refused = await screen.findByText('Enrolment refused at')
    expect(refused.parentElement?.querySelector('time')?.dateTime).toBe(longAgo)
    screen.getByText('Released for enrolment until')
  })

  it.each([
    ['offered to who may release', 'all', 1],
    ['hidden from anybody else', ['DEVICE_DETAIL', 'DEVICE_EDIT'], 0],
  ] as const)('is %s', async (_, codes, count) => {
    signInAs(codes)
    openPage()
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for TEST-0001' }))
    await screen.findByRole('menuitem', { name: 'Edit', hidden: true })
    const items = screen.queryAllByRole('menuitem', { name: /^Release/, hidden: true })
    expect(items).toHaveLength(count)
    expect(screen.queryByText('Enrolment refused at')).toBeNull()
  })
})

it('shows where the terminal was', async () => {
  openPage({ tab: 'connectivity' })
  const group = within(await screen.findByRole('group', { name: 'Where it was' }))
  expect(group.getByText(/33\.30001/)).toBeDefined()
  expect(group.getByText('GPS')).toBeDefined()
})

it('says in one sentence what ails it, with what cures it, and what was done with it last', async () => {
  device = { ...device, lifecycle: 'SUSPENDED' }
  const health: Health = {
    score: 25,
    reasons: [
      { ailment: 'NOT_IN_SERVICE', cure: 'MOVE_ON', value: 'SUSPENDED', at: null },
      { ailment: 'BATTERY_LOW', cure: 'CHARGE', value: '9', at: longAgo },
    ],
    lastMove: {
      event: 'SUSPEND',
      at: longAgo,
      by: 'dana',
      reason: 'Rebuilding',
      isLocking: false,
      other: null,
    },
  }
  server.reply(deviceLife.health, () => health)
  openPage()
  await screen.findByText('In trouble: it is not in service (Suspended) (+1)')
  expect(screen.getByText(/What helps: Charge it/)).toBeDefined()
  expect(screen.getByText(/Suspend on.*by dana: Rebuilding/)).toBeDefined()
})

it('leads from an ailment to what cures it, where the console can do it', async () => {
  device = { ...device, lifecycle: 'SUSPENDED' }
  const at = null
  const health: Health = {
    score: 25,
    reasons: [
      { ailment: 'TAMPERED', cure: 'INSPECT', value: null, at },
      { ailment: 'NOT_IN_SERVICE', cure: 'MOVE_ON', value: 'SUSPENDED', at },
      { ailment: 'BATTERY_LOW', cure: 'CHARGE', value: '9', at },
    ],
    lastMove: null,
  }
  server.reply(deviceLife.health, () => health)
  openPage()
  const inspect = await screen.findByRole('link', { name: 'Inspect it' })
  expect(inspect.getAttribute('href')).toBe(`#/device/detail/${device.id}?tab=hardware`)
  expect(screen.queryByRole('button', { name: 'Charge it' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Bring it back into service' }))
  await screen.findByRole('dialog', { name: /Resume/ })
})

it('says which alarms are open, and leads to them', async () => {
  const value = 'FENCE, UNAUTHORISED_CONTACT'
  server.reply(deviceLife.health, () => ({
    score: 60,
    reasons: [{ ailment: 'ALARM_GRAVE' as const, cure: 'SEE_ALARMS' as const, value, at: longAgo }],
    lastMove: null,
  }))
  openPage()
  await screen.findByText(
    /^Not quite well: grave alarms are open .*Left its area.*, .*Contact of a terminal that is out/,
  )
  expect(screen.getAllByText(/grave alarms are open/)).toHaveLength(1)
  const link = screen.getByRole('link', { name: 'Look at its alarms' })
  expect(link.getAttribute('href')).toBe(`#/device/detail/${device.id}?tab=alarms`)
  // On its own page it turns to the tab there, and no second page of the terminal opens.
  const before = location.hash
  await userEvent.click(link)
  expect(screen.getByRole('tab', { name: 'Alarms' }).getAttribute('aria-selected')).toBe('true')
  expect(location.hash).toBe(before)
})

it('says of each wish which gate holds it back, and until when', async () => {
  const until = '2026-12-26T21:00:00.000Z'
  const reboot: JudgedWish = {
    wish: 'COMMAND',
    cmd: 'REBOOT',
    isOpen: false,
    gates: [{ gate: 'BLACKOUT', passes: false, value: 'Holidays', at: null, until }],
  }
  server.reply(deviceLife.why, () => [reboot])
  openPage()
  const panel = within(await screen.findByRole('region', { name: 'Why not?' }))
  await panel.findByText('Take “Reboot”')
  expect(panel.getByText('Held back')).toBeDefined()
  expect(panel.getByText(/Blackout calendar: Holidays/).textContent).toContain('until')
})

it('says of an application also what its task waits for on the way', async () => {
  server.reply(policyApps.list, () => [{ id: deviceOf(1).id, name: 'Pay', code: null }])
  server.reply(orgApks.whyApp, () => ({
    versionName: '1.2',
    gates: [{ code: 'I202', passes: true }],
    delivery: [{ gate: 'HALT' as const, passes: false, value: 'Feast', at: null, until: null }],
  }))
  openPage()
  const panel = within(await screen.findByRole('region', { name: 'Why not?' }))
  await userEvent.click(await panel.findByText('Get an application'))
  await userEvent.click(panel.getByRole('combobox', { name: 'Application' }))
  await userEvent.click(await screen.findByText('Pay'))
  expect(await panel.findByText(/Feast/)).toBeDefined()
  expect(panel.getByText('Held back')).toBeDefined()
})

it('shows the last heartbeat', async () => {
  server.reply(devices.capabilities, () => ({ reportedAt: null, features: [] }))
  openPage({ tab: 'hardware' })
  expect(await screen.findByText('31.5 °C')).toBeTruthy()
})
