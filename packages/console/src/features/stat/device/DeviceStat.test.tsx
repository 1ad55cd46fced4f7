import {
  deviceStat,
  type Filter,
  models,
  organizations,
  readFilter,
  vendors,
} from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { readAddress } from '../../../platform/address.ts'
import { DeviceStat } from './DeviceStat.tsx'

const bank = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'
const countedAt = '2026-11-26T08:00:00.000Z'
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  for (const { list } of [organizations, vendors, models]) server.reply(list, () => [])
  server.reply(deviceStat.distribution, ({ query: { by } }) => ({
    total: 10,
    parts:
      by === 'BATTERY'
        ? [{ key: '20', name: null, count: 7, withBelow: false }]
        : [{ key: 'ACTIVE', name: null, count: 10, withBelow: false }],
    others: 0,
    unknown: by === 'BATTERY' ? 3 : 0,
    countedAt,
  }))
  server.reply(deviceStat.trend, () => ({
    grain: 'DAY' as const,
    agreed: 99.5,
    points: [
      {
        at: '2026-11-25T00:00:00.000Z',
        terminals: 10,
        online: 5,
        low: null,
        activated: 2,
        left: { REMOVED: 1, SCRAPPED: 0, REPLACED: 0, LOST: 0 },
        alarms: { LOW: 0, MEDIUM: 0, HIGH: 1, CRITICAL: 0 },
        failures: 0,
        hours: 24,
      },
    ],
    countedAt,
  }))
  server.reply(deviceStat.silent, ({ query: { by } }) => ({
    all: { terminals: 10, silent: { '24': 4, '72': 3, '168': 2, '720': 0, NEVER: 1 } },
    parts: [
      {
        key: bank,
        name: by === 'MODEL' ? 'P2' : 'Bank',
        withBelow: true,
        terminals: 9,
        silent: { '24': 4, '72': 3, '168': 2, '720': 0, NEVER: 1 },
      },
    ],
    countedAt,
  }))
  server.reply(deviceStat.availability, () => ({
    grain: 'DAY' as const,
    steps: ['2026-11-24T00:00:00.000Z', '2026-11-25T00:00:00.000Z'],
    agreed: 99.5,
    organizations: [
      {
        orgId: bank,
        name: 'Bank',
        withBelow: true,
        terminals: 9,
        share: 87.5,
        isMet: false,
        shares: [null, 87.5],
      },
    ],
    countedAt,
  }))
  server.reply(deviceStat.alarm, () => ({ models: [], kinds: [], countedAt }))
  server.reply(deviceStat.expiry, () => ({
    ended: { warranty: 4, support: 0, pts: 0 },
    quarters: [{ from: '2026-10-01', to: '2026-12-31', warranty: 6, support: 0, pts: 10 }],
    later: { warranty: 0, support: 0, pts: 0 },
    unknown: { warranty: 0, support: 10, pts: 0 },
    countedAt,
  }))
  server.reply(deviceStat.idle, () => ({
    apps: [{ appId: bank, name: 'Pay', package: 'com.bank.pay', terminals: 9, unused: 2 }],
  }))
})
afterEach(cleanup)

const treeOf = (link: HTMLElement): Filter | null =>
  readFilter(readAddress(link.getAttribute('href') ?? '').query['tree'] ?? '')

it('leads from each figure to the terminals that it counts, and says who never told', async () => {
  show(<DeviceStat />, { orgId: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d' })
  const battery = within(await screen.findByRole('region', { name: 'Battery' }))
  const link = await battery.findByRole('link', { name: /20–39%/ })
  expect(treeOf(link)).toEqual({
    all: [
      { field: 'battery', op: 'atLeast', values: ['20'] },
      { field: 'battery', op: 'atMost', values: ['39'] },
    ],
  })
  expect(readAddress(link.getAttribute('href') ?? '').query['orgId']).toBeDefined()
  expect(treeOf(battery.getByRole('link', { name: /Never reported 3/ }))).toEqual({
    not: { field: 'battery', op: 'atLeast', values: ['0'] },
  })
  const warranty = within(screen.getByRole('region', { name: 'End of warranty' }))
  expect(treeOf(await warranty.findByRole('link', { name: /Has ended/ }))).toEqual({
    field: 'warrantyEnd',
    op: 'until',
    values: ['2026-09-30'],
  })
  const approval = within(
    screen.getByRole('region', { name: "End of the model's approval (PCI PTS)" }),
  )
  expect(treeOf(await approval.findByRole('link', { name: /10/ }))).toMatchObject({
    all: [{ field: 'ptsEnd' }, { field: 'ptsEnd' }],
  })
})

it('leads from whoever is silent to the terminals in service that are', async () => {
  show(<DeviceStat />)
  const block = within(
    await screen.findByRole('region', { name: 'In service and silent, by organisation' }),
  )
  const week = (await block.findAllByRole('link', { name: '2' })).map((link) =>
    readAddress(link.getAttribute('href') ?? ''),
  )
  expect(week.map(({ query: { orgId, offlineHours } }) => ({ orgId, offlineHours }))).toEqual([
    { orgId: bank, offlineHours: '168' },
    { orgId: undefined, offlineHours: '168' },
  ])
  const [never] = await block.findAllByRole('link', { name: '1' })
  expect(never && treeOf(never)).toEqual({
    all: [
      { field: 'lifecycle', op: 'in', values: ['ACTIVE', 'SUSPENDED'] },
      { field: 'lastSeenAt', op: 'never', values: [] },
    ],
  })
})

it('says of each organisation whether its availability is what is agreed', async () => {
  show(<DeviceStat />)
  const block = within(await screen.findByRole('region', { name: 'Availability by organisation' }))
  expect((await block.findAllByRole('cell')).map(({ textContent }) => textContent)).toEqual([
    'Bank',
    '9',
    '87.5',
    'Missed',
  ])
})

it('shows the same figures as a table', async () => {
  show(<DeviceStat />)
  const online = within(await screen.findByRole('region', { name: 'Online rate' }))
  await userEvent.click(await online.findByRole('button', { name: 'More: Online rate' }))
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Show as a table', hidden: true }),
  )
  expect((await online.findAllByRole('cell')).map(({ textContent }) => textContent)).toEqual([
    '11/25/2026',
    '10',
    '5',
    '50',
    '–',
  ])
})

it('says whether the agreed availability was met', async () => {
  show(<DeviceStat />)
  const block = within(await screen.findByRole('region', { name: 'Availability' }))
  expect(await block.findByText('the agreed 99.5%')).toBeDefined()
  expect(block.getByText('Missed')).toBeDefined()
})

it('asks for the span and the steps that its address says', async () => {
  show(<DeviceStat />, { span: '90', grain: 'WEEK' })
  await screen.findByRole('region', { name: 'Online rate' })
  expect(server.of(deviceStat.trend).at(-1)?.query).toMatchObject({ days: '90', grain: 'WEEK' })
})

it('is for nobody without the right to it', () => {
  signInAs([])
  show(<DeviceStat />)
  expect(screen.queryByRole('region', { name: 'Battery' })).toBeNull()
  expect(server.of(deviceStat.trend)).toEqual([])
})
