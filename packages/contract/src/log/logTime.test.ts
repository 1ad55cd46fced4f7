import { expect, it } from 'vitest'
import { readLogTime, timeOfLine } from './logTime.ts'

const at = (hours: number, minutes: number, seconds = 0, ms = 0) =>
  ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms

it.each([
  ['11-26 10:02:46.123  1180  1193 E Till: no paper', 11, 26, at(10, 2, 46, 123)],
  ['2026-11-26 10:02:46.123 +0300 1180 1193 I Till: x', 11, 26, at(10, 2, 46, 123)],
  ['2026-01-02T03:04:05Z agent started', 1, 2, at(3, 4, 5)],
  ['<6>Nov  6 10:02:46 till kernel: x', 11, 6, at(10, 2, 46)],
  ['[2026-11-26 10:02:46,500] INFO x', 11, 26, at(10, 2, 46, 500)],
])('reads when %j was written', (line, month, day, time) => {
  expect(timeOfLine(line)).toEqual({ month, day, time })
})

it.each([
  '    at com.bank.pay.Till.open(Till.java:10)',
  '',
  '99-99 10:02:46 x',
  'Foo 26 10:02:46 x',
])('finds no time in %j', (line) => {
  expect(timeOfLine(line)).toBeNull()
})

it('reads what somebody asks for', () => {
  expect(readLogTime(' 10:02 ')).toEqual({ month: null, day: null, time: at(10, 2) })
  expect(readLogTime('11-26 10:02:46')).toEqual({ month: 11, day: 26, time: at(10, 2, 46) })
  expect(readLogTime('2026-11-26T10:02')).toEqual({ month: 11, day: 26, time: at(10, 2) })
  for (const text of ['', 'noon', '25:00', '10', '11-26', '13-40 10:02'])
    expect({ text, read: readLogTime(text) }).toEqual({ text, read: null })
})
