import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { calm } from '../scenarios/calm.ts'
import { newHardware } from './hardware.ts'
import { isSwitchedOn, Mishaps } from './mishaps.ts'

const hardware = {
  ...newHardware(chanceOf('s', 'T-1', 'h')),
  battery: 50,
  isCharging: false,
  freeMb: 900,
}

it('tells of a low battery once, and once that it is over', () => {
  const mishaps = new Mishaps(chanceOf('s', 'T-1', 'm'), calm)
  const codes = [50, 14, 13, 18, 21].map((battery) =>
    mishaps.next({ ...hardware, battery }, 0).map(({ code, over }) => [code, over]),
  )
  expect(codes).toEqual([[], [['BATTERY_LOW', false]], [], [], [['BATTERY_LOW', true]]])
})

it('tells from the limits on that D-CFG says', () => {
  const mishaps = new Mishaps(chanceOf('s', 'T-1', 'm'), calm)
  const alarms = { battery: 60, storage: 1000, clock: 10 }
  const codes = mishaps.next(hardware, 11, alarms).map(({ code }) => code)
  expect(codes).toEqual(['BATTERY_LOW', 'STORAGE_LOW', 'CLOCK_SKEWED'])
})

it('tells of a clock that is wrong by more than five minutes', () => {
  const mishaps = new Mishaps(chanceOf('s', 'T-1', 'm'), calm)
  expect(mishaps.next(hardware, -301)).toMatchObject([{ code: 'CLOCK_SKEWED', over: false }])
  expect(mishaps.next(hardware, -301)).toEqual([])
})

it('lets out what D-CFG does not switch off', () => {
  expect(isSwitchedOn({ rev: 1 }, 'PAPER_OUT')).toBe(true)
  expect(isSwitchedOn({ alarms: { paper: false } }, 'PAPER_OUT')).toBe(false)
  expect(isSwitchedOn({ alarms: { paper: false } }, 'TAMPERED')).toBe(true)
  expect(isSwitchedOn({ alarms: { battery: 0 } }, 'BATTERY_LOW')).toBe(false)
})
