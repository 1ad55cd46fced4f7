import { describe, expect, it } from 'vitest'
import { calm } from './calm.ts'
import { scenarios } from './named.ts'
import { scenarioSchema } from './scenario.ts'

describe('a scenario', () => {
  it.each([...scenarios.values()])('$name keeps to the schema', (scenario) => {
    expect(scenarioSchema.safeParse(scenario).success).toBe(true)
  })

  it.each([
    ['a probability above one', { ...calm, malformed: 1.1 }],
    ['a range the wrong way round', { ...calm, reboot: [5, 2] }],
    ['a member that nobody reads', { ...calm, colour: 'red' }],
    ['a clock that no password survives', { ...calm, skew: [0, 100_000] }],
  ])('with %s is refused', (_, scenario) => {
    expect(scenarioSchema.safeParse(scenario).success).toBe(false)
  })
})
