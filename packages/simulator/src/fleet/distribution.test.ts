import { describe, expect, it } from 'vitest'
import { Distribution } from './distribution.ts'

describe('a distribution', () => {
  it('tells percentiles within two percent', () => {
    const durations = new Distribution()
    for (let n = 1; n <= 1000; n++) durations.add(n)
    expect(Math.abs(durations.percentile(0.5) - 500)).toBeLessThan(10)
    expect(Math.abs(durations.percentile(0.95) - 950)).toBeLessThan(19)
    expect(durations.longest).toBe(1000)
  })

  it('of nothing is zero', () => {
    expect(new Distribution().percentile(0.95)).toBe(0)
  })
})
