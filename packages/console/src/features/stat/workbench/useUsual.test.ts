import { expect, it } from 'vitest'
import { usualAtThisHour } from './useUsual.ts'

const pointsOf = (days: number, online: (day: number, hour: number) => number | null) =>
  Array.from({ length: days * 24 + 3 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 4, 1, index)).toISOString(),
    online: online(Math.floor(index / 24), index % 24),
  }))

it('compares with the same hour of the days before, not with the whole curve', () => {
  // The last point is of 2 o'clock, when the shops are closed.
  const points = pointsOf(7, (day, hour) => (hour < 6 ? 10 + day : 900))
  expect(usualAtThisHour(points)).toBe(13)
})

it('says what is usual only where enough days were counted', () => {
  expect(usualAtThisHour([])).toBeNull()
  expect(usualAtThisHour(pointsOf(2, () => 5))).toBeNull()
  expect(usualAtThisHour(pointsOf(4, (day) => (day < 2 ? null : 5)))).toBeNull()
  expect(usualAtThisHour(pointsOf(4, (day) => (day < 1 ? null : 4)))).toBe(4)
})
