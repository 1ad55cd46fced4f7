import { expect, it } from 'vitest'
import { leaptOver, type WallClock } from './wallClock.ts'

const at = (time: string) => Date.parse(`${time}Z`)
/** Clocks that leap forward at a moment. */
const leaping =
  (moment: string, hours: number): WallClock =>
  (now) =>
    now + (now < at(moment) ? 0 : hours * 3_600_000)

it.each([
  ['before', '2026-03-29T00:59:00', 1, null],
  ['at once', '2026-03-29T01:00:00', 1, '2026-03-29T01:00:00'],
  ['for as long as they last', '2026-03-29T01:59:00', 1, '2026-03-29T01:59:00'],
  ['and no longer', '2026-03-29T02:00:00', 1, null],
  ['of half an hour', '2026-03-29T01:29:00', 0.5, '2026-03-29T01:29:00'],
  ['of half an hour no longer', '2026-03-29T01:30:00', 0.5, null],
  ['of a whole day', '2026-03-29T20:00:00', 24, '2026-03-29T20:00:00'],
])('hours that are leapt over come as soon as they have been: %s', (_, now, hours, shown) => {
  const found = leaptOver(leaping('2026-03-29T01:00:00', hours), at(now))
  expect(found).toBe(shown === null ? null : at(shown))
})

it('clocks that are put back leap over nothing', () => {
  expect(leaptOver(leaping('2026-10-25T01:00:00', -1), at('2026-10-25T01:30:00'))).toBeNull()
})
