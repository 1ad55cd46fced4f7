import { type Filter, mapStat, models, organizations, readFilter, vendors } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { readAddress } from '../../../platform/address.ts'
import { MapStat } from './MapStat.tsx'

const opened = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../../kit/map/mapLibre.ts', () => ({ openMap: opened.open }))

const iraq = '01a2018d-3ba4-7e31-9cd6-28d5b7de8971'
const land = '01a2018d-3ba4-7e31-9cd6-28d5b7de8972'
const shop = '01a2018d-3ba4-7e31-9cd6-28d5b7de8973'
const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)

let server: ReturnType<typeof answerCalls>
let map: ReturnType<typeof fakeMap>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  map = fakeMap()
  opened.open.mockResolvedValue(map.handle)
  server = answerCalls()
  for (const { list } of [organizations, vendors, models]) server.reply(list, () => [])
  server.reply(mapStat.area, () => ({
    areas: [
      {
        areaId: iraq,
        name: 'Republic of Iraq',
        iso2: 'IQ',
        at: { latitude: 33, longitude: 44 },
        terminals: 80,
        online: 60,
        alarmed: 4,
        failing: 0,
      },
      {
        areaId: land,
        name: 'Land',
        iso2: null,
        at: null,
        terminals: 15,
        online: 15,
        alarmed: 0,
        failing: 3,
      },
    ],
    elsewhere: { terminals: 5, online: 1, alarmed: 1, failing: 1 },
    firstDay: day,
    countedAt: '2026-11-26T08:00:00.000Z',
  }))
  const station = { orgName: 'Bank', areaName: 'Basra', latitude: 30.5, longitude: 47.8 }
  server.reply(mapStat.fence, () => ({
    outside: 3,
    left: [{ ...station, stationId: shop, name: 'Ashar', outside: 3 }],
    empty: 1,
    bare: [{ ...station, stationId: land, name: 'Depot', outside: 0 }],
  }))
  server.reply(mapStat.signal, () => ({
    squares: [{ west: 44, south: 33, east: 45, north: 34, told: 9, weak: 2, signal: 52.5 }],
  }))
  server.reply(mapStat.cluster, () => ({
    clusters: [{ latitude: 33.3, longitude: 44.4, count: 12, online: 7, device: null }],
    capped: true,
  }))
})
afterEach(cleanup)

const addressOf = (link: HTMLElement) => readAddress(link.getAttribute('href') ?? '').query
const treeOf = (link: HTMLElement): Filter | null => readFilter(addressOf(link)['tree'] ?? '')
const tableOf = async (title: string) => within(await screen.findByRole('region', { name: title }))

it('colours countries, and leads from each figure to the terminals that it counts', async () => {
  show(<MapStat />, { metric: 'online' })
  const table = await tableOf('By area')
  const [online, all] = (await table.findAllByRole('row')).flatMap((row) =>
    within(row).queryByText('Iraq') ? within(row).getAllByRole('link') : [],
  )
  expect(online?.textContent).toBe('60')
  expect(online && treeOf(online)).toEqual({ field: 'placeAreaId', op: 'below', values: [iraq] })
  expect(online && addressOf(online)['presence']).toBe('ONLINE')
  expect(all && addressOf(all)['presence']).toBeUndefined()
  const rest = table.getByText('In no such area').closest('tr') as HTMLElement
  const [elsewhere] = within(rest).getAllByRole('link')
  expect(elsewhere && treeOf(elsewhere)).toEqual({
    field: 'placeAreaId',
    op: 'notBelow',
    values: [iraq, land],
  })
  await waitFor(() =>
    expect(map.shapes().tinted).toEqual([{ region: 'IQ', tone: 'warn', strength: 0.5 }]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Iraq: 75%, 80 terminals' }))
  expect(readAddress(location.hash).query['presence']).toBe('ONLINE')
})

it('shows a day that has passed without lists, and keeps it in the address', async () => {
  show(<MapStat />, { metric: 'alarmed', level: 'province' })
  const slider = await screen.findByRole('slider', { name: /Day/ })
  // The numbers of its areas are no counts.
  screen.getByText('Per 1,000 terminals:')
  fireEvent.change(slider, { target: { value: Math.floor(Date.parse(day) / 86_400_000) } })
  await screen.findByText(/Figures of a day that has passed/)
  const table = await tableOf('By area')
  await waitFor(() => expect(table.queryAllByRole('link')).toEqual([]))
  expect(server.of(mapStat.area).at(-1)?.query).toMatchObject({ day, level: 'province' })
  expect(map.shapes().tinted).toEqual([])
})

it('shows stations whose terminals have left, and those without any', async () => {
  show(<MapStat />, { metric: 'stations' })
  const coverage = await tableOf('Coverage')
  const outside = await coverage.findByRole('link', { name: '3' })
  expect(addressOf(outside)).toMatchObject({ fence: 'OUT' })
  expect(addressOf(coverage.getByRole('link', { name: '1' }))).toMatchObject({ hasDevices: '0' })
  expect(addressOf(coverage.getByRole('link', { name: 'Ashar' }))).toMatchObject({
    fence: 'OUT',
    stationId: shop,
  })
  await screen.findByRole('button', { name: 'Depot: no terminals' })
  const [bare] = screen.getAllByRole('region', { name: 'Stations without terminals' })
  expect(bare && within(bare).getByText('Depot')).toBeDefined()
  cleanup()
  signInAs([mapStat.fence.permission])
  show(<MapStat />, { metric: 'stations' })
  await (await tableOf('Coverage')).findByText('Ashar')
  expect(screen.queryByRole('link', { name: '3' })).toBeNull()
})

it('paints the signal by squares, and leads to the weak ones', async () => {
  show(<MapStat />, { metric: 'signal' })
  const table = await tableOf('By square of the map')
  const weak = await table.findByRole('link', { name: '2' })
  expect(treeOf(weak)).toEqual({ field: 'signal', op: 'atMost', values: ['39'] })
  expect(addressOf(weak)['area']).toBeDefined()
  await waitFor(() => expect(map.shapes().tinted).toHaveLength(1))
  expect(map.shapes().tinted?.[0]).toMatchObject({ tone: 'warn' })
  await screen.findByRole('button', { name: 'Near Baghdad: signal 53%, 9 terminals' })
})

it('shows where terminals are, and says when some are missing', async () => {
  show(<MapStat />, { metric: 'places' })
  await screen.findByText(/some are not shown/)
  expect((await tableOf('In view')).getByText('Baghdad')).toBeDefined()
  await screen.findByRole('button', { name: 'Near Baghdad: 12 terminals' })
})

it('tells who may not read it', async () => {
  signInAs(['DEVICE_LIST'])
  show(<MapStat />)
  await screen.findByText(/STATISTICS_MAP/)
  expect(server.of(mapStat.area)).toEqual([])
})
