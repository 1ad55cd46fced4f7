import { expect, it } from 'vitest'
import { alarmRate, availabilityOf, leftIn, onlineRate, type EstateStep } from './deviceRates.ts'

const step: EstateStep = {
  at: '2026-11-01T00:00:00.000Z',
  terminals: 200,
  online: 150,
  low: 120,
  activated: 0,
  left: { REMOVED: 1, SCRAPPED: 2, REPLACED: 0, LOST: 0 },
  alarms: { LOW: 1, MEDIUM: 0, HIGH: 3, CRITICAL: 0 },
  failures: 2,
  hours: 24,
}

it('says what share of the terminals in service was online, where both are known', () => {
  expect(onlineRate(step, step.online)).toBe(75)
  expect(onlineRate(step, null)).toBeNull()
  expect(onlineRate({ ...step, terminals: 0 }, 0)).toBeNull()
  expect(onlineRate({ ...step, terminals: null }, 150)).toBeNull()
})

it('counts alarms of each thousand terminals, and those that left in any way', () => {
  expect(alarmRate(step)).toBe(20)
  expect(leftIn(step)).toBe(3)
})

it('knows no time between failures where nothing failed', () => {
  const points = [step, { ...step, online: null, failures: 1 }]
  expect(availabilityOf({ grain: 'DAY', countedAt: null, agreed: null, points })).toEqual({
    share: 75,
    agreed: null,
    isMet: null,
    failures: 3,
    hoursBetween: 1200,
  })
  const quiet = [{ ...step, failures: 0 }]
  expect(
    availabilityOf({ grain: 'DAY', countedAt: null, agreed: null, points: quiet }).hoursBetween,
  ).toBeNull()
})

it('tells whether what is agreed was met, not by what is rounded', () => {
  const trend = (online: number, agreed: number) => ({
    grain: 'DAY' as const,
    countedAt: null,
    agreed,
    points: [{ ...step, terminals: 10_000, online }],
  })
  expect(availabilityOf(trend(9950, 99.5)).isMet).toBe(true)
  expect(availabilityOf(trend(9949.9, 99.5))).toMatchObject({ share: 99.5, isMet: false })
  expect(availabilityOf({ ...trend(1, 99.5), points: [] }).isMet).toBeNull()
})
