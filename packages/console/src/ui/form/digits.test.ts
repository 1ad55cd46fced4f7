// @vitest-environment node
import { expect, it } from 'vitest'
import { asciiDigits } from './digits.ts'

it('writes Arabic-Indic and Persian digits as ASCII and leaves the rest', () => {
  expect(asciiDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(asciiDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(asciiDigits('+٩٦٤ (7) أب')).toBe('+964 (7) أب')
})
