import fc from 'fast-check'
import { expect, it } from 'vitest'
import { momentsAt, wallTimeAt } from './wallClock.rules.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const iso = (moments: readonly number[]) => moments.map((one) => new Date(one).toISOString())

it.each([
  ['Asia/Baghdad', '2026-11-22T12:00', ['2026-11-22T09:00:00.000Z']],
  ['America/St_Johns', '2026-07-01T12:00', ['2026-07-01T14:30:00.000Z']],
  // Clocks are put back at 03:00, and leap from 02:00 to 03:00.
  ['Europe/Berlin', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['Europe/Berlin', '2026-03-29T02:30', []],
  ['Europe/Berlin', '2026-03-29T03:00', ['2026-03-29T01:00:00.000Z']],
  // Half an hour is skipped and doubled there; a whole day was skipped here.
  [
    'Australia/Lord_Howe',
    '2026-04-05T01:45',
    ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ],
  ['Pacific/Apia', '2011-12-30T12:00', []],
  ['UTC', '2026-11-22T12:00', ['2026-11-22T12:00:00.000Z']],
])('in %s clocks show %s at %j', (zone, wall, moments) => {
  expect(iso(momentsAt(zone, at(wall)))).toEqual(moments)
})

it('finds every moment by what the clocks showed then', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const moment = fc.date({
    min: new Date('1975-01-01'),
    max: new Date('2060-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(zone, moment, (name, date) => {
      const found = momentsAt(name, wallTimeAt(name, date.getTime()))
      expect(found).toContain(date.getTime())
    }),
  )
})
