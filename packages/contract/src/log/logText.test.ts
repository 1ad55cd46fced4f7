import { expect, it } from 'vitest'
import { processOf } from './logText.ts'

it.each([
  ['11-26 10:02:46.123  1234  1250 E Till: 1', '1234'],
  ['2026-11-26 10:02:46.123 +0300  1234 E Till: 1', '1234'],
  ['11-26 10:02:46.123  1000  1234  1250 E Till: 1', '1234'],
  ['E/Till( 1234): 1', '1234'],
  ['Nov 26 10:02:46 n7 muster-agent[1234]: started', '1234'],
  ['    at com.bank.Till.pay(Till.java:12)', null],
  ['values[12]: none', null],
])('knows of %s which process wrote it', (line, process) => {
  expect(processOf(line)).toBe(process)
})
