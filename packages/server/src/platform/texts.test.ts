import { expect, it } from 'vitest'
import { translate } from '../platform/texts.ts'

it('fills a text with the digits of its language', () => {
  expect(translate('en', 'rule.tooBig', { limit: 12_000 })).toBe('At most 12,000')
  expect(translate('ar-IQ', 'rule.tooBig', { limit: 12_000 })).toBe('لا تزيد القيمة على ١٢٬٠٠٠')
  expect(translate('ar-IQ', 'refusal.versionConflict', { name: 'DEMO-12' })).toContain('DEMO-12')
})

it('answers in English where a language has no pack, whatever the header says', () => {
  expect(translate('--', 'rule.tooBig', { limit: 12 })).toBe('At most 12')
})
