import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Happenings } from './happenings.ts'

let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'muster-agent-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const told = (happenings: Happenings, beat: object, more: object = {}, alarms: object = {}) =>
  happenings
    .next({ beat, skewSeconds: 0, at: 1, ...more }, { ...alarms })
    .map(({ code, over }) => [code, over])

it('tells what begins and what is over, each once', () => {
  const own = new Happenings(state)
  expect(told(own, { bat: 10, chg: false, freeMb: 100 })).toEqual([
    ['BATTERY_LOW', false],
    ['STORAGE_LOW', false],
  ])
  expect(told(own, { bat: 9, chg: false, freeMb: 100 })).toEqual([])
  // A battery at its limit would come and go with each beat.
  expect(told(own, { bat: 16, chg: false, freeMb: 500 })).toEqual([['STORAGE_LOW', true]])
  expect(told(own, { bat: 16, chg: true, freeMb: 500 })).toEqual([['BATTERY_LOW', true]])
  expect(told(own, {}, { skewSeconds: -400 })).toEqual([['CLOCK_SKEWED', false]])
})

it('goes by the limits of D-CFG, and tells nothing that is not wanted', () => {
  const own = new Happenings(state)
  expect(told(own, { bat: 10, freeMb: 100 }, {}, { battery: 5, storage: 0 })).toEqual([])
  expect(told(own, {}, { skewSeconds: 9000 }, { clock: false })).toEqual([])
  expect(told(own, { bat: 10 }, {}, { battery: 20 })).toEqual([['BATTERY_LOW', false]])
})

it('is told once though the agent begins anew, and that it is over though that was in between', () => {
  const first = new Happenings(state)
  expect(told(first, { bat: 10, chg: false })).toEqual([['BATTERY_LOW', false]])
  // Whoever has not got it is told again.
  const second = new Happenings(state)
  expect(told(second, { bat: 10, chg: false })).toEqual([['BATTERY_LOW', false]])
  second.settle({ code: 'BATTERY_LOW', over: false })
  const third = new Happenings(state)
  expect(told(third, { bat: 10, chg: false })).toEqual([])
  const fourth = new Happenings(state)
  expect(told(fourth, { bat: 90, chg: false })).toEqual([['BATTERY_LOW', true]])
  fourth.settle({ code: 'BATTERY_LOW', over: true })
  expect(told(new Happenings(state), { bat: 90, chg: false })).toEqual([])
})
