import { expect, it } from 'vitest'
import { translate } from '../platform/texts.ts'

it('fills a text with the digits of its language', () => {
  expect(translate('en', 'rule.tooBig', { limit: 12_000 })).toBe('At most 12,000')
  expect(translate('ar-IQ', 'rule.tooBig', { limit: 12_000 })).toBe('لا تزيد القيمة على ١٢٬٠٠٠')
  expect(translate('ar-IQ', 'refusal.versionConflict', { name: 'DEMO-12' })).toContain('DEMO-12')
})

it('answers in English where a language has no pack, whatever the header says', () => {
  expect(translate('--', 'rule.tooBig', { limit: 12 })).toBe('At most 12')
  expect(translate('constructor', 'rule.tooBig', { limit: 12 })).toBe('At most 12')
})

it.each(['constructor', '__proto__', 'toString'])('tells a name as it is: %s', (name) => {
  expect(translate('en', name)).toBe(name)
  expect(translate('en', 'menus.hasBelow', { name })).toContain(name)
  expect(translate('en', `{${name}}`)).toBe(`{${name}}`)
})

it.each([
  ['en', 1, 'Your password expires in 1 day.'],
  ['en', 3, 'Your password expires in 3 days.'],
  ['ar-IQ', 1, 'تنتهي صلاحية كلمة مرورك خلال يوم واحد.'],
  ['ar-IQ', 2, 'تنتهي صلاحية كلمة مرورك خلال يومين.'],
  ['ar-IQ', 7, 'تنتهي صلاحية كلمة مرورك خلال ٧ أيام.'],
  ['ar-IQ', 14, 'تنتهي صلاحية كلمة مرورك خلال ١٤ يومًا.'],
])('counts as %s does: %i', (language, count, text) => {
  expect(translate(language, 'notice.account.passwordExpires', { count })).toContain(text)
})
