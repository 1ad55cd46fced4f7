import { describe, expect, it } from 'vitest'
import { spreadPlaces, stretchesOf, ticksUpTo } from './ticks.ts'

describe('the marks of an axis', () => {
  it.each([
    [0, [0]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [200, [0, 50, 100, 150, 200]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
  ])('end at or above %d', (most, marks) => {
    const ticks = ticksUpTo(most)
    expect(ticks.slice(0, marks.length)).toEqual(marks)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(6)
  })
})

it('spreads labels so that the first and the last have one', () => {
  expect(spreadPlaces(3, 5)).toEqual([0, 1, 2])
  expect(spreadPlaces(24, 4)).toEqual([0, 8, 15, 23])
})

it('breaks the line where nobody counted', () => {
  const points = [1, 2, null, null, 5].map((value) => ({ value }))
  expect(stretchesOf(points).map((one) => one.map(({ place }) => place))).toEqual([[0, 1], [4]])
})
