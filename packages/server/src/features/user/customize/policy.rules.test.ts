import { type PasswordPolicy, policyPresets } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { laxerMembers, strictest } from './policy.rules.ts'

const plain = policyPresets.default
const policy = (more: Partial<PasswordPolicy>): PasswordPolicy => ({ ...plain, ...more })

type Case = readonly [Partial<PasswordPolicy>, Partial<PasswordPolicy>, Partial<PasswordPolicy>]

const cases: readonly Case[] = [
  [{ min: 12 }, { min: 16 }, { min: 16 }],
  [{ checked: ['digit'] }, { checked: ['upper'] }, { checked: ['upper', 'digit'] }],
  [{ history: 5 }, { history: 0 }, { history: 5 }],
  [{ expireDays: 0 }, { expireDays: 90 }, { expireDays: 90 }],
  [{ expireDays: 90 }, { expireDays: 30 }, { expireDays: 30 }],
  [{ expireDays: 0 }, { expireDays: 0 }, { expireDays: 0 }],
  [{ maxFail: 10 }, { maxFail: 3 }, { maxFail: 3 }],
  [{ lockMinutes: 30 }, { lockMinutes: 60 }, { lockMinutes: 60 }],
  [{ lockMinutes: 1440 }, { lockMinutes: 0 }, { lockMinutes: 0 }],
  [{ idleMinutes: 15 }, { idleMinutes: 5 }, { idleMinutes: 5 }],
  [{ forceFirstChange: false }, { forceFirstChange: true }, { forceFirstChange: true }],
  [{ maxSessions: 10 }, { maxSessions: 1 }, { maxSessions: 1 }],
  [{ mfaRequired: 'off' }, { mfaRequired: 'admins' }, { mfaRequired: 'admins' }],
  [{ mfaRequired: 'all' }, { mfaRequired: 'off' }, { mfaRequired: 'all' }],
  [{ ipAllowList: [] }, { ipAllowList: ['10.0.0.0/8'] }, { ipAllowList: ['10.0.0.0/8'] }],
  [
    { ipAllowList: ['10.0.0.0/8', '2001:db8::/32'] },
    { ipAllowList: ['10.1.0.0/16', '192.0.2.1'] },
    { ipAllowList: ['10.1.0.0/16'] },
  ],
]

describe('two policies together', () => {
  it.each(cases)('%j and %j are %j, whichever is above', (one, other, both) => {
    expect(strictest(policy(one), policy(other))).toMatchObject(both)
    expect(strictest(policy(other), policy(one))).toMatchObject(both)
  })

  it.each(cases)('%j and %j ask for no less than either of them', (one, other) => {
    const both = strictest(policy(one), policy(other))
    expect(laxerMembers(policy(one), both)).toEqual([])
    expect(laxerMembers(policy(other), both)).toEqual([])
  })

  it('let nobody in where their networks have nothing in common', () => {
    const both = strictest(
      policy({ ipAllowList: ['10.0.0.0/8'] }),
      policy({ ipAllowList: ['192.0.2.0/24'] }),
    )
    expect(both.ipAllowList).toEqual(['255.255.255.255/32'])
  })

  it('leave room for a password, however short the longest was', () => {
    expect(strictest(policy({ min: 20 }), policy({ min: 8, max: 16 })).max).toBe(20)
    expect(strictest(policy({ min: 20, max: 64 }), policy({ min: 8, max: 0 })).max).toBe(0)
  })
})

describe('a policy of one’s own', () => {
  it.each<[Partial<PasswordPolicy>, Partial<PasswordPolicy>, readonly string[]]>([
    [{}, {}, []],
    [{ min: 12 }, { min: 11 }, ['min']],
    [{ min: 12 }, { min: 12, max: 0 }, []],
    [{ checked: ['digit', 'upper'] }, { checked: ['upper', 'digit'] }, []],
    [{ checked: ['digit'] }, { checked: ['upper'] }, ['checked']],
    [{ expireDays: 90 }, { expireDays: 0 }, ['expireDays']],
    [{ expireDays: 90 }, { expireDays: 91 }, ['expireDays']],
    [{ lockMinutes: 0 }, { lockMinutes: 1440 }, ['lockMinutes']],
    [{ lockMinutes: 30 }, { lockMinutes: 0 }, []],
    [{ forceFirstChange: true }, { forceFirstChange: false }, ['forceFirstChange']],
    [{ mfaRequired: 'admins' }, { mfaRequired: 'off' }, ['mfaRequired']],
    [{ ipAllowList: ['10.0.0.0/8'] }, { ipAllowList: [] }, ['ipAllowList']],
    [{ ipAllowList: ['10.0.0.0/8'] }, { ipAllowList: ['10.2.0.0/16', '10.3.0.1'] }, []],
    [{ ipAllowList: ['10.2.0.0/16'] }, { ipAllowList: ['10.0.0.0/8'] }, ['ipAllowList']],
    [{ ipAllowList: ['2001:db8::/32'] }, { ipAllowList: ['2001:db8:1::/48'] }, []],
    [{ history: 5, maxFail: 5 }, { history: 4, maxFail: 6 }, ['history', 'maxFail']],
  ])('under %j, %j is laxer in %j', (above, own, laxer) => {
    expect(laxerMembers(policy(above), policy(own))).toEqual(laxer)
  })
})
