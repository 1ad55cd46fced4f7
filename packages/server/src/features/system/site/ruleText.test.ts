import { expect, it } from 'vitest'
import { ruleText } from './ruleText.ts'

it.each([
  [{ min: 8, max: 0, checked: [] }, 'At least 8 characters'],
  [{ min: 0, max: 32, checked: [] }, 'At most 32 characters'],
  [{ min: 8, max: 32, checked: [] }, '8 to 32 characters'],
  [
    { min: 8, max: 0, checked: ['lower', 'digit'] },
    'At least 8 characters, with small letters and digits',
  ],
] as const)('puts %j into words', (rule, words) => {
  expect(ruleText('en', rule)).toBe(words)
})

it('says it in the language of the request', () => {
  expect(ruleText('ar-IQ', { min: 12, max: 64, checked: [] })).toBe('من ١٢ إلى ٦٤ من الأحرف')
})
