import { expect, it } from 'vitest'
import { isOutdated, terminalClock } from './clock.ts'

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

it('is not put back by what was written long ago, but by what the server answers now', () => {
  const clock = terminalClock(0, () => 10_000)
  clock.learn(50_000)
  expect([clock.learnTold(49_999), clock.serverNow()]).toEqual([false, 50_000])
  expect([clock.learnTold(60_000), clock.serverNow()]).toEqual([true, 60_000])
  expect([clock.learnTold(55_000), clock.serverNow()]).toEqual([false, 60_000])
  clock.learn(20_000)
  expect([clock.learnTold(20_001), clock.serverNow()]).toEqual([true, 20_001])
})

it.each([
  ['the same once more', { rev: 7, ts: 100 }, false],
  ['what came before', { rev: 6, ts: 90 }, true],
  ['the same revision, sent earlier', { rev: 7, ts: 90 }, true],
  ['a newer revision', { rev: 8, ts: 110 }, false],
  ['a newer revision of a server whose clock was put back', { rev: 8, ts: 90 }, false],
  ['a lower revision of a server that was restored', { rev: 3, ts: 110 }, false],
])('of settings, knows %s', (_, told, isOld) => {
  expect(isOutdated(told, { rev: 7, ts: 100 })).toBe(isOld)
})
