import {
  type Alarm,
  type AlarmRule,
  alarmRules,
  alarms,
  listViews,
  repairs,
} from '@muster/contract'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { onePage } from '../../../test/devices.ts'
import { listSpec } from '../../../test/listSpec.tsx'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { wholeList } from '../../../test/wholeList.ts'
import { ListSlots } from '../../kit/list/slots.tsx'
import { AlarmInbox } from './AlarmInbox.tsx'
import { AlarmRules } from './AlarmRules.tsx'
import { OpenAlarms } from './DeviceAlarms.tsx'
import { Data } from './alarmColumns.tsx'

listSpec('alarms', { Screen: AlarmInbox, page: alarms.page })
listSpec('alarm rules', { Screen: AlarmRules, page: alarmRules.page })

it('tells of an alarm what somebody can read, not the key of a record', () => {
  const { container } = render(<Data data={{ stationId: '01a2', percent: 15 }} />)
  expect(container.textContent).toBe('Battery at 15%')
})

const rule: AlarmRule = {
  id: '00000000-0000-7000-8000-00000000000a',
  name: 'Night',
  orgId: '00000000-0000-7000-8000-000000000003',
  orgName: 'Tigris Bank',
  modelId: null,
  modelName: null,
  groupId: '00000000-0000-7000-8000-00000000000b',
  groupName: 'Pilot',
  kind: 'CLOCK_SKEW',
  severity: 'LOW',
  threshold: null,
  inHours: false,
  tellsNotice: true,
  tellsMail: false,
  tellsWebhook: true,
  remark: null,
  status: 1,
  version: 1,
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  updatedBy: null,
}

describe('rules', () => {
  beforeEach(() => {
    prepareBrowser()
    signInAs('all')
  })
  afterEach(cleanup)

  it('say of what kind the part is that they are for, and thresholds in their unit', async () => {
    const model = { groupId: null, groupName: null, modelName: 'A8', kind: 'BATTERY' } as const
    const server = answerCalls()
    server.reply(alarmRules.page, () =>
      onePage([rule, { ...rule, ...model, id: alarmOf({}).id, threshold: 20 }]),
    )
    show(<AlarmRules />)
    await screen.findByText('Group: Pilot')
    screen.getByText('300 seconds')
    screen.getByText('Model: A8')
    expect(screen.getByText('20%')).toBeDefined()
  })

  it('say that their kind has no threshold once it is chosen, not before', async () => {
    answerCalls().reply(alarmRules.page, () => onePage<AlarmRule>([]))
    show(<AlarmRules />)
    await userEvent.click(
      (await screen.findAllByRole('button', { name: 'Add' }))[0] ?? document.body,
    )
    const dialog = within(await screen.findByRole('dialog', { name: 'Add rule' }))
    expect(dialog.queryByText('This kind has no threshold of its own.')).toBeNull()
    await userEvent.selectOptions(dialog.getByLabelText(/^Alarm/), 'Rooted')
    await dialog.findByText('This kind has no threshold of its own.')
  })
})

const alarmOf = (change: Partial<Alarm>): Alarm => ({
  id: '00000000-0000-7000-8000-000000000001',
  deviceId: '00000000-0000-7000-8000-000000000002',
  sn: 'TEST-0001',
  deviceName: null,
  kind: 'BATTERY',
  severity: 'HIGH',
  state: 'OPEN',
  count: 1,
  data: { percent: 9 },
  firstAt: '2026-05-01T10:00:00.000Z',
  lastAt: '2026-05-01T10:00:00.000Z',
  ackedAt: null,
  ackedByName: null,
  closedAt: null,
  closedByName: null,
  closeCause: null,
  closeNote: null,
  ruleName: null,
  stationName: 'Karrada',
  mutedUntil: null,
  muteReason: null,
  mutedByName: null,
  orgId: '00000000-0000-7000-8000-000000000003',
  orgName: 'Tigris Bank',
  modelId: '00000000-0000-7000-8000-000000000004',
  modelName: 'Aurora A8',
  version: 1,
  ...change,
})

it('acts on all alarms that match, also those of other pages, once their number is agreed to', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(alarms.page, () => ({ ...onePage([alarmOf({})]), total: 40 }))
  server.reply(listViews.list, () => ({ views: [], defaultId: null, look: null }))
  server.reply(alarms.ackMany, () => ({ count: 40 }))
  show(
    <ListSlots value={wholeList}>
      <AlarmInbox />
    </ListSlots>,
    { kind: 'BATTERY' },
  )
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Select all rows of this page' }),
  )
  const bar = within(await screen.findByRole('toolbar'))
  await userEvent.click(bar.getByRole('button', { name: 'Select all 40 that match' }))
  await userEvent.click(bar.getByRole('button', { name: 'Acknowledge' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(alarms.ackMany)).toHaveLength(1))
  expect(server.of(alarms.ackMany)[0]?.body).toEqual({ matching: { kind: 'BATTERY' }, count: 40 })
  cleanup()
})

