import { isNetwork, policyPresets } from '@muster/contract'
import { expect, it } from 'vitest'
import { wrongPart } from './passwordPolicy.rules.ts'

const policy = policyPresets.default

it('accepts the presets', () => {
  expect(Object.values(policyPresets).map(wrongPart)).toEqual([null, null])
})

it('wants the longest length not below the shortest, unless there is none', () => {
  expect(wrongPart({ ...policy, min: 20, max: 19 })).toEqual({
    field: 'max',
    key: 'rule.maxBelowMin',
  })
  expect(wrongPart({ ...policy, min: 20, max: 20 })).toBeNull()
  expect(wrongPart({ ...policy, min: 20, max: 0 })).toBeNull()
})

it.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32'])(
  'knows the network %s',
  (text) => {
    expect(isNetwork(text)).toBe(true)
  },
)

it.each(['10.0.0.256', '10.0.0', '10.0.0.0/33', '::1/129', ':::', '10.0.0.0/8/8', '10.0.0.1/', ''])(
  'refuses the network %s',
  (text) => {
    expect(isNetwork(text)).toBe(false)
    expect(wrongPart({ ...policy, ipAllowList: [text] })?.field).toBe('ipAllowList')
  },
)

it('asks for what PCI DSS 4.0.1 asks for', () => {
  expect(policyPresets.pci).toMatchObject({
    min: 12,
    checked: ['lower', 'digit'],
    history: 4,
    expireDays: 90,
    maxFail: 10,
    lockMinutes: 30,
    idleMinutes: 15,
    forceFirstChange: true,
    mfaRequired: 'all',
  })
})
