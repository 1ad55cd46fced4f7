import { describe, expect, it } from 'vitest'
import { clockOf, isTimezone } from './timezone.rules.ts'

describe('the clock of a zone', () => {
  it.each([
    ['Asia/Baghdad', '2026-01-01', 180, false, null],
    ['UTC', '2026-01-01', 0, false, null],
    ['Europe/Berlin', '2026-01-01', 60, false, '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', 120, true, '2026-10-25T01:00:00.000Z'],
    ['America/New_York', '2026-07-01', -240, true, '2026-11-01T06:00:00.000Z'],
    ['Australia/Sydney', '2026-01-01', 660, true, '2026-04-04T16:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-07-01', 630, false, '2026-10-03T15:30:00.000Z'],
    ['Asia/Kathmandu', '2026-07-01', 345, false, null],
    ['Pacific/Marquesas', '2026-07-01', -570, false, null],
  ])('%s on %s', (zoneId, date, ...clock) => {
    const [offsetMinutes, isDaylightSaving, nextChangeAt] = clock
    const shift = zoneId === 'Australia/Lord_Howe' ? 30 : 60
    const standardOffsetMinutes = Number(offsetMinutes) - (isDaylightSaving ? shift : 0)
    expect(clockOf(zoneId, new Date(`${date}T00:00:00Z`))).toEqual({
      standardOffsetMinutes,
      offsetMinutes,
      isDaylightSaving,
      nextChangeAt,
    })
  })

  it('changes at the very minute it names', () => {
    const before = clockOf('Europe/Berlin', new Date('2026-03-29T00:59:59.999Z'))
    const after = clockOf('Europe/Berlin', new Date('2026-03-29T01:00:00Z'))
    expect([before.offsetMinutes, after.offsetMinutes]).toEqual([60, 120])
    expect(before.nextChangeAt).toBe('2026-03-29T01:00:00.000Z')
  })

  it('has a clock for every zone that the server ships', () => {
    const now = new Date('2026-06-01T00:00:00Z')
    const offsets = Intl.supportedValuesOf('timeZone').map(
      (zone) => clockOf(zone, now).offsetMinutes,
    )
    expect(offsets.every((offset) => Math.abs(offset) <= 14 * 60)).toBe(true)
  })
})

describe('the name of a zone', () => {
  it.each([
    'Asia/Baghdad',
    'UTC',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Asia/Calcutta',
  ])('knows %s', (zoneId) => expect(isTimezone(zoneId)).toBe(true))
  it.each(['', 'Mars/Olympus', '+03:00', 'asia/baghdad', 'GMT+3', 'Asia', 'Asia/Baghdad '])(
    'refuses %j',
    (zoneId) => expect(isTimezone(zoneId)).toBe(false),
  )
})
