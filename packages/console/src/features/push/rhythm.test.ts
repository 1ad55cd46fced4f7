import { expect, it } from 'vitest'
import { cronOf, rhythmOf } from './rhythm.ts'

it.each([
  ['0 3 * * *', { every: 'daily', at: '03:00' }],
  ['30 22 * * 1,5,0', { every: 'weekly', at: '22:30', days: [1, 5, 7] }],
  ['5 0 31 * *', { every: 'monthly', at: '00:05', day: 31 }],
] as const)('says %j in words, and back', (cron, rhythm) => {
  expect(rhythmOf(cron)).toEqual(rhythm)
  expect(cronOf(rhythm)).toBe(cron)
})

it.each(['*/5 * * * *', '0 3 1 * 1', '0 3 * 6 *', '0 3 * * 1-5', 'daily'])(
  'has no words for %j',
  (cron) => {
    expect(rhythmOf(cron)).toBeNull()
  },
)
