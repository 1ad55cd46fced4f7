import { codes, devices } from '@muster/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { deviceOf, onePage, taskOf } from '../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { keepTableLayout } from '../../../kit/list/tableLayout.ts'
import { useNotices } from '../../../kit/notify.ts'
import { useSession } from '../../../kit/session.ts'
import { DeviceList } from './DeviceList.tsx'

const online = deviceOf(1)
const inStock = deviceOf(2, {
  lifecycle: 'STOCK',
  presence: 'NEVER',
  presenceSince: null,
  lastSeenAt: null,
  batteryPercent: null,
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  server = answerCalls()
  server.reply(devices.page, () => onePage([online, inStock]))
  server.reply(devices.count, () => ({
    total: 2,
    online: 1,
    offline: 0,
    alarmed: 0,
    byLifecycle: { ACTIVE: 1, STOCK: 1, LOST: 0 },
  }))
})
afterEach(cleanup)

const rowOf = async (sn: string) =>
  (await screen.findByRole('link', { name: sn })).closest('tr') as HTMLElement

/** Opens the menu of a row. */
async function openMenu(sn: string): Promise<HTMLElement> {
  const row = within(await rowOf(sn))
  await userEvent.click(row.getByRole('button', { name: `Actions for ${sn}` }))
  return screen.findByRole('menu', { hidden: true })
}

describe('the rows', () => {
  it('say how a terminal is, and lead to it', async () => {
    show(<DeviceList />)
    const row = within(await rowOf('TEST-0001'))
    for (const text of ['Online', 'Aurora A8', 'Tigris Bank', 'Active', 'A8-4.2.1']) {
      row.getByText(text)
    }
    row.getByText('84%')
    row.getByText('Charging')
    row.getByText('Signal 60%')
    expect(row.getByRole('link').getAttribute('href')).toBe(`#/device/detail/${online.id}`)
  })

  it('are asked how terminals stand only where somebody has a column of that shown', async () => {
    server.reply(devices.page, ({ query }) =>
      onePage([deviceOf(1, query['more'] ? { openAlarms: 2, worstSeverity: 'HIGH' } : {})]),
    )
    show(<DeviceList />)
    await rowOf('TEST-0001')
    expect(server.of(devices.page).map(({ query }) => query['more'])).toEqual([undefined])
    const place = { user: useSession.getState().user?.userName ?? '', key: devices.page.path }
    act(() =>
      keepTableLayout(place, {
        order: [],
        widths: {},
        hidden: [],
        shown: ['openAlarms'],
        density: 'normal',
      }),
    )
    expect(await screen.findByText('2, worst: High')).toBeTruthy()
    expect(server.of(devices.page).at(-1)?.query['more']).toBe('stand')
    // What counts or changes terminals is told nothing of it.
    expect(server.of(devices.count).every(({ query }) => !('more' in query))).toBe(true)
  })

  it('draw the last day and the versions behind where the window has room, and ask for them then alone', async () => {
    const from = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const drawn = {
      createdAt: '2026-01-01T00:00:00.000Z',
      connections: [{ connectedAt: from(12), disconnectedAt: from(6) }],
      firmwareBehind: 2,
    }
    server.reply(devices.page, ({ query }) => onePage([deviceOf(1, query['more'] ? drawn : {})]))
    // No test before has arranged it.
    keepTableLayout(
      { user: useSession.getState().user?.userName ?? '', key: devices.page.path },
      null,
    )
    show(<DeviceList />)
    await rowOf('TEST-0001')
    expect(screen.queryByRole('columnheader', { name: 'Last 24 hours' })).toBeNull()
    expect(server.of(devices.page).at(-1)?.query['more']).toBeUndefined()
    cleanup()
    let isWide = false
    const heard = new Map<(event: { readonly matches: boolean }) => void, string>()
    const matching = (asked: string) => isWide && asked === '(width >= 1800px)'
    vi.stubGlobal('matchMedia', (asked: string) => ({
      matches: matching(asked),
      addEventListener: (_: string, listener: () => void) => heard.set(listener, asked),
      removeEventListener: (_: string, listener: () => void) => heard.delete(listener),
    }))
    show(<DeviceList />)
    await rowOf('TEST-0001')
    expect(screen.queryByRole('columnheader', { name: 'Last 24 hours' })).toBeNull()
    // The window is made wider.
    isWide = true
    act(() => {
      for (const [tell, asked] of heard) tell({ matches: matching(asked) })
    })
    expect(await screen.findByText('2 behind')).toBeTruthy()
    const row = within(await rowOf('TEST-0001'))
    row.getByRole('img', { name: 'Online 25% of the last 24 hours; reconnects: 0' })
    expect(server.of(devices.page).at(-1)?.query['more']).toBe('pictures')
  })

  it('leave out what a terminal never told', async () => {
    show(<DeviceList />)
    const row = within(await rowOf('TEST-0002'))
    row.getByText('Never seen')
    expect(row.getAllByText('–').length).toBeGreaterThanOrEqual(2)
  })
})

