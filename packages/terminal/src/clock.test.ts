import { expect, it } from 'vitest'
import { terminalClock } from './clock.ts'

it.each([
  [7_200_000, 7200],
  [-1_499, -1],
  [0, 0],
])('that is %i ms apart from the server says so once it has learnt it', (skew, seconds) => {
  const clock = terminalClock(skew, () => 1_767_225_600_000)
  expect(clock.skewSeconds()).toBeCloseTo(0)
  clock.learn(1_767_225_600_000)
  expect(clock.skewSeconds()).toBeCloseTo(seconds)
  expect(clock.serverNow()).toBe(1_767_225_600_000)
})
