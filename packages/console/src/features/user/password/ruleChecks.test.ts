import { expect, it } from 'vitest'
import { type Rule, ruleChecks } from './ruleChecks.ts'

const rule: Rule = { rule: '12 to 64 characters', checked: '', min: 12, max: 64 }
const kept = (of: Rule, password: string, userName = 'layla') =>
  Object.fromEntries(
    ruleChecks(of, password, userName).map(({ text, isKept }) => [text ?? 'whole', isKept]),
  )

it.each([
  { name: 'too short', given: rule, password: 'short', whole: false },
  { name: 'long enough', given: rule, password: 'twelve chars', whole: true },
  { name: 'too long', given: rule, password: 'x'.repeat(65), whole: false },
  {
    name: 'long where no longest length is',
    given: { ...rule, max: 0 },
    password: 'x'.repeat(99),
    whole: true,
  },
  { name: 'of letters that take two units', given: rule, password: '𝒶'.repeat(11), whole: false },
  { name: 'of Arabic letters', given: rule, password: 'كلمة طويلة جدا', whole: true },
])('judges a password that is $name', ({ given, password, whole }) => {
  expect(kept(given, password)).toMatchObject({ whole })
})

it('names each class that the server asks for', () => {
  const strict = { ...rule, checked: 'upper,lower,digit,special' }
  expect(kept(strict, 'Abcdefghijkl')).toEqual({
    whole: false,
    'ucenter.rule.upper': true,
    'ucenter.rule.lower': true,
    'ucenter.rule.digit': false,
    'ucenter.rule.special': false,
    'ucenter.rule.name': true,
  })
  expect(kept(strict, 'Abcdefghij1!')).toMatchObject({ whole: true })
})

it('says that the own name must not be in it', () => {
  expect(kept(rule, 'my name is LAYLA')).toMatchObject({ 'ucenter.rule.name': false })
})
