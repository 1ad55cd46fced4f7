import { RE2JS } from 're2js'
import { expect, it, vi } from 'vitest'
import { isPattern, matchesPattern, matchesTogether, tryPattern } from './pattern.ts'

it.each([
  'a{0,1000}'.repeat(28),
  `(${'a'.repeat(200)}){1000}`,
  `((?:[a-f]\\d){10}${'x'.repeat(200)}){100}`,
  `(\\Q(\\E${'[(]'.repeat(60)}){1000}`,
  `(?:${'a||b||'.repeat(40)}){1000}`,
  `${'('.repeat(110)}a${')'.repeat(110)}{1000}`,
])('takes no pattern that counts far, and does not even compile it: %s', (pattern) => {
  const compile = vi.spyOn(RE2JS, 'compile')
  expect(isPattern(pattern)).toBe(false)
  expect(compile).not.toHaveBeenCalled()
  compile.mockRestore()
})

it.each([
  ['[0-9A-F]{1,1000}', 'A'.repeat(1000)],
  ['.{0,1000}', 'x'.repeat(1000)],
  ['(?:(a|b)|){0,500}', 'ab'],
  ['(?:[0-9]{2}:){5}[0-9]{2}', '00:11:22:33:44:55'],
  ['\\x{1F600}\\p{Lu}{2}', '\u{1F600}ÄÖ'],
  ['[]a]{2}\\{3,4}', 'a]{3,4}'],
  ['(?:[A-Za-z0-9]|-){0,1000}', 'a-1'],
  ['(?:\\d|\\s){0,1000}', '1 2'],
  ['(?:[0-9A-Fa-f]{2}[ :]?){1,500}', '0a:1B 2c'],
  ["(?:\\p{L}|\\p{M}|\\p{N}|[ '.-]){1,600}", "Umm Qasr's 2"],
  ['(?:[0-9]{6}(?:-[0-9]{6})?,?){1,166}', '400000-499999,510000'],
  ['(?i)(?:[[:alpha:]]|\\x41){1,1000}', 'abc'],
  ['[A-Z]{0,500}.*', 'A'.repeat(4096)],
  ['\\Qa{0,10}\\E+', 'a{0,10}}'],
])('takes %s as it was', (pattern, text) => {
  expect(isPattern(pattern)).toBe(true)
  expect(matchesPattern(pattern, text)).toBe(true)
})

it('takes no pattern of so many parts any more, and still matches by one that is stored', () => {
  const pattern = '(?:a?b?c?){1000}'
  expect(isPattern(pattern)).toBe(false)
  expect(tryPattern(pattern, 'abc')).toEqual({ isPattern: false, matches: true })
  expect(matchesPattern(pattern, 'abc'.repeat(500))).toBe(true)
})

it('matches no text that is too long for a pattern', () => {
  const pattern = '(?:.?.?.?.?){1000}'
  expect(matchesPattern(pattern, 'a'.repeat(2000))).toBe(true)
  expect(matchesPattern(pattern, 'a'.repeat(3000))).toBe(false)
})

it('matches no more of what is judged together than takes some tenths of a second', () => {
  const pattern = '(?:x?){1000}y?'
  const texts = Array.from({ length: 200 }, () => 'x'.repeat(900))
  const matchedBy = (matches: (pattern: string, text: string) => boolean) =>
    texts.filter((text) => matches(pattern, text)).length
  expect(matchedBy(matchesPattern)).toBe(200)
  expect(matchedBy(matchesTogether())).toBeLessThan(120)
  expect(matchesTogether()(pattern, 'xy')).toBe(true)
  // Many small ones are no matter.
  const small = matchesTogether()
  for (let no = 0; no < 2000; no += 1) expect(small(`[0-9]{1,8}|${no}`, '1234')).toBe(true)
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
