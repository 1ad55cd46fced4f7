import type { Track } from '@muster/contract'
import { expect, it } from 'vitest'
import { lengthOf, placeAt, stopsOf } from './stops.ts'

const day = { from: Date.parse('2026-05-01T00:00Z'), until: Date.parse('2026-05-02T00:00Z') }
const place = (time: string, latitude: number) => ({
  at: `${time}Z`,
  latitude,
  longitude: 44,
  accuracy: null,
  source: 'GPS',
})
const track: Track = {
  before: place('2026-04-30T20:00', 33),
  places: [
    place('2026-05-01T08:00', 33.1),
    place('2026-05-01T08:04', 33.2),
    place('2026-05-01T08:30', 33.3),
  ],
}
const clock = (moment: number) => new Date(moment).toISOString().slice(11, 16)

it('takes a stay of ten minutes for a stop, and cuts it to the day', () => {
  const stops = stopsOf(track, day, day.until + 1)
  expect(stops.map(({ from, until }) => `${clock(from)}-${clock(until)}`)).toEqual([
    '00:00-08:00',
    '08:04-08:30',
    '08:30-00:00',
  ])
  expect(stops.some(({ isOpen }) => isOpen)).toBe(false)
})

it('leaves the last stop open while the day lasts', () => {
  const stops = stopsOf(track, day, Date.parse('2026-05-01T09:00Z'))
  expect(stops.at(-1)).toMatchObject({ isOpen: true, until: Date.parse('2026-05-01T09:00Z') })
})

it('knows where it was at a moment', () => {
  expect(placeAt(track, day.from)?.latitude).toBe(33)
  expect(placeAt(track, Date.parse('2026-05-01T08:10Z'))?.latitude).toBe(33.2)
  expect(placeAt({ before: null, places: track.places }, day.from)).toBeNull()
})

it('is as long as from place to place', () => {
  expect(lengthOf(track)).toBeCloseTo(33.4, 1)
  expect(lengthOf({ before: null, places: [] })).toBe(0)
})
