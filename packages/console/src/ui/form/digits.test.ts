import { afterEach, expect, it } from 'vitest'
import { asciiDigits, shownDigits, soughtText } from './digits.ts'

afterEach(() => {
  document.documentElement.lang = 'en'
})

it('turns Arabic and Persian digits into ASCII ones and leaves the rest', () => {
  expect(asciiDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(asciiDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(asciiDigits('SN-٤٢ / 7 طرف')).toBe('SN-42 / 7 طرف')
})

it('shows the digits of the page in a field of numbers', () => {
  expect(shownDigits('-3600')).toBe('-3600')
  document.documentElement.lang = 'ar-IQ'
  expect(shownDigits('-3600')).toBe('-٣٦٠٠')
})

it('looks for numbers in ASCII digits and for Arabic names as they are written', () => {
  expect(soughtText('٠٠٠٠١٢')).toBe('000012')
  expect(soughtText('DEMO-٠٠٠٠١٢')).toBe('DEMO-000012')
  expect(soughtText('فرع ١٢')).toBe('فرع ١٢')
})
