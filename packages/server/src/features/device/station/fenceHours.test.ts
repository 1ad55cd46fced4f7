import { describe, expect, it } from 'vitest'
import { countsFrom, holdsFrom, holdsUntil } from './fenceHours.ts'

const every = [1, 2, 3, 4, 5, 6, 7]
/** In Baghdad, three hours ahead. */
const night = { schedule: { from: '21:00', until: '09:00', days: every }, zone: 'Asia/Baghdad' }
const workdays = {
  schedule: { from: '09:00', until: '17:00', days: [1, 2, 3, 4, 5] },
  zone: 'Asia/Baghdad',
}
const at = (moment: string) => Date.parse(moment)
const said = (moment: number) => new Date(moment).toISOString()

describe('the hours of a fence', () => {
  it.each([
    ['at night it holds at once', night, '2026-03-02T20:00:00Z', '2026-03-02T20:00:00.000Z'],
    ['by day from the evening on', night, '2026-03-02T10:00:00Z', '2026-03-02T18:00:00.000Z'],
    ['after midnight still', night, '2026-03-02T03:00:00Z', '2026-03-02T03:00:00.000Z'],
    ['over a weekend from Monday on', workdays, '2026-03-06T15:00:00Z', '2026-03-09T06:00:00.000Z'],
  ])('%s', (_, hours, moment, from) => {
    expect(said(holdsFrom(hours, at(moment)))).toBe(from)
  })

  it('end when the clocks of the station say so', () => {
    expect(holdsUntil(night, at('2026-03-02T20:00:00Z'))?.toISOString()).toBe(
      '2026-03-03T06:00:00.000Z',
    )
    expect(holdsUntil({ schedule: null, zone: null }, 0)).toBeNull()
  })

  it('count nobody who left so late that the dwell is over beyond them', () => {
    const dwell = 10 * 60_000
    const early = at('2026-03-02T13:45:00Z')
    expect(said(countsFrom(workdays, early, dwell))).toBe(said(early))
    expect(said(countsFrom(workdays, at('2026-03-02T13:55:00Z'), dwell))).toBe(
      '2026-03-03T06:00:00.000Z',
    )
  })

  it('are always for a fence that has none', () => {
    expect(holdsFrom({ schedule: null, zone: null }, 7)).toBe(7)
  })
})
