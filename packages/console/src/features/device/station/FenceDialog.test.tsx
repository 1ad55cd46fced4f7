import { locations, type Station, stations } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { FenceDialog } from './FenceDialog.tsx'

const opened = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../../kit/map/mapLibre.ts', () => ({ openMap: opened.open }))

const id = '019a0000-0000-7000-8000-000000000001'
const place = { latitude: 33.3, longitude: 44.4 }
let map: ReturnType<typeof fakeMap>
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  map = fakeMap()
  opened.open.mockResolvedValue(map.handle)
  server = answerCalls()
  server.reply(locations.style, () => ({ url: null }))
  server.reply(stations.setGeofence, () => ({ version: 2, deviceCount: 3 }))
  server.reply(stations.fenceImpact, () => ({
    total: 3,
    inside: 2,
    outside: 1,
    unknown: 0,
    leaving: 1,
    entering: 0,
  }))
})
afterEach(cleanup)

async function openFence(kind: 'CIRCLE' | 'POLYGON') {
  const fence = {
    kind,
    radius: 200,
    points: [],
    dwellMinutes: 5,
    action: 'ALARM',
    message: null,
    lockMinutes: null,
    blocksPayments: false,
    schedule: null,
  } as const
  const found = {
    id,
    version: 1,
    ...place,
    deviceCount: 3,
    timeZone: 'Asia/Baghdad',
    whitelist: [],
  }
  server.reply(stations.geofence, () => ({ ...found, fence: { ...fence, points: [] } }))
  const dialog = {
    record: { id, name: 'Shop' } as Station,
    isOpen: true,
    open: () => undefined,
    close: () => undefined,
  }
  show(<FenceDialog dialog={dialog} />)
  await waitFor(() => expect(document.querySelector('[data-map="ready"]')).not.toBeNull())
}

it('takes the radius of a circle from a press on the map, and asks with what it changes', async () => {
  await openFence('CIRCLE')
  await waitFor(() => expect(map.shapes().areas).toHaveLength(1))
  await map.click([44.4, 33.31])
  const radius = screen.getByRole<HTMLInputElement>('textbox', { name: /Radius/ })
  expect(radius.value.replace(/\D/g, '')).toBe('1112')
  await userEvent.click(screen.getByRole('button', { name: 'Save fence' }))
  await waitFor(() =>
    expect(useQuestion.getState().asked?.text).toMatch(/2 stand inside this fence and 1 outside/),
  )
  expect(useQuestion.getState().asked?.list).toBeDefined()
  await answerQuestion(true)
  await waitFor(() => expect(server.of(stations.setGeofence)).toHaveLength(1))
})

it('draws an area corner by corner, and says at its field that it crosses itself', async () => {
  await openFence('POLYGON')
  await userEvent.click(screen.getByRole('button', { name: 'Draw on the map' }))
  for (const at of [
    [40, 30],
    [48, 36],
    [48, 30],
    [40, 36],
  ] as const)
    await map.click(at)
  fireEvent.keyDown(document, { key: 'Enter' })
  const corners = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Corners/ })
  await waitFor(() => expect(corners.value.split('\n')).toHaveLength(4))
  expect(corners.value).toMatch(/^30, 40\n36, 48\n/)
  const crossing = '33.30, 44.30\n33.31, 44.31\n33.30, 44.31\n33.31, 44.30'
  fireEvent.change(corners, { target: { value: crossing } })
  await userEvent.click(screen.getByRole('button', { name: 'Save fence' }))
  expect(await screen.findByText(/crosses itself/)).toBeDefined()
  expect(server.of(stations.fenceImpact)).toHaveLength(0)
})

it('says in which hours it holds, when it locks and that nobody pays outside', async () => {
  await openFence('CIRCLE')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /leaves it/ }), 'LOCK')
  await userEvent.type(screen.getByRole('textbox', { name: /Message on/ }), 'Bring me back')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Outside it takes no payments' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only in these hours' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sunday' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save fence' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(stations.setGeofence)).toHaveLength(1))
  expect(server.of(stations.setGeofence)[0]?.body).toMatchObject({
    fence: {
      action: 'LOCK',
      message: 'Bring me back',
      lockMinutes: 30,
      blocksPayments: true,
      schedule: { from: '21:00', until: '09:00', days: [1, 2, 3, 4, 5, 6] },
    },
  })
})
