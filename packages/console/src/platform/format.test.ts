import { afterEach, expect, it, vi } from 'vitest'
import {
  formatAll,
  formatCountry,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatTime,
  formatTimeOfDay,
  takeRegion,
} from './format.ts'

const at = '2026-11-20T22:05:09Z'
const bare = (text: string) => text.replace(/[\u2066\u2068\u2069]/g, '')

afterEach(() => takeRegion({ timeZone: null, dateFormat: 'locale' }))

it('shows moments in the zone that the user chose', () => {
  takeRegion({ timeZone: 'Asia/Baghdad', dateFormat: 'YYYY-MM-DD' })
  expect(bare(formatDateTime(at))).toBe('2026-11-21 01:05')
  expect(formatTimeOfDay(at)).toBe('01:05')
})

it.each([
  { dateFormat: 'YYYY-MM-DD', day: '2026-11-20' },
  { dateFormat: 'DD/MM/YYYY', day: '20/11/2026' },
  { dateFormat: 'MM/DD/YYYY', day: '11/20/2026' },
  { dateFormat: 'DD.MM.YYYY', day: '20.11.2026' },
] as const)('writes days as $dateFormat', ({ dateFormat, day }) => {
  takeRegion({ timeZone: 'UTC', dateFormat })
  expect(bare(formatDate(at))).toBe(day)
})

it('keeps a calendar day the same in every zone', () => {
  takeRegion({ timeZone: 'Pacific/Kiritimati', dateFormat: 'YYYY-MM-DD' })
  expect(bare(formatDay('2026-11-20'))).toBe('2026-11-20')
  takeRegion({ timeZone: 'Pacific/Pago_Pago', dateFormat: 'YYYY-MM-DD' })
  expect(bare(formatDay('2026-11-20'))).toBe('2026-11-20')
})

it('puts names in a row', () => {
  expect(bare(formatAll(['Colour', 'Size', 'Weight']))).toBe('Colour, Size, Weight')
})

it.each([
  ['LB', 'Lebanon'],
  ['ZZZ', 'ZZZ'],
  [null, '–'],
])('names the country %s', (code, name) => {
  expect(formatCountry(code)).toBe(name)
})

it.each([
  { dateFormat: 'YYYY-MM-DD', written: '03-09 21:30' },
  { dateFormat: 'DD/MM/YYYY', written: '09/03 21:30' },
  { dateFormat: 'DD.MM.YYYY', written: '09.03 21:30' },
] as const)('names the day of what was not today in $dateFormat', ({ dateFormat, written }) => {
  takeRegion({ timeZone: 'UTC', dateFormat })
  vi.useFakeTimers({ now: new Date('2026-03-10T08:00:00Z'), toFake: ['Date'] })
  expect(bare(formatMoment('2026-03-09T21:30:15Z'))).toBe(written)
  expect(formatMoment('2026-03-10T07:30:15Z')).toBe(formatTime('2026-03-10T07:30:15Z'))
  vi.useRealTimers()
})
