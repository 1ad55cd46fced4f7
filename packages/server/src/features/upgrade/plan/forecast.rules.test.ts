import { expect, it } from 'vitest'
import { type ForecastInput, forecastOf, sizesOf } from './forecast.rules.ts'

const plan: ForecastInput = {
  sizes: [100],
  waves: [{ soakMinutes: 0, successPercent: 95 }],
  bytes: 60_000_000,
  options: {
    ratePerMinute: 10,
    rateGrowth: 1,
    downloadWindow: null,
    installWindows: [],
    healthMinutes: 30,
  },
  usualRate: 600,
  startMinute: 0,
  lastMinute: null,
  mbits: 8,
  closed: [],
}

it('tells how long the rate takes, and what is downloaded side by side', () => {
  const { minutes, peakMbits, late, curve } = forecastOf(plan)
  // Ten minutes to tell all, one to download, eight to install.
  expect(minutes).toBe(18)
  expect(peakMbits).toBe(80)
  expect(late).toBe(0)
  expect(curve.at(-1)).toEqual({ minute: 18, done: 100 })
})

it('waits for the hours of download and of install, and between waves', () => {
  const days = [1, 2, 3, 4, 5, 6, 7]
  const downloadWindow = { from: '01:00', until: '02:00', days }
  const installWindows = [{ from: '04:00', until: '05:00', days }]
  const hours = { ...plan.options, downloadWindow, installWindows }
  expect(forecastOf({ ...plan, options: hours }).minutes).toBe(4 * 60 + 8)
  const waves = [{ soakMinutes: 60, successPercent: 100 }, ...plan.waves]
  const two = forecastOf({ ...plan, sizes: [10, 90], waves })
  expect(two.waves).toEqual([
    { wave: 1, startMinute: 0, endMinute: 9 },
    { wave: 2, startMinute: 69, endMinute: 86 },
  ])
})

it('sends nothing on blackout days', () => {
  const closed = [
    { from: -60, until: 30 },
    { from: 30, until: 90 },
    { from: 95, until: 155 },
  ]
  expect(forecastOf({ ...plan, closed }).minutes).toBe(18 + 90 + 60)
})

it('says how many are late where the plan ends before', () => {
  const { minutes, late } = forecastOf({ ...plan, lastMinute: 13 })
  expect(minutes).toBeNull()
  expect(late).toBe(50)
})

it('is done at once with nobody', () => {
  expect(forecastOf({ ...plan, sizes: [0] })).toMatchObject({ minutes: 0, late: 0 })
})

it('parts terminals as the plan will', () => {
  const ladder = [{ percent: 1 }, { percent: 5 }, { percent: 100 }]
  expect(sizesOf('LADDER', ladder, 150)).toEqual([2, 6, 142])
  expect(sizesOf('COUNTS', [{ count: 10 }, { count: 20 }, {}], 25)).toEqual([10, 15, 0])
  expect(sizesOf('SINGLE', [{}], 7)).toEqual([7])
})
