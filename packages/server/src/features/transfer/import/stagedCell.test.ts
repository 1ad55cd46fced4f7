import { devices, vendors, type Call } from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { expect, it } from 'vitest'
import { valueOf } from './cellValue.ts'
import { keptCount, keptKey, keptOf } from './stagedCell.ts'

function columnOf(page: Call, field: string) {
  const column = importOf(page)?.columns.find((one) => one.field === field)
  if (!column) throw new Error(`no column ${field}`)
  return column
}

it.each([
  [vendors.page, 'name', 65],
  [vendors.page, 'code', 65],
  [vendors.page, 'email', 256],
  [vendors.page, 'warrantyMonths', 1025],
  [vendors.page, 'country', 1025],
  [devices.page, 'sn', 33],
  [devices.page, 'modelId', 1025],
] as const)('keeps no more of a text than %s.%s refuses in the same words', (page, field, kept) => {
  const column = columnOf(page, field)
  const long = 'Ab1'.repeat(10_000)
  const cut = keptOf(column, long)
  expect(cut).toBe(long.slice(0, kept))
  // A name is looked up, and refused there.
  const isJudged = column.kind !== 'record'
  expect(isJudged && valueOf(column, cut)).toEqual(isJudged && valueOf(column, long))
})

it('keeps what its column takes, however many blanks stand around it', () => {
  const name = columnOf(vendors.page, 'name')
  const padded = `${' '.repeat(100)}${'n'.repeat(64)}${' '.repeat(100)}`
  expect(keptOf(name, padded)).toBe(padded)
  // The cut would end with blanks, which are no part of a name: nothing of it is taken for a whole one.
  const parted = `${'n'.repeat(64)}  ${'n'.repeat(64)}`
  expect(valueOf(name, keptOf(name, parted))).toMatchObject({ problem: { key: 'rule.tooLong' } })
})

it('tells long keys apart, and the same one from none', () => {
  const long = '\u{1F600}'.repeat(10_000)
  expect(keptKey('k'.repeat(512))).toBe('k'.repeat(512))
  expect(keptKey(long)).toBe(keptKey(long))
  expect(keptKey(long)).not.toBe(keptKey(`${long}!`))
  expect(Buffer.byteLength(keptKey(`a${long}`))).toBeLessThan(2000)
})

it('refuses a file of which too much would be kept', () => {
  const keep = keptCount(10)
  keep([{ cells: { name: 'four', remark: 'four' } }])
  keep([{ cells: {} }, { cells: { name: 'if' } }])
  expect(() => keep([{ cells: { name: '!' } }])).toThrow('import.tooLarge')
})
