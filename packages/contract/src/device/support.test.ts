import { expect, it } from 'vitest'
import { compareVersions, whyUnsupported } from './support.ts'

it.each([
  ['1.2.3', '1.2.3', 0],
  ['1.10', '1.9', 1],
  ['3.0.70', '3.0.72', -1],
  ['2', '2.0.0', 0],
  ['aurora-a8-2.3.1', '2.4', -1],
  ['aurora-a8-2.3.1', 'aurora-a8-2.3.0', 1],
  ['OS 9', '10', -1],
  ['2026-04-01', '2026-03-05', 1],
  ['patch-2025-12-01', 'patch-2026-01-01', -1],
  ['2026-04', '2026-04-01', -1],
  ['aurora-2.3-2026-04-01', 'aurora-2.10-2025-01-01', -1],
  ['2026-13-01', '1', 0],
  ['1.0.20261123120000000001', '1.0.20261123120000000000', 1],
])('orders %s and %s', (one, other, order) => {
  expect(Math.sign(compareVersions(one, other) ?? Number.NaN)).toBe(order)
})

it('knows no order of versions without numbers', () => {
  expect(compareVersions('latest', '1.0')).toBeNull()
})

const rule = { support: 'YES', minAgent: '3.0.72', minFirmware: '2.1' } as const
const new3 = { agentVersion: '3.0.73', firmware: 'a8-2.1.0' }

it.each([
  ['no rule', undefined, new3, null],
  ['NO', { ...rule, support: 'NO' }, new3, { reason: 'MODEL' }],
  ['versions that suffice', rule, new3, null],
  ['support in part', { ...rule, support: 'PARTIAL' }, new3, null],
  ['an old agent', rule, { ...new3, agentVersion: '3.0.70' }, { reason: 'AGENT', least: '3.0.72' }],
  [
    'an old firmware',
    rule,
    { ...new3, firmware: 'a8-2.0.9' },
    { reason: 'FIRMWARE', least: '2.1' },
  ],
  ['versions that nobody told', rule, { agentVersion: null, firmware: null }, null],
] as const)('says of %s why it is not supported', (_, known, versions, why) => {
  expect(whyUnsupported(known, versions)).toEqual(why)
})
