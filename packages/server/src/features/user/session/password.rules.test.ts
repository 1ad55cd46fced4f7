import { describe, expect, it } from 'vitest'
import {
  defaultRule,
  followsRule,
  lockedUntil,
  lockout,
  type PasswordRule,
} from './password.rules.ts'

const strict: PasswordRule = { min: 8, max: 16, checked: ['upper', 'lower', 'digit', 'special'] }

describe('the password rule', () => {
  it.each<[string, PasswordRule, boolean]>([
    ['correct horse battery', defaultRule, true],
    ['short', defaultRule, false],
    ['x'.repeat(65), defaultRule, false],
    ['my name is Layla!', defaultRule, false],
    ['كلمة مرور طويلة جدا', defaultRule, true],
    ['Abcdef1!', strict, true],
    ['abcdef1!', strict, false],
    ['ABCDEF1!', strict, false],
    ['Abcdefg!', strict, false],
    ['Abcdefg1', strict, false],
  ])('judges %j', (password, rule, accepted) => {
    expect(followsRule(password, rule, 'layla')).toBe(accepted)
  })

  it('locks at the last allowed failure, not before', () => {
    const now = new Date('2026-01-01T00:00:00Z')
    expect(lockedUntil(lockout.failures - 1, now)).toBeNull()
    expect(lockedUntil(lockout.failures, now)?.toISOString()).toBe('2026-01-01T00:30:00.000Z')
  })
})
