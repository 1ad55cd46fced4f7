import { locations, type Station, stations } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { AddButton } from '../../../kit/list/buttons.tsx'
import { StationForm } from './StationForm.tsx'

const opened = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../../kit/map/mapLibre.ts', () => ({ openMap: opened.open }))

const baghdad = {
  kind: 'CITY',
  name: 'Baghdad',
  within: 'Iraq',
  latitude: 33.31,
  longitude: 44.37,
  kilometres: 1.2,
} as const
const iraq = { ...baghdad, kind: 'COUNTRY', name: 'Iraq', within: null, kilometres: null } as const

let map: ReturnType<typeof fakeMap>
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  map = fakeMap()
  opened.open.mockResolvedValue(map.handle)
  server = answerCalls()
  server.reply(locations.style, () => ({ url: null }))
  server.reply(stations.geocode, ({ body }) =>
    JSON.stringify(body).includes('latitude') ? [baghdad, iraq] : [baghdad],
  )
})
afterEach(cleanup)

function Stations() {
  const dialog = useDialog<Station>()
  return (
    <>
      <AddButton code={stations.add.permission} dialog={dialog} />
      <StationForm dialog={dialog} />
    </>
  )
}

async function openForm() {
  show(<Stations />)
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  return {
    latitude: await screen.findByRole<HTMLInputElement>('textbox', { name: /Latitude/ }),
    longitude: screen.getByRole<HTMLInputElement>('textbox', { name: /Longitude/ }),
  }
}

it('takes the place of a press on the map, and shows it there', async () => {
  const { latitude, longitude } = await openForm()
  await screen.findByRole('button', { name: 'Zoom in' })
  expect(screen.queryByRole('button', { name: 'Place' })).toBeNull()
  await map.click([44.366_112_3, 33.315_2])
  await waitFor(() => expect(latitude.value).toBe('33.3152'))
  expect(longitude.value).toBe('44.366112')
  screen.getByRole('button', { name: 'Place' })
})

it('shows on the map what is pasted', async () => {
  const { latitude, longitude } = await openForm()
  await screen.findByRole('button', { name: 'Zoom in' })
  fireEvent.paste(latitude, { clipboardData: { getData: () => '33.3152, 44.3661' } })
  await screen.findByRole('button', { name: 'Place' })
  expect(longitude.value).toBe('44.3661')
})

it('is typed where the browser draws no map', async () => {
  opened.open.mockRejectedValue(new Error('no WebGL'))
  const { latitude } = await openForm()
  await screen.findByText(/This browser cannot draw the map/)
  await userEvent.type(latitude, '33.3')
  expect(latitude.value).toBe('33.3')
})

it('is found by its name, and gives the address where none is typed', async () => {
  const { latitude, longitude } = await openForm()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Find a place' }), 'bagh{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: /Baghdad/ }))
  expect([latitude.value, longitude.value]).toEqual(['33.31', '44.37'])
  await screen.findByText('Near Baghdad: 1.2 km · In Iraq')
  await userEvent.click(screen.getByRole('button', { name: 'Use as address' }))
  const address = screen.getByRole<HTMLInputElement>('textbox', { name: /Address/ })
  expect(address.value).toBe('Baghdad, Iraq')
  // What is typed is not written over.
  expect(screen.queryByRole('button', { name: 'Use as address' })).toBeNull()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Find a place' }))
  await userEvent.click(screen.getByRole('button', { name: 'Look for the address' }))
  await waitFor(() =>
    expect(server.of(stations.geocode).at(-1)?.body).toEqual({ text: 'Baghdad, Iraq' }),
  )
})
