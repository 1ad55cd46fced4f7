import { expect, it } from 'vitest'
import { endOf } from './endOf.ts'

it.each([
  ['2026-11-21', 'ended'],
  ['2026-11-22', 'ending'],
  ['2026-12-22', 'ending'],
  ['2026-12-23', null],
  [null, null],
] as const)('what ends on %s is warned of as %s', (on, expected) => {
  expect(endOf({ on, days: 30, now: Date.parse('2026-11-22T12:00:00Z') })).toBe(expected)
})
