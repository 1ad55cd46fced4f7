import { describe, expect, it } from 'vitest'
import { type Circumstances, isOpen, waitsFor, waitsForWifi } from './gates.ts'

const timeZone = 'Asia/Baghdad'
/** A Wednesday, 02:30 in Baghdad. */
const night = Date.UTC(2026, 10, 24, 23, 30)
const fine: Circumstances = {
  now: night,
  timeZone,
  battery: 80,
  isCharging: false,
  network: '4G',
  isBusy: false,
}

describe('what is in the way of an installation', () => {
  it.each([
    ['nothing', {}, {}, null],
    ['a low battery', { minBat: 90 }, {}, 'BATTERY'],
    ['no low battery while it charges', { minBat: 90 }, { isCharging: true }, null],
    ['a closed window', { win: [{ f: '03:00', t: '04:00' }] }, {}, 'WINDOW'],
    ['no open window', { win: [{ f: '01:00', t: '05:00' }] }, {}, null],
    ['a missing charger', { charger: true }, {}, 'CHARGER'],
    ['its user', { idle: true }, { isBusy: true }, 'IDLE'],
    ['no user where that does not matter', {}, { isBusy: true }, null],
    ['nothing by force', { force: true, idle: true, charger: true }, { isBusy: true }, null],
    ['its battery even by force', { force: true, minBat: 90 }, {}, 'BATTERY'],
    ['nothing after the deadline', { idle: true, deadline: night }, { isBusy: true }, null],
  ] as const)('is %s', (_, options, change, reason) => {
    expect(
      waitsFor(
        { ...options, win: [...('win' in options ? options.win : [])] },
        { ...fine, ...change },
      ),
    ).toBe(reason)
  })

  it('is a metered network, for the download', () => {
    expect(waitsForWifi({ wifiOnly: true }, fine)).toBe(true)
    expect(waitsForWifi({ wifiOnly: true }, { ...fine, network: 'WIFI' })).toBe(false)
    expect(waitsForWifi({}, fine)).toBe(false)
  })
})

describe('a window', () => {
  it.each([
    [{ f: '22:00', t: '03:00' }, true],
    [{ f: '22:00', t: '02:30' }, false],
    // The night of Tuesday is still open on Wednesday morning.
    [{ d: [2], f: '22:00', t: '03:00' }, true],
    [{ d: [3], f: '22:00', t: '03:00' }, false],
    [{ d: [3], f: '02:00', t: '03:00' }, true],
    [{ d: [2], f: '02:00', t: '03:00' }, false],
  ])('%j is open at 02:30 on a Wednesday: %s', (window, open) => {
    expect(isOpen(window, { now: night, timeZone })).toBe(open)
  })

  // In Berlin the clocks leap from 02:00 to 03:00 on Sunday, 29 March 2026, at 01:00 UTC; those of Lord
  // Howe by half an hour, from 02:00 to 02:30 on Sunday, 4 October, at 15:30 UTC of the day before.
  it.each([
    ['Europe/Berlin', { d: [7], f: '02:15', t: '02:45' }, '2026-03-29T00:59:00Z', false],
    ['Europe/Berlin', { d: [7], f: '02:15', t: '02:45' }, '2026-03-29T01:14:00Z', false],
    ['Europe/Berlin', { d: [7], f: '02:15', t: '02:45' }, '2026-03-29T01:15:00Z', true],
    ['Europe/Berlin', { d: [7], f: '02:15', t: '02:45' }, '2026-03-29T01:44:00Z', true],
    ['Europe/Berlin', { d: [7], f: '02:15', t: '02:45' }, '2026-03-29T01:45:00Z', false],
    ['Europe/Berlin', { d: [6], f: '02:15', t: '02:45' }, '2026-03-29T01:15:00Z', false],
    // Those that the clocks do show do not come a second time.
    ['Europe/Berlin', { d: [7], f: '03:15', t: '03:45' }, '2026-03-29T02:20:00Z', false],
    ['Europe/Berlin', { d: [7], f: '01:15', t: '01:45' }, '2026-03-29T01:20:00Z', false],
    ['Australia/Lord_Howe', { d: [7], f: '02:05', t: '02:25' }, '2026-10-03T15:36:00Z', true],
    ['Australia/Lord_Howe', { d: [7], f: '02:31', t: '02:45' }, '2026-10-03T16:10:00Z', false],
  ])('in %s %j is open at %s: %s', (zone, window, at, open) => {
    expect(isOpen(window, { now: Date.parse(at), timeZone: zone })).toBe(open)
  })
})
