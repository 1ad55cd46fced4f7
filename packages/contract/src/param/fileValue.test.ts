import { expect, it } from 'vitest'
import { faultOfValue, paramColumn } from './field.ts'
import { pathOfParamFile, readParamFile, writeParamFile } from './fileValue.ts'

const sha256 = 'ab'.repeat(32)
const {
  key: _,
  title: __,
  required: ___,
  ...column
} = paramColumn().parse({
  key: 'a',
  title: 'a',
  dataType: 'STRING',
})
const faultOf = (dataType: 'FILE' | 'IMAGE', text: string) =>
  faultOfValue({ ...column, dataType, columns: [], maxRows: null }, text, () => true)?.key ?? null

it('is the same file after it was written as text', () => {
  const file = { sha256, size: 12, name: 'شعار 1.png' }
  expect(readParamFile(writeParamFile(file))).toEqual(file)
})

it('is no file without a size, or with a folder in its name', () => {
  expect(readParamFile(`${sha256}/a.png`)).toBeNull()
  expect(readParamFile(`${sha256}/12/a/b.png`)).toBeNull()
  expect(readParamFile(`${sha256}/0/a.png`)).toBeNull()
  expect(readParamFile(`${sha256}/12/\${name}.png`)).toBeNull()
})

it('lies in a folder that cannot be left, whatever it is called', () => {
  expect(pathOfParamFile('logo', { name: 'a.png' })).toBe('files/logo/a.png')
  expect(pathOfParamFile('..', { name: '..' })).toBe('files/_./_.')
  expect(pathOfParamFile('logo', { name: 'شعار 1.png' })).toBe('files/logo/_____1.png')
})

it.each([
  ['FILE', `${sha256}/12/a.cer`, null],
  ['FILE', `${sha256}/2097153/a.cer`, 'param.fileTooLarge'],
  ['FILE', 'a.cer', 'param.form.FILE'],
  ['IMAGE', `${sha256}/12/a.GIF`, null],
  ['IMAGE', `${sha256}/12/a.txt`, 'param.form.IMAGE'],
  // A variable stands for all of it.
  ['IMAGE', '${logo}', null],
  ['IMAGE', `${sha256}/12/\${name}`, 'param.form.IMAGE'],
] as const)('%s: %s', (dataType, text, fault) => {
  expect(faultOf(dataType, text)).toBe(fault)
})
