import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { Payments } from './payments.ts'

const hour = 3_600_000
const noon = Date.parse('2026-03-05T12:00:00Z')

/** What a terminal takes in some hours, told minute by minute. */
function takenIn(payments: Payments, from: number, hours: number): number {
  const before = payments.count
  for (let minute = 0; minute < hours * 60; minute++) payments.pass(60, from + minute * 60_000)
  return payments.count - before
}

it('takes payments by the hour of the day, each shop its own', () => {
  const payments = new Payments(chanceOf('seed', 'T1', 'payments'))
  const night = takenIn(payments, noon + 13 * hour, 4)
  const day = takenIn(payments, noon, 4)
  expect(night).toBe(0)
  expect(day).toBeGreaterThan(8)
  const again = new Payments(chanceOf('seed', 'T1', 'payments'))
  expect([takenIn(again, noon + 13 * hour, 4), takenIn(again, noon, 4)]).toEqual([night, day])
})

it('takes none where an upgrade has broken that', () => {
  const payments = new Payments(chanceOf('seed', 'T1', 'payments'))
  takenIn(payments, noon, 1)
  payments.isBroken = true
  expect(takenIn(payments, noon, 4)).toBe(0)
})