it('opens on what is not closed, which goes by a press, also for when one comes back', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(alarms.page, () => onePage([alarmOf({})]))
  const address = show(<AlarmInbox />)
  await screen.findByRole('link', { name: 'TEST-0001' })
  const asked = () => server.of(alarms.page).map(({ query }) => query['state'])
  expect(asked()).toEqual(['LIVE'])
  expect(screen.getByRole('button', { name: /^Not closed/ }).ariaPressed).toBe('true')
  expect(address.query).toMatchObject({ state: 'LIVE' })
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(asked()).toEqual(['LIVE', undefined]))
  cleanup()
  show(<AlarmInbox />, address.query)
  await waitFor(() => expect(asked()).toHaveLength(3))
  expect(asked().at(-1)).toBeUndefined()
  cleanup()
})

describe('a fault that an alarm shows', () => {
  const showOne = (change: Partial<Alarm>) => {
    const server = answerCalls()
    server.reply(alarms.page, () => onePage([alarmOf(change)]))
    show(<AlarmInbox />)
    return server
  }
  beforeEach(prepareBrowser)
  afterEach(cleanup)

  it('is reported with what the alarm tells', async () => {
    signInAs('all')
    const server = showOne({})
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for TEST-0001' }))
    await userEvent.click(await screen.findByText('Report a fault'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Report a fault' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Report a fault' }))
    await waitFor(() => expect(server.of(repairs.add)).toHaveLength(1))
    expect(server.of(repairs.add)[0]?.body).toMatchObject({
      sn: 'TEST-0001',
      source: 'ALARM',
      fault: 'BATTERY',
      severity: 'HIGH',
      description: 'Battery low – Battery at 9%',
    })
  })

  it.each([
    ['who may not', ['ALARM_LIST'], {}],
    ['alarms that are over', 'all', { state: 'CLOSED' }],
  ] as const)('is not offered to %s', async (_, permissions, change) => {
    signInAs(permissions === 'all' ? 'all' : [...permissions])
    showOne(change)
    await screen.findByRole('link', { name: 'TEST-0001' })
    expect(screen.queryByRole('button', { name: 'Actions for TEST-0001' })).toBeNull()
  })
})

describe('an alarm that is muted', () => {
  const showOne = (change: Partial<Alarm> = {}) => {
    const server = answerCalls()
    server.reply(alarms.page, () => onePage([alarmOf(change)]))
    server.reply(alarms.mute, () => ({ count: 1 }))
    server.reply(alarms.unmute, () => ({ count: 1 }))
    show(<AlarmInbox />)
    return server
  }
  const choose = async (act: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for TEST-0001' }))
    const menu = await screen.findByRole('menu', { hidden: true })
    await userEvent.click(await within(menu).findByText(act))
  }
  beforeEach(() => {
    prepareBrowser()
    signInAs('all')
  })
  afterEach(cleanup)

  it('is so for as long as was chosen, with the reason', async () => {
    const server = showOne()
    await choose('Mute')
    const dialog = within(await screen.findByRole('dialog', { name: 'Mute the alarm' }))
    dialog.getByText('TEST-0001')
    dialog.getByRole('button', { name: 'Cancel' })
    await userEvent.selectOptions(dialog.getByLabelText(/For how long/), '8 hours')
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
    await dialog.findByText('Please fill this in')
    await userEvent.type(dialog.getByLabelText(/Reason/), 'A technician is there')
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
    await waitFor(() =>
      expect(server.of(alarms.mute)).toMatchObject([
        { body: { ids: [alarmOf({}).id], minutes: 480, reason: 'A technician is there' } },
      ]),
    )
  })

  it('asks until when where that is said by a moment', async () => {
    const server = showOne()
    await choose('Mute')
    const dialog = within(await screen.findByRole('dialog', { name: 'Mute the alarm' }))
    await userEvent.selectOptions(dialog.getByLabelText(/For how long/), 'Until …')
    await userEvent.type(dialog.getByLabelText(/Reason/), 'rebuilding')
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
    await dialog.findByText('Please fill this in')
    expect(server.of(alarms.mute)).toEqual([])
  })

  it('says until when, and is heard of again at a click', async () => {
    const server = showOne({ mutedUntil: '2026-05-02T10:00:00.000Z', muteReason: 'rebuilding' })
    expect((await screen.findByTitle('rebuilding')).textContent).toMatch(/^Muted until /)
    await choose('Unmute')
    await waitFor(() =>
      expect(server.of(alarms.unmute)).toMatchObject([{ body: { ids: [alarmOf({}).id] } }]),
    )
  })
})

it('a terminal says how many alarms it has, and until when the others are muted', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  const muted = { id: '00000000-0000-7000-8000-000000000009', muteReason: 'rebuilding' }
  server.reply(alarms.page, () =>
    onePage([alarmOf({}), alarmOf({ ...muted, mutedUntil: '2026-05-02T10:00:00.000Z' })]),
  )
  show(<OpenAlarms deviceId={alarmOf({}).deviceId} />)
  await screen.findByText('1 open alarm')
  expect(screen.getByTitle('rebuilding').textContent).toMatch(/^Muted until /)
  cleanup()
})
