import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../../test/show.tsx'
import { shadeOf, shadesOf, shadeText, valueOf, valueText } from './shades.ts'

beforeEach(() => prepareBrowser())

const counts = (terminals: number, more = {}) => ({
  terminals,
  online: 0,
  alarmed: 0,
  failing: 0,
  ...more,
})

it('tells areas apart by tens, however large the estate is', () => {
  const steps = (most: number) => shadesOf('terminals', [counts(most)]).map(({ least }) => least)
  expect(steps(1)).toEqual([1])
  expect(steps(151)).toEqual([1, 10, 100])
  expect(steps(2_000_000)).toEqual([1, 1000, 10_000, 100_000, 1_000_000])
  expect(shadesOf('terminals', [])).toHaveLength(1)
})

it('says how many are online of a hundred, and how many are in trouble of a thousand', () => {
  const area = counts(200, { online: 150, alarmed: 3, failing: 40 })
  expect(valueOf('terminals', area)).toBe(200)
  expect(valueOf('online', area)).toBe(75)
  expect(valueOf('alarmed', area)).toBe(15)
  expect(valueOf('failing', area)).toBe(200)
  expect(valueOf('online', counts(0))).toBeNull()
  expect(valueText('online', 74.6)).toBe('75%')
  expect(valueText('failing', 199.8)).toBe('200')
})

it.each([
  ['online', 100, 'ok'],
  ['online', 79.9, 'warn'],
  ['online', 0, 'bad'],
  ['alarmed', 0, 'away'],
  ['alarmed', 0.1, 'warn'],
  ['failing', 1000, 'bad'],
] as const)('colours %s of %d as %s', (metric, value, tone) => {
  expect(shadeOf(shadesOf(metric, []), value)?.tone).toBe(tone)
})

it('names each step of the legend', () => {
  const texts = (metric: 'online' | 'alarmed') => {
    const shades = shadesOf(metric, [])
    return shades.map((_, place) => shadeText(metric, shades, place))
  }
  expect(texts('online')).toEqual(['below 60%', 'below 80%', 'below 95%', '95% or more'])
  expect(texts('alarmed')).toEqual(['0', 'below 50', 'below 200', '200 or more'])
})
