import { expect, it } from 'vitest'
import { activeRate, actsIn, type AppStep, troubleRate } from './appRates.ts'

const step: AppStep = {
  at: '2026-11-01T00:00:00.000Z',
  acts: {
    INSTALLED: 2,
    UPDATED: 3,
    DOWNGRADED: 1,
    REMOVED: 4,
    INSTALL_FAILED: 5,
    REMOVE_FAILED: 1,
  },
  days: 400,
  active: 300,
  launches: 900,
  minutes: 1,
  kilobytes: 1,
  crashes: 3,
  anrs: 1,
}

it('counts trouble on each thousand days of terminals, and the share that opened it', () => {
  expect(troubleRate(step)).toBe(10)
  expect(activeRate(step)).toBe(75)
  expect(troubleRate({ ...step, days: 0 })).toBeNull()
  expect(activeRate({ ...step, days: 0 })).toBeNull()
})

it('tells what came from what went and what failed', () => {
  expect(actsIn(step)).toEqual({ come: 6, gone: 4, failed: 6 })
})