describe('the counters', () => {
  it('filter the list, and show by what it is filtered', async () => {
    const address = show(<DeviceList />, { orgId: online.orgId })
    server.reply(devices.list, () => [])
    const counter = await screen.findByRole('button', { name: 'Active1' })
    await userEvent.click(counter)
    expect(address.query).toEqual({ orgId: online.orgId, lifecycle: 'ACTIVE' })
    expect(counter.getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Online1' }))
    expect(address.query).toEqual({ orgId: online.orgId, presence: 'ONLINE' })
    await userEvent.click(screen.getByRole('button', { name: 'Total2' }))
    expect(address.query).toEqual({ orgId: online.orgId })
  })

  it('count what is shown: by every filter and search but their own', async () => {
    show(<DeviceList />, { keyword: '137', modelId: online.modelId, presence: 'OFFLINE' })
    await screen.findByRole('button', { name: 'Offline0' })
    expect(server.of(devices.count).map(({ query }) => query)).toEqual([
      { keyword: '137', modelId: online.modelId },
    ])
  })

  it('say that the server stopped counting', async () => {
    server.reply(devices.count, () => ({
      total: 10_000,
      capped: true,
      online: null,
      offline: null,
      alarmed: null,
      byLifecycle: {},
    }))
    show(<DeviceList />, { sn: 'HU' })
    expect(await screen.findByRole('button', { name: 'Total10,000+' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Online–' })).toBeTruthy()
  })

  it('leave out states that no terminal is in', async () => {
    show(<DeviceList />)
    await screen.findByRole('button', { name: 'In stock1' })
    expect(screen.queryByRole('button', { name: /^Lost/ })).toBeNull()
  })
})

it('shows each filter that is in use', async () => {
  show(<DeviceList />, { tid: 'ABCD1234' })
  await rowOf('TEST-0001')
  expect(screen.getByRole('button', { name: 'Terminal ID (TID) ABCD1234' })).toBeTruthy()
})

it('is cut to pasted serial numbers, and says which of them nobody has', async () => {
  server.reply(devices.unknown, () => ({ sns: ['NOBODY-1'] }))
  const address = show(<DeviceList />, { presence: 'ONLINE' })
  await rowOf('TEST-0001')
  await userEvent.click(screen.getByRole('button', { name: 'Paste serial numbers' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste serial numbers' }))
  const sends = dialog.getByRole('button', { name: 'Show these terminals' })
  expect(sends).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getByRole('textbox', { name: /^Serial numbers/ }))
  const many = Array.from({ length: 1001 }, (_, n) => `A${1000 + n}`).join('\n')
  await userEvent.paste(many)
  dialog.getByText(/At most 1,000 serial numbers/)
  expect(sends).toHaveProperty('disabled', true)
  await userEvent.clear(dialog.getByRole('textbox', { name: /^Serial numbers/ }))
  await userEvent.paste('test-0001\nNOBODY-1')
  await userEvent.click(sends)
  expect(address.query).toEqual({ presence: 'ONLINE', sns: 'TEST-0001,NOBODY-1' })
  await userEvent.click(
    await screen.findByRole('button', {
      name: 'Pasted list 2 serial numbers, not found: 1',
    }),
  )
  const again = within(await screen.findByRole('dialog', { name: 'Paste serial numbers' }))
  expect(again.getByRole('textbox', { name: 'Unknown serial numbers' })).toHaveProperty(
    'value',
    'NOBODY-1',
  )
  expect(again.getByRole('textbox', { name: /^Serial numbers/ })).toHaveProperty(
    'value',
    'TEST-0001\nNOBODY-1',
  )
  expect(server.of(devices.count).at(-1)?.query).toMatchObject({ sns: 'TEST-0001,NOBODY-1' })
})

it('reports a fault of a terminal, of which it knows what it knows', async () => {
  show(<DeviceList />)
  await userEvent.click(await within(await openMenu('TEST-0001')).findByText('Report a fault'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report a fault' }))
  expect(dialog.getByLabelText(/^Serial number/)).toHaveProperty('value', 'TEST-0001')
})

it.each([
  ['is in repair', 'REPAIR'],
  ['is out for good', 'SCRAPPED'],
] as const)('takes no report of a terminal that %s, and the menu says so', async (_, lifecycle) => {
  server.reply(devices.page, () => onePage([deviceOf(1, { lifecycle })]))
  show(<DeviceList />)
  const menu = within(await openMenu('TEST-0001'))
  const item = await menu.findByRole('menuitem', { name: /^Report a fault/, hidden: true })
  expect(item).toHaveProperty('disabled', true)
  expect(item.textContent).toContain('Not in this state of its life cycle')
})

describe('a command from the list', () => {
  it('reboots after a question, with delay and an end to waiting', async () => {
    server.reply(devices.command, () => taskOf(1))
    show(<DeviceList />)
    await userEvent.click(await within(await openMenu('TEST-0001')).findByText('Reboot'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reboot TEST-0001' }))
    const delay = dialog.getByLabelText(/^Delay/)
    await userEvent.clear(delay)
    await userEvent.type(delay, '٣٠')
    await userEvent.click(dialog.getByRole('button', { name: 'Reboot' }))
    await waitFor(() => expect(server.of(devices.command)).toHaveLength(1))
    expect(server.of(devices.command)[0]).toMatchObject({
      path: `/admin/device/v1/device/command/${online.id}`,
      body: { cmd: 'REBOOT', args: { delay: 30 }, ttlSeconds: 600 },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(useNotices.getState().list.map(({ text }) => text)).toEqual([
      'Reboot is on its way to TEST-0001. Click to follow it.',
    ])
  })

  it('keeps a message that the server refused', async () => {
    server.refuse(devices.command, refuse(codes.tooManyRequests, 'Too many commands wait'))
    show(<DeviceList />)
    await userEvent.click(await within(await openMenu('TEST-0001')).findByText('Message'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Message to TEST-0001' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
    expect(dialog.getAllByText('Please fill this in')).toHaveLength(2)
    await userEvent.type(dialog.getByLabelText(/^Title/), 'x'.repeat(65))
    await userEvent.type(dialog.getByLabelText(/^Text/), 'Close at six')
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
    dialog.getByText('At most 64 characters')
    await userEvent.type(dialog.getByLabelText(/^Title/), '{Backspace}')
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(server.of(devices.command)).toHaveLength(1))
    expect(dialog.getByLabelText(/^Text/)).toHaveProperty('value', 'Close at six')
  })

  it('is not offered where the life cycle forbids it, and the menu says so', async () => {
    show(<DeviceList />)
    const menu = within(await openMenu('TEST-0002'))
    const reboot = await menu.findByRole('menuitem', { name: /^Reboot/, hidden: true })
    expect(reboot).toHaveProperty('disabled', true)
    expect(reboot.textContent).toContain('Not in this state of its life cycle')
  })
})

describe('the release for enrolment', () => {
  const openRelease = async (sn: string) =>
    within(await openMenu(sn)).findByRole('menuitem', { name: /^Release/, hidden: true })

  it('is asked about, and given on a yes only', async () => {
    server.reply(devices.release, () => ({ releasedUntil: '2026-01-02T00:00:00.000Z' }))
    show(<DeviceList />)
    for (const agrees of [false, true]) {
      await userEvent.click(await openRelease('TEST-0001'))
      await waitFor(() => expect(useQuestion.getState().asked).not.toBeNull())
      const { asked } = useQuestion.getState()
      expect(asked?.text).toContain('the next enrolment of TEST-0001')
      expect(server.of(devices.release)).toEqual([])
      asked?.answer(agrees)
    }
    await waitFor(() => expect(server.of(devices.release)).toHaveLength(1))
    expect(server.of(devices.release)[0]?.path).toContain(online.id)
    await waitFor(() =>
      expect(useNotices.getState().list.map(({ text }) => text)).toEqual([
        'Released for enrolment: 1',
      ]),
    )
  })

  it.each([
    ['has no credential', { isRegistered: false }, 'It has no credential: it may enrol'],
    ['is scrapped', { lifecycle: 'SCRAPPED' }, 'It may not connect in this state'],
  ] as const)(
    'is not offered for a terminal that %s, and the menu says so',
    async (_, change, why) => {
      server.reply(devices.page, () => onePage([deviceOf(1, change)]))
      show(<DeviceList />)
      const item = await openRelease('TEST-0001')
      expect(item).toHaveProperty('disabled', true)
      expect(item.textContent).toContain(why)
    },
  )
})

it('offers nothing that the user may not do', async () => {
  signInAs(['DEVICE_LIST', 'DEVICE_DETAIL', 'DEVICE_SYNC'])
  show(<DeviceList />)
  const menu = within(await openMenu('TEST-0001'))
  await menu.findByRole('menuitem', { name: 'Sync now', hidden: true })
  expect(
    menu.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent),
  ).toEqual(['Open', 'Sync now', 'Locate'])
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
})

it('says what to do when there are no terminals', async () => {
  server.reply(devices.page, () => onePage([]))
  show(<DeviceList />)
  await screen.findByText(/start a virtual fleet/)
  const line = `MUSTER_PASSWORD=… npm run simulate -- --count 200 --user Layla --url ${location.origin}`
  expect(screen.getByText(line).dir).toBe('ltr')
  expect(screen.getByRole('button', { name: 'Copy: Virtual fleet' })).toBeTruthy()
})

it('says to who may not add terminals that they are assigned', async () => {
  signInAs(['DEVICE_LIST'])
  server.reply(devices.page, () => onePage([]))
  show(<DeviceList />)
  await screen.findByText(/once they are assigned to your organisation/)
  expect(screen.queryByText(/npm run simulate/)).toBeNull()
})

it('locks what must not change while a terminal is active', async () => {
  server.reply(devices.list, () => [])
  show(<DeviceList />)
  await userEvent.click(await within(await openMenu('TEST-0001')).findByText('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit: TEST-0001' }))
  const locked = await dialog.findByLabelText('Serial number')
  expect(locked).toHaveProperty('disabled', true)
  dialog.getByText('Locked since its first contact')
  dialog.getByText('Locked while the terminal is active')
  expect(dialog.getByLabelText(/^Merchant ID/)).toHaveProperty('disabled', false)
})
