import { expect, it } from 'vitest'
import { spanOf } from './span.ts'

const now = Date.parse('2026-06-30T00:00:00Z')

it.each([
  ['the last 31 days without a filter', {}, ['2026-05-30', '2026-06-30']],
  [
    'the span of the filter',
    { from: '2026-06-01T00:00:00Z', to: '2026-06-02T00:00:00Z' },
    ['2026-06-01', '2026-06-02'],
  ],
  ['no more than 92 days', { from: '2025-01-01T00:00:00Z' }, ['2026-03-30', '2026-06-30']],
])('proves %s', (_, range, days) => {
  const { from, to } = spanOf(range, now)
  expect([from.slice(0, 10), to.slice(0, 10)]).toEqual(days)
})
