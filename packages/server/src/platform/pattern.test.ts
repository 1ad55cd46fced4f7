import { RE2JS } from 're2js'
import { expect, it, vi } from 'vitest'
import { isPattern, matchesPattern, tryPattern } from './pattern.ts'

it.each([
  'a{0,1000}'.repeat(28),
  `(${'a'.repeat(200)}){1000}`,
  `((?:[a-f]\\d){10}${'x'.repeat(60)}){100}`,
  `(\\Q(\\E${'[(]'.repeat(60)}){100}`,
])('takes no pattern that counts far, and does not even compile it: %s', (pattern) => {
  const compile = vi.spyOn(RE2JS, 'compile')
  expect(isPattern(pattern)).toBe(false)
  expect(compile).not.toHaveBeenCalled()
  compile.mockRestore()
})

it.each([
  ['[0-9A-F]{1,1000}', 'A'.repeat(1000)],
  ['.{0,1000}', 'x'.repeat(1000)],
  ['(?:[0-9]{2}:){5}[0-9]{2}', '00:11:22:33:44:55'],
  ['\\x{1F600}\\p{Lu}{2}', '\u{1F600}ÄÖ'],
  ['[]a]{2}\\{3,4}', 'a]{3,4}'],
  ['\\Qa{0,10}\\E+', 'a{0,10}}'],
])('takes %s as it was', (pattern, text) => {
  expect(isPattern(pattern)).toBe(true)
  expect(matchesPattern(pattern, text)).toBe(true)
})

it('matches no text that is too long for a pattern', () => {
  const pattern = 'a{0,1000}a{0,1000}a{0,400}'
  expect(matchesPattern(pattern, 'a'.repeat(500))).toBe(true)
  expect(matchesPattern(pattern, 'a'.repeat(2400))).toBe(false)
})

it('keeps nothing of a pattern that is only tried', () => {
  const compile = vi.spyOn(RE2JS, 'compile')
  const tried = () => tryPattern('tried[0-9]', 'tried1')
  expect(tried()).toEqual({ isPattern: true, matches: true })
  expect(tried()).toEqual({ isPattern: true, matches: true })
  expect(tryPattern('(?=a)', 'a')).toEqual({ isPattern: false, matches: false })
  expect(compile).toHaveBeenCalledTimes(3)
  compile.mockRestore()
})
