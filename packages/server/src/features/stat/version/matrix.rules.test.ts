import { expect, it } from 'vitest'
import { largest, standingOf, summedUp } from './matrix.rules.ts'

it.each([
  ['2.4', 0, 'TARGET'],
  ['2.4', -1, 'BEHIND'],
  ['2.4', 1, 'AHEAD'],
  ['2.4', null, 'UNKNOWN'],
  [null, -1, 'UNKNOWN'],
])('beside %s at %s a version stands %s', (target, side, standing) => {
  expect(standingOf(target, side)).toBe(standing)
})

it('adds terminals up by where their versions stand', () => {
  const cells = [
    { count: 3, countBefore: 0, standing: 'AHEAD' as const },
    { count: 5, countBefore: 4, standing: 'TARGET' as const },
    { count: 2, countBefore: 6, standing: 'BEHIND' as const },
    { count: 0, countBefore: 2, standing: 'BEHIND' as const },
  ]
  expect(summedUp(cells, 12)).toMatchObject({ adopted: 8, adoptedBefore: 4, behind: 2, unknown: 2 })
  expect(summedUp(cells, 12).cells).toHaveLength(3)
})

it('names those that most terminals run, in their order', () => {
  const cells = [{ count: 1 }, { count: 5 }, { count: 2 }, { count: 9 }]
  expect(largest(cells, 2)).toEqual({ cells: [{ count: 5 }, { count: 9 }], others: 3 })
})
