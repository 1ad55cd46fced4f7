import { expect, it } from 'vitest'
import { worded } from './moments.ts'

it('writes numbers and moments as the language does, and leaves codes alone', () => {
  expect(worded(1200, 'en')).toBe('1,200')
  expect(worded(10, 'ar-IQ')).toBe('١٠')
  expect(worded('123456', 'ar-IQ')).toBe('123456')
  expect(worded('2026-11-20T13:05:00.000Z', 'en')).toBe('November 20, 2026 at 13:05 UTC')
  const arabic = worded('2026-11-20T13:05:00.000Z', 'ar-IQ')
  expect(arabic).toContain('١٣:٠٥')
  expect(arabic).not.toMatch(/[0-9]/)
})
