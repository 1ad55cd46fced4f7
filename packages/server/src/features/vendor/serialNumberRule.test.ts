import { describe, expect, it } from 'vitest'
import { followsSerialNumberRule, isSerialNumberRule } from './serialNumberRule.ts'

describe('a rule for serial numbers', () => {
  it.each([null, '', 'P[0-9]{9}', '(AB|CD)-\\d+', '^N5[A-Z]+$'])('may be %j', (rule) => {
    expect(isSerialNumberRule(rule)).toBe(true)
  })

  it.each(['[', '(', 'a**', '(?=x)y', '(a)\\1', '(?<!x)', '((((a{1,99}){1,99}){1,99}){1,99})'])(
    'may not be %j',
    (rule) => expect(isSerialNumberRule(rule)).toBe(false),
  )

  it.each([
    ['P123456789', 'P[0-9]{9}', true],
    ['XP123456789', 'P[0-9]{9}', false],
    ['P1234567890', 'P[0-9]{9}', false],
    ['ANY-01', null, true],
    ['ANY-01', '', true],
  ])('%s against %j', (serialNumber, snRule, follows) => {
    expect(followsSerialNumberRule(serialNumber, { snRule, snPrefixes: [] })).toBe(follows)
  })

  it.each([
    ['NL-123', [], true],
    ['NL-123', ['AU', 'NL'], true],
    ['NL-123', ['AU'], false],
    ['NL-12X', ['NL'], false],
    ['XNL-123', ['NL'], false],
  ])('%s beginning with one of %j', (serialNumber, snPrefixes, follows) => {
    const rule = { snRule: '[A-Z-]+[0-9]{3}', snPrefixes }
    expect(followsSerialNumberRule(serialNumber, rule)).toBe(follows)
  })

  it('answers at once where a backtracking engine would never end', () => {
    const snRule = '(A*)*(A*)*(A*)*(A*)*B'
    const started = performance.now()
    expect(followsSerialNumberRule('A'.repeat(32), { snRule, snPrefixes: [] })).toBe(false)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
