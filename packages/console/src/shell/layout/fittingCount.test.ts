import { expect, it } from 'vitest'
import { fittingCount } from './fittingCount.ts'

it.each([
  [[100, 100, 100], 300, 3],
  [[100, 100, 100], 299, 2],
  [[100.4, 100, 100], 300, 3],
  [[400], 300, 0],
  [[], 0, 0],
])('of %j, in %i fit %i', (widths, room, count) => {
  expect(fittingCount(widths, room)).toBe(count)
})
