import { type Location, type LocationCluster, locations, mapStat } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { onePage } from '../../../../test/devices.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ChinaLocationScreen, LocationScreen } from './LocationScreen.tsx'

const opened = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../../kit/map/mapLibre.ts', () => ({ openMap: opened.open }))

const terminal: Location = {
  id: '01900000-0000-7000-8000-000000000001',
  version: 1,
  sn: 'TEST-0001',
  name: 'Till 1',
  orgId: '01900000-0000-7000-8000-0000000000aa',
  orgName: 'Tigris Bank',
  modelName: 'Aurora A8',
  presence: 'ONLINE',
  status: 1,
  latitude: 33.3152,
  longitude: 44.3661,
  accuracy: 12,
  source: 'GPS',
  movedAt: '2026-05-01T08:00:00.000Z',
  reportedAt: '2026-05-01T09:00:00.000Z',
}
const single: LocationCluster = {
  latitude: 33.3152,
  longitude: 44.3661,
  count: 1,
  online: 1,
  device: { id: terminal.id, sn: terminal.sn, presence: 'ONLINE' },
}
const many: LocationCluster = {
  latitude: 30.5,
  longitude: 47.8,
  count: 1200,
  online: null,
  device: null,
}

let server: ReturnType<typeof answerCalls>
let map: ReturnType<typeof fakeMap>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  map = fakeMap()
  opened.open.mockResolvedValue(map.handle)
  server = answerCalls()
  server.reply(locations.page, () => onePage([terminal] as never) as never)
  server.reply(locations.cluster, () => ({ clusters: [single, many], capped: false }))
  server.reply(locations.style, () => ({ url: null }))
})
afterEach(cleanup)

describe('the map of locations', () => {
  it('has marks of terminals and of many, and the list has the same terminals', async () => {
    show(<LocationScreen />)
    await screen.findByRole('button', { name: 'TEST-0001: Online' })
    await screen.findByRole('button', { name: '1,200 terminals: zoom in' })
    const link = await screen.findByRole('link', { name: 'TEST-0001' })
    expect(link.getAttribute('href')).toContain('tab=location')
    screen.getByText('33.31520, 44.36610')
    screen.getByText('Baghdad')
    screen.getByText(/The list below has the same terminals\.$/)
    const legend = within(screen.getByRole('list', { name: 'Colours of the marks' }))
    expect(legend.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'All online',
      'Some online, or too many to say',
      'None online',
    ])
  })

  it('filters the list by a rectangle of two presses', async () => {
    const address = show(<LocationScreen />)
    await screen.findByRole('button', { name: 'TEST-0001: Online' })
    await userEvent.click(screen.getByRole('button', { name: 'Draw a rectangle' }))
    await map.click([44, 33])
    await map.click([45, 34])
    await waitFor(() => expect(address.query['area']).toBe('44,33;45,33;45,34;44,34'))
    await waitFor(() => expect(map.shapes().areas).toHaveLength(1))
    await screen.findByText('Drawn on the map')
    screen.getByText(/the list below has those in the area\.$/)
  })

  it('closes an area at its first corner, and by Enter; Esc gives up', async () => {
    const address = show(<LocationScreen />)
    await screen.findByRole('button', { name: 'TEST-0001: Online' })
    const draw = async (close: () => unknown) => {
      await userEvent.click(screen.getByRole('button', { name: 'Draw an area' }))
      for (const corner of [
        [44, 33],
        [45, 33],
        [45, 34],
      ] as const)
        await map.click(corner)
      await close()
    }
    await draw(() => userEvent.keyboard('{Escape}'))
    expect(address.query['area']).toBeUndefined()
    await draw(() => map.click([44.05, 33.05]))
    await waitFor(() => expect(address.query['area']).toBe('44,33;45,33;45,34'))
  })

  it('takes what is in view for the area, without a mouse', async () => {
    const address = show(<LocationScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Only what the map shows' }))
    await waitFor(() => expect(address.query['area']).toBe('40,28;50,28;50,38;40,38'))
  })

  it('shows the signal below the marks, where its filters are ones that squares know', async () => {
    server.reply(mapStat.signal, () => ({
      squares: [{ west: 44, south: 33, east: 45, north: 34, told: 9, weak: 0, signal: 85 }],
    }))
    show(<LocationScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Signal' }))
    await waitFor(() => expect(map.shapes().tinted).toMatchObject([{ tone: 'ok', strength: 0.7 }]))
    await userEvent.click(screen.getByRole('button', { name: 'Signal' }))
    await waitFor(() => expect(map.shapes().tinted).toEqual([]))
    cleanup()
    show(<LocationScreen />, { presence: 'ONLINE' })
    await screen.findByRole('button', { name: 'TEST-0001: Online' })
    expect(screen.queryByRole('button', { name: 'Signal' })).toBeNull()
    cleanup()
    show(<ChinaLocationScreen />)
    await screen.findByRole('button', { name: 'Draw an area' })
    expect(screen.queryByRole('button', { name: 'Signal' })).toBeNull()
  })

  it.each([
    ['world', LocationScreen],
    ['china', ChinaLocationScreen],
  ])(
    'glows where terminals are many, of the %s, and does so again when one comes back',
    async (_, Shown) => {
      show(<Shown />)
      await screen.findByRole('button', { name: '1,200 terminals: zoom in' })
      expect(map.shapes().heat).toEqual([])
      await userEvent.click(screen.getByRole('button', { name: 'Heat' }))
      await waitFor(() => expect(map.shapes().heat).toHaveLength(2))
      const weights = map.shapes().heat?.map(({ weight }) => weight) ?? []
      expect(weights[1]).toBe(1)
      expect(weights[0]).toBeGreaterThan(0)
      expect(weights[0]).toBeLessThan(0.2)
      // A single terminal can still be pressed; a glow of many has no number over it.
      screen.getByRole('button', { name: 'TEST-0001: Online' })
      expect(screen.queryByRole('button', { name: '1,200 terminals: zoom in' })).toBeNull()
      cleanup()
      show(<Shown />)
      const heat = await screen.findByRole('button', { name: 'Heat', pressed: true })
      await waitFor(() => expect(map.shapes().heat).toHaveLength(2))
      await userEvent.click(heat)
      await screen.findByRole('button', { name: '1,200 terminals: zoom in' })
      expect(map.shapes().heat).toEqual([])
    },
  )

  it('is replaced by a sentence where the browser cannot draw; the list stays', async () => {
    opened.open.mockRejectedValue(new Error('no WebGL'))
    show(<LocationScreen />)
    expect(await screen.findByText(/This browser cannot draw the map/)).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'TEST-0001' })).toBeTruthy()
  })
})

it('shifts what lies in China on the China map only', async () => {
  const beijing = { ...terminal, longitude: 116.404, latitude: 39.915 }
  server.reply(locations.page, () => onePage([beijing] as never) as never)
  show(<ChinaLocationScreen />)
  expect(await screen.findByText('39.91640, 116.41024')).toBeTruthy()
  cleanup()
  show(<LocationScreen />)
  expect(await screen.findByText('39.91500, 116.40400')).toBeTruthy()
})

listSpec('locations', { Screen: LocationScreen, page: locations.page })
