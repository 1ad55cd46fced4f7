import { expect, it } from 'vitest'
import { planOf, textsOfJson, textsOfRows } from './languageFile.rules.ts'

const known = [
  { key: 'a.title', source: 'Title', value: 'Titel' },
  { key: 'a.count', source: '{count} rows', value: null },
  { key: 'a.count_one', source: '{count} row', value: null },
  { key: 'own.hello', source: null, value: 'Hallo' },
]

it('tells what would be new, what would change and what stays', () => {
  const texts = {
    'a.title': 'Überschrift',
    'a.count': '{count} Zeilen',
    'own.hello': 'Hallo',
    'own.bye': 'Tschüss',
  }
  expect(planOf(texts, known)).toEqual({
    added: ['a.count', 'own.bye'],
    changed: ['a.title'],
    unchanged: 1,
    refused: [],
  })
})

it('refuses what lacks a place, invents one, is empty or has no proper key', () => {
  const texts = { 'a.count': 'Zeilen', 'a.title': '{who}', 'own.hello': ' ', 'no key': 'x' }
  expect(planOf(texts, known)).toMatchObject({
    added: [],
    changed: [],
    refused: [
      { key: 'a.count', reason: 'language.lacksPlaces', params: { names: '{count}' } },
      { key: 'a.title', reason: 'language.unknownPlaces', params: { names: '{who}' } },
      { key: 'own.hello', reason: 'rule.required' },
      { key: 'no key', reason: 'language.badKey' },
    ],
  })
})

it('lets a form of a plural say its number in words', () => {
  expect(planOf({ 'a.count_one': 'eine Zeile' }, known).added).toEqual(['a.count_one'])
})

it.each([
  ['a file of ours', '{"format":"muster-language","language":"de","texts":{"a":"b"}}'],
  ['keys and texts alone', '\uFEFF{"a":"b"}'],
])('reads JSON: %s', (_, content) => {
  expect(textsOfJson(content, 'de')).toEqual({ texts: { a: 'b' } })
})

it.each([
  ['{"a":', 'language.notAFile'],
  ['[1]', 'language.notAFile'],
  ['{"a":1}', 'language.notAFile'],
  ['{}', 'import.noRows'],
  ['{"format":"muster-language","language":"fr","texts":{"a":"b"}}', 'language.otherLanguage'],
])('does not take %s', (content, fault) => {
  expect(textsOfJson(content, 'de')).toMatchObject({ fault })
})

it('reads a sheet by its headings, wherever its columns stand, and leaves out empty cells', () => {
  const rows = [
    ['en', 'KEY', 'ar-IQ', 'state'],
    ['Title', 'a.title', 'العنوان', 'missing'],
    ['Count', 'a.count', '  ', 'missing'],
  ]
  expect(textsOfRows(rows, 'ar-IQ')).toEqual({ texts: { 'a.title': 'العنوان' } })
})

it('says which columns a sheet must have', () => {
  expect(textsOfRows([['key', 'de']], 'fr')).toEqual({
    fault: 'language.noHeadings',
    params: { code: 'fr' },
  })
})
