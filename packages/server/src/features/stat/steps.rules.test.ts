import { describe, expect, it } from 'vitest'
import { grainFor, levelsOf, stepOf, stepsOf } from './steps.rules.ts'

const at = (text: string) => new Date(`${text}Z`)
const now = at('2026-11-26T10:30:00')

describe('the steps of a curve', () => {
  it.each([
    ['2026-11-25T00:00:00', undefined, 'HOUR'],
    ['2026-11-01T00:00:00', undefined, 'DAY'],
    ['2026-03-01T00:00:00', undefined, 'WEEK'],
    ['2026-11-20T00:00:00', 'HOUR', 'HOUR'],
    // Hours are not kept for so long.
    ['2026-09-01T00:00:00', 'HOUR', 'DAY'],
    ['2026-03-01T00:00:00', 'MONTH', 'MONTH'],
  ] as const)('from %s, asked for as %s, are %s', (from, asked, grain) => {
    expect(grainFor({ from: at(from), until: now }, asked, now)).toBe(grain)
  })

  it.each([
    ['HOUR', '2026-11-26T10:00:00'],
    ['DAY', '2026-11-26T00:00:00'],
    ['WEEK', '2026-11-23T00:00:00'],
    ['MONTH', '2026-11-01T00:00:00'],
  ] as const)('of a %s begin as the database says', (grain, begins) => {
    expect(stepOf(now, grain)).toEqual(at(begins))
  })

  it('count only the hours that lie in the span and have passed', () => {
    const span = { from: at('2026-11-24T12:00:00'), until: at('2026-11-27T00:00:00') }
    expect(stepsOf(span, 'DAY', now).map(({ hours }) => hours)).toEqual([12, 24, 10.5])
    expect(stepsOf(span, 'WEEK', now).map(({ hours }) => hours)).toEqual([46.5])
  })
})

it('reads how many there were from today backwards, from when it is known', () => {
  const steps = stepsOf({ from: at('2026-11-22T00:00:00'), until: now }, 'DAY', now)
  const changes = [
    { at: at('2026-11-24T05:00:00'), delta: 3 },
    { at: at('2026-11-26T09:00:00'), delta: -2 },
  ]
  const known = at('2026-11-23T12:00:00')
  expect(levelsOf(steps, { now: 10, changes, known })).toEqual([null, 9, 12, 12, 10])
})
