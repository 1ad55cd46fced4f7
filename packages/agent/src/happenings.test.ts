import { expect, it } from 'vitest'
import { Happenings } from './happenings.ts'

const told = (happenings: Happenings, beat: object, more: object = {}, alarms: object = {}) =>
  happenings
    .next({ beat, skewSeconds: 0, at: 1, ...more }, { ...alarms })
    .map(({ code, over }) => [code, over])

it('tells what begins and what is over, each once', () => {
  const own = new Happenings()
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
  const own = new Happenings()
  expect(told(own, { bat: 10, freeMb: 100 }, {}, { battery: 5, storage: 0 })).toEqual([])
  expect(told(own, {}, { skewSeconds: 9000 }, { clock: false })).toEqual([])
  expect(told(own, { bat: 10 }, {}, { battery: 20 })).toEqual([['BATTERY_LOW', false]])
})
