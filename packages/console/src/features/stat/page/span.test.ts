import { describe, expect, it } from 'vitest'
import { daysOf, spanProblem } from './span.ts'

describe('the days of a span', () => {
  it.each([
    [{}, {}],
    [{ span: 'today' }, { days: 1 }],
    [{ span: '7' }, { days: 7 }],
    [{ span: '30' }, { days: 30 }],
    [{ span: '365' }, { days: 365 }],
    [{ span: '31' }, {}],
    [{ span: 'custom', from: '2026-01-01' }, {}],
    [{ span: 'custom', from: '2026-01-02', to: '2026-01-01' }, {}],
    [{ from: '2026-01-01', to: '2026-01-02' }, {}],
    [
      { span: 'custom', from: '2026-01-01', to: '2026-01-02' },
      { from: '2026-01-01', to: '2026-01-02' },
    ],
  ])('of %j are %j', (query, days) => {
    expect(daysOf(query)).toEqual(days)
  })
})

it.each([
  [{ from: '2026-01-02', to: '2026-01-01' }, 'workbench.endsBeforeStart'],
  [{ from: '2024-01-01', to: '2025-01-01' }, 'workbench.spanTooLong'],
  [{ from: '2024-01-01', to: '2024-12-31' }, null],
  [{ from: '2026-01-01' }, null],
])('says what is wrong with %j', (days, problem) => {
  expect(spanProblem(days)).toBe(problem)
})
