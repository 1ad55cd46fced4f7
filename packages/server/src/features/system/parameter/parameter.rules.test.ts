import type { ParameterType } from '@muster/contract'
import { expect, it } from 'vitest'
import { readValue } from './parameter.rules.ts'

const rule = { min: null, max: null, options: [] }
const read = (type: ParameterType, text: string, more: object = {}) =>
  readValue(type, text, { ...rule, ...more })

it.each([
  ['int', '42', 42],
  ['int', '-7', -7],
  ['decimal', '0.25', 0.25],
  ['bool', 'true', true],
  ['bool', 'false', false],
  ['string', 'مرحبا', 'مرحبا'],
  ['json', '{"a":[1,2]}', { a: [1, 2] }],
  ['cron', '*/5 0-6 1,15 * 1', '*/5 0-6 1,15 * 1'],
  ['duration', '90s', '90s'],
] as const)('reads %s from %j', (type, text, value) => {
  expect(read(type, text)).toEqual({ value })
})

it.each([
  ['int', '4.5'],
  ['int', '1e3'],
  ['int', ''],
  ['decimal', 'NaN'],
  ['bool', 'yes'],
  ['enum', 'c'],
  ['json', '{'],
  ['json', '"text"'],
  ['json', '['.repeat(40) + ']'.repeat(40)],
  ['cron', '* * * *'],
  ['cron', '60 * * * *'],
  ['cron', '*/0 * * * *'],
  ['duration', 'soon'],
] as const)('refuses %s %j', (type, text) => {
  expect(read(type, text, { options: ['a', 'b'] })).toHaveProperty('problem')
})

it('keeps numbers within their bounds and texts within their lengths', () => {
  const bounds = { min: 2, max: 5 }
  expect(read('int', '1', bounds)).toMatchObject({ problem: 'rule.tooSmall', params: { limit: 2 } })
  expect(read('int', '6', bounds)).toMatchObject({ problem: 'rule.tooBig' })
  expect(read('string', 'x', bounds)).toMatchObject({ problem: 'rule.tooShort' })
  expect(read('string', 'xxxxxx', bounds)).toMatchObject({ problem: 'rule.tooLong' })
  expect(read('int', '5', bounds)).toEqual({ value: 5 })
})
