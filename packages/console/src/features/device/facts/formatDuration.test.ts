import { expect, it } from 'vitest'
import { formatDuration } from './formatDuration.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

it.each([
  [0, '0 sec'],
  [400, '0 sec'],
  [59 * second, '59 sec'],
  [5 * minute, '5 min'],
  [2 * hour + 5 * minute + 40 * second, '2 hr 5 min'],
  [24 * hour, '1 day'],
  [50 * hour, '2 days 2 hr'],
])('%d ms are %s', (milliseconds, said) => {
  expect(formatDuration(milliseconds)).toBe(said)
})
