import { describe, expect, it } from 'vitest'
import { policyPresets } from '@muster/contract'
import { isCommon } from './commonPasswords.rules.ts'
import { followsRule, isExpired, type PasswordRule } from './password.rules.ts'

const strict: PasswordRule = { min: 8, max: 16, checked: ['upper', 'lower', 'digit', 'special'] }
const usual = policyPresets.default

describe('the password rule', () => {
  it.each<[string, PasswordRule, boolean]>([
    ['correct horse battery', usual, true],
    ['short', usual, false],
    ['x'.repeat(65), usual, false],
    ['x'.repeat(65), { ...usual, max: 0 }, true],
    ['my name is Layla!', usual, false],
    ['كلمة مرور طويلة جدا', usual, true],
    ['Abcdef1!', strict, true],
    ['abcdef1!', strict, false],
    ['ABCDEF1!', strict, false],
    ['Abcdefg!', strict, false],
    ['Abcdefg1', strict, false],
    ['kite harbour 1', policyPresets.pci, true],
    ['kite harbour one', policyPresets.pci, false],
  ])('judges %j', (password, rule, accepted) => {
    expect(followsRule(password, rule, 'layla')).toBe(accepted)
  })

  it('calls a password old after the days of the policy, and never where it has none', () => {
    const changed = new Date('2026-01-01T00:00:00Z')
    const after = (days: number) => new Date(changed.getTime() + days * 86_400_000)
    expect(isExpired(changed, 90, after(90))).toBe(false)
    expect(isExpired(changed, 90, after(90.001))).toBe(true)
    expect(isExpired(changed, 0, after(9000))).toBe(false)
  })
})

describe('a common password', () => {
  it.each([
    'passwordpassword',
    'Password123456!',
    'P@ssw0rd!2026',
    'welcome2summer2026',
    'administrator1',
    'qwertyuiop123',
    'qwertyuiopasdf',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'iloveyou-forever'.replace('forever', 'princess'),
    'Letmein.Letmein',
    'AdminAdmin2024',
    'TerminalManagementSystem1',
    'tigris-bank-2026',
    'layla.haddad.99',
    'كلمةالمرور123',
  ])('is %j', (password) => {
    const context = ['Terminal Management System', 'Tigris Bank', 'Layla Haddad']
    expect(isCommon(password, context)).toBe(true)
  })

  it.each([
    'a password of my own',
    'kite harbour velvet',
    'nine purple otters swim',
    '739184620193',
    'K7#vq2!mZr0xL',
    'xkcd-pond-lantern',
    'نخلة على ضفة النهر القديم',
  ])('is not %j', (password) => {
    expect(isCommon(password, ['Terminal Management System', 'Tigris Bank'])).toBe(false)
  })

  it('is each of thousands that a guessing program makes of the everyday words', () => {
    const words = [
      'password',
      'welcome',
      'admin',
      'dragon',
      'monkey',
      'summer',
      'liverpool',
      'master',
    ]
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
    const disguise = (word: string) => word.replace(/a/g, '@').replace(/o/g, '0').replace(/e/g, '3')
    const years = Array.from({ length: 60 }, (_, index) => String(1970 + index))
    const ends = [...years, '1', '12', '123', '1234', '!', '!!', '123!', '2026!', '#1']
    const guesses = words
      .flatMap((word) => [word, capital(word), word.toUpperCase(), disguise(word), word + word])
      .flatMap((word) => ends.map((end) => word + end))
    const missed = guesses.filter((guess) => !isCommon(guess))
    expect(guesses.length).toBeGreaterThan(2500)
    expect(missed).toEqual([])
  })
})
