import { deviceMessages } from '@muster/contract'
import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { troubleBy } from './troubles.ts'

it('people report in messages that are in order, and as often as the scenario says', () => {
  const chance = chanceOf('s', 'T-1', 'troubles')
  const told = Array.from({ length: 400 }, () => troubleBy(chance, 0.25)).flatMap(
    (one) => one ?? [],
  )
  expect(told.length).toBeGreaterThan(60)
  expect(told.length).toBeLessThan(140)
  for (const one of told)
    expect(deviceMessages.upMessages.tkt.body.safeParse(one).success).toBe(true)
  expect(told.some(({ phone }) => phone !== undefined)).toBe(true)
  expect(troubleBy(chance, 0)).toBeNull()
})
