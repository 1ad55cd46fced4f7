import { describe, expect, it } from 'vitest'
import { flaky } from '../scenarios/flaky.ts'
import { drawFate } from './fate.ts'

const fates = (seed: string) =>
  Array.from({ length: 4000 }, (_, nth) => drawFate(flaky, seed, 'SIM-00001', nth))

describe('the fate of commands', () => {
  it('is the same for the same seed, serial and number', () => {
    expect(fates('7')).toEqual(fates('7'))
    expect(fates('8')).not.toEqual(fates('7'))
  })

  it('comes as often as the scenario says', () => {
    const all = fates('7')
    const share = (end: string) => all.filter((fate) => fate.end === end).length / all.length
    expect(share('NOTHING')).toBeCloseTo(0.03, 1)
    expect(share('REFUSED')).toBeCloseTo(0.1, 1)
    expect(share('FAILED')).toBeCloseTo(0.087, 1)
    expect(all.filter(({ isDoubled }) => isDoubled).length / all.length).toBeCloseTo(0.2, 1)
  })

  it('names a reason for what is not done, and none for what is', () => {
    for (const { end, code } of fates('7'))
      expect(code !== null).toBe(end === 'REFUSED' || end === 'FAILED')
  })
})
