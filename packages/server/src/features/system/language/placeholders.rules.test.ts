import { expect, it } from 'vitest'
import { isPluralForm, placesAmiss } from './placeholders.rules.ts'

it.each([
  ['Hello', 'Hallo', [], []],
  ['{a} of {b}', '{b}: {a}', [], []],
  ['{a} of {b}', '{a}', ['b'], []],
  ['{a}', '{a} {c}', [], ['c']],
  ['{name}', '{Name}', ['name'], ['Name']],
])('compares the places of %j and %j', (source, value, lacking, unknown) => {
  expect(placesAmiss(source, value)).toEqual({ lacking, unknown })
})

it.each([
  ['kit.removed_one', true],
  ['kit.removed', false],
  ['a_list', false],
])('takes %s for a plural form: %s', (key, expected) => {
  expect(isPluralForm(key)).toBe(expected)
})
