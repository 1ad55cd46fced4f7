import { shippedTexts } from '@muster/contract/texts'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  localStorage.clear()
  vi.resetModules()
})

it.each([
  ['en', 'Asia', 'Asia'],
  ['ar-IQ', 'Asia', 'آسيا'],
  ['ar-IQ', 'North America', 'أمريكا الشمالية'],
  ['ar-IQ', 'Reed marshes', 'Reed marshes'],
  ['ar-IQ', null, '–'],
])('in %s %s is called %s', async (language, name, expected) => {
  localStorage.setItem('language', language)
  const { takeTexts } = await import('../../platform/texts.ts')
  takeTexts(shippedTexts[language] ?? {})
  const { placeName } = await import('./placeName.ts')
  expect(placeName(name)).toBe(expected)
})
