import { afterEach, expect, it } from 'vitest'
import { takeRegion } from '../../platform/format.ts'
import { dayPattern, readDay, readMinute, readTime, shownDay, shownMinute } from './typed.ts'

const order = (dateFormat: Parameters<typeof takeRegion>[0]['dateFormat']) =>
  takeRegion({ timeZone: 'Pacific/Kiritimati', dateFormat })

afterEach(() => takeRegion({ timeZone: null, dateFormat: 'locale' }))

it.each([
  { dateFormat: 'locale', pattern: 'MM/DD/YYYY', typed: '11/2/2026' },
  { dateFormat: 'YYYY-MM-DD', pattern: 'YYYY-MM-DD', typed: '2026-11-02' },
  { dateFormat: 'DD/MM/YYYY', pattern: 'DD/MM/YYYY', typed: '02/11/2026' },
  { dateFormat: 'MM/DD/YYYY', pattern: 'MM/DD/YYYY', typed: '11/02/2026' },
  { dateFormat: 'DD.MM.YYYY', pattern: 'DD.MM.YYYY', typed: '2.11.2026' },
] as const)('reads a day in the order $dateFormat and shows it so', (one) => {
  order(one.dateFormat)
  expect(dayPattern()).toBe(one.pattern)
  expect(readDay(one.typed)).toBe('2026-11-02')
  expect(readDay(shownDay('2026-11-02'))).toBe('2026-11-02')
  expect(readMinute(shownMinute('2026-11-02 21:05'))).toBe('2026-11-02 21:05')
})

it('reads what ISO writes in any order, in the digits of either script', () => {
  order('DD/MM/YYYY')
  expect(readDay('2026-11-02')).toBe('2026-11-02')
  expect(readDay('٠٢/١١/٢٠٢٦')).toBe('2026-11-02')
  expect(readMinute('2026-11-02T08:30')).toBe('2026-11-02 08:30')
  expect(readMinute('٠٢/١١/٢٠٢٦، ٠٨:٣٠')).toBe('2026-11-02 08:30')
  expect(readMinute('02/11/2026')).toBe('2026-11-02 00:00')
})

it.each(['', 'soon', '31/04/2026', '02/13/2026', '02/11/26', '2/11', '2 March 2026'])(
  'takes %j for no day',
  (typed) => {
    order('DD/MM/YYYY')
    expect(readDay(typed)).toBeNull()
    expect(readMinute(typed)).toBeNull()
  },
)

it.each([
  ['21:30', '21:30'],
  ['9:05', '09:05'],
  ['2130', '21:30'],
  ['٢١:٣٠', '21:30'],
])('reads the time %j', (typed, time) => expect(readTime(typed)).toBe(time))

it.each(['', '24:00', '12:60', '9', '9:5', '930', '9:30 PM', '9:30:15'])(
  'takes %j for no time',
  (typed) => expect(readTime(typed)).toBeNull(),
)
