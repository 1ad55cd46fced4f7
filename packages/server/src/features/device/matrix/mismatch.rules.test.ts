import { expect, it } from 'vitest'
import { mismatchesOf } from './mismatch.rules.ts'

const rule = (code: string, support: 'YES' | 'NO' | 'PARTIAL', minAgent: string | null = null) => ({
  code,
  support,
  minAgent,
  minFirmware: null,
})
const rules = [
  rule('NFC', 'YES'),
  rule('GPS', 'NO'),
  rule('ICC', 'PARTIAL'),
  rule('KIOSK', 'YES', '3.1'),
]

it.each([
  [['NFC'], []],
  [['NFC', 'ICC', 'KIOSK', 'UNKNOWN'], []],
  [[], ['-NFC']],
  [['GPS'], ['+GPS', '-NFC']],
])('finds of %j what differs: %j', (capabilities, differing) => {
  const reported = { capabilities, agentVersion: '3.0', firmware: null }
  expect(mismatchesOf(rules, reported)).toEqual(differing)
})
