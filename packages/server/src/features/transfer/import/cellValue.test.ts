import { areas, models, users, vendors, type Call } from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { expect, it } from 'vitest'
import { setOwnWordings } from '../../../platform/texts.ts'
import { listOf, valueOf } from './cellValue.ts'

function read(page: Call, field: string, text: string, zone?: string): unknown {
  const column = importOf(page)?.columns.find((one) => one.field === field)
  if (!column) throw new Error(`no column ${field}`)
  const read = valueOf(column, text, zone)
  return 'value' in read ? read.value : read.problem.key
}

it.each([
  ['24', 24],
  [' 24 ', 24],
  ['24.0', 24],
  ['٢٤', 24],
  ['۲۴', 24],
  ['+7', 7],
  ['121', 'rule.tooBig'],
  ['-1', 'rule.tooSmall'],
  ['24.5', 'import.kind.number'],
  ['two', 'import.kind.number'],
  // A comma for decimals, or a list of two.
  ['١٬٥', 'import.kind.number'],
  ['١٬٥٠٠٬٠', 'import.kind.number'],
  ['0x10', 'import.kind.number'],
  ['', 'import.kind.number'],
])('reads the number %j', (text, expected) => {
  expect(read(vendors.page, 'warrantyMonths', text)).toBe(expected)
})

it.each([
  ['country', 'country'],
  ['COUNTRY', 'country'],
  // As an export has written it, in whatever language.
  ['Country', 'country'],
  [' بلد ', 'country'],
  ['somewhere', 'rule.choiceOf'],
])('reads the choice %j', (text, expected) => {
  expect(read(areas.page, 'type', text)).toBe(expected)
})

it.each([
  ['IQ', 'IQ'],
  ['iq', 'IQ'],
  // As an export has written it, in whatever language.
  ['Iraq', 'IQ'],
  [' العراق ', 'IQ'],
  // Burma's old code is no longer in use.
  ['Myanmar (Burma)', 'MM'],
  ['Nowhere', 'kit.invalid.country'],
])('reads the country %j', (text, expected) => {
  expect(read(vendors.page, 'country', text)).toBe(expected)
})

it.each([
  ['2026-11-20', '2026-11-20'],
  ['٢٠٢٦-١١-٢٠', '2026-11-20'],
  ['2026-11-20 00:00:00', '2026-11-20'],
  // A sheet's count of days, or a year: nobody knows.
  ['46346', 'import.kind.date'],
  ['2026', 'import.kind.date'],
  ['١٢', 'import.kind.date'],
  // Of which place's day?
  ['2026-11-20T23:30:00Z', 'import.kind.date'],
  ['2026-11-20 18:00', 'import.kind.date'],
  ['2026-02-30', 'import.kind.date'],
  ['20.11.2026', 'import.kind.date'],
])('reads the day %j', (text, expected) => {
  expect(read(models.page, 'endOfSupport', text)).toBe(expected)
})

it.each([
  ['2026-11-20 14:05', '2026-11-20T14:05:00.000Z'],
  ['2026-11-20T14:05:06Z', '2026-11-20T14:05:06.000Z'],
  ['46346.5', 'rule.format'],
  ['tomorrow', 'rule.format'],
])('reads the moment %j', (text, expected) => {
  expect(read(users.page, 'validTo', text)).toBe(expected)
})

it.each([
  ['Asia/Baghdad', '2026-11-20 14:05', '2026-11-20T11:05:00.000Z'],
  ['Asia/Baghdad', '٢٠٢٦-١١-٢٠', '2026-11-19T21:00:00.000Z'],
  ['Asia/Baghdad', '2026-11-20T14:05:00Z', '2026-11-20T14:05:00.000Z'],
  ['UTC', '2026-11-20 14:05:00.5', '2026-11-20T14:05:00.500Z'],
  ['Europe/Berlin', '2026-10-25 02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
  // Clocks show the one twice, and the other never.
  ['Europe/Berlin', '2026-10-25 02:30:00', 'rule.doubledHour'],
  ['Europe/Berlin', '2026-03-29 02:30:00', 'rule.skippedHour'],
  ['Asia/Baghdad', '2026-02-30 12:00', 'rule.format'],
  ['Asia/Baghdad', '2026-11-20 25:00', 'rule.format'],
  ['Asia/Baghdad', '2026-11-20 12:00+99:00', 'rule.format'],
])('reads in %s the moment %j', (zone, text, expected) => {
  expect(read(users.page, 'validTo', text, zone)).toBe(expected)
})

it('takes the word of a choice for none where another has it, too', () => {
  setOwnWordings(new Map([['en', new Map([['area.type.city', 'Country']])]]))
  try {
    expect(read(areas.page, 'type', 'Country')).toBe('country')
    expect(read(areas.page, 'type', 'بلد')).toBe('country')
    setOwnWordings(new Map([['en', new Map([['area.type.city', 'بلد']])]]))
    expect(read(areas.page, 'type', 'بلد')).toBe('rule.choiceOf')
  } finally {
    setOwnWordings(new Map())
  }
})

it('parts codes by comma, semicolon and line, in Arabic too, and takes each once', () => {
  expect(listOf('a, b;c\nd، e؛f,,a')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
