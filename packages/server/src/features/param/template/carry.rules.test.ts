import { frozenTemplate } from '@muster/contract'
import { expect, it } from 'vitest'
import { plainField } from '../../../../test/testParams.ts'
import { carriedOver } from './carry.rules.ts'

const { fields } = frozenTemplate().parse({
  files: [],
  groups: [],
  headers: [],
  rules: [],
  fields: [
    plainField('host'),
    { ...plainField('port'), dataType: 'PORT' },
    { ...plainField('fixed'), readOnly: true },
    { ...plainField('pin'), secret: true },
    { ...plainField('key'), secret: true, dataType: 'DIGITS', minLength: 4 },
  ],
})
const carried = (values: Record<string, string>, secrets: Record<string, string> = {}) =>
  carriedOver({ values, secrets }, { fields }, () => true)

it('keeps what the other revision takes', () => {
  expect(carried({ host: 'a', port: '80' }, { pin: '1' })).toEqual({
    said: { values: { host: 'a', port: '80' }, secrets: { pin: '1' } },
    dropped: [],
  })
})

it('drops what it has not, takes none of, or lets nobody change', () => {
  expect(carried({ port: 'none', fixed: 'x', gone: 'y', host: '' })).toEqual({
    said: { values: { host: '' }, secrets: {} },
    dropped: ['fixed', 'gone', 'port'],
  })
})

it('judges what variables are in when they are filled', () => {
  expect(carried({ port: '${port}' }).dropped).toEqual([])
})

it('seals what became a secret, and drops a secret that is none any more', () => {
  expect(carried({ key: '1234' }, { host: 'sealed' })).toEqual({
    said: { values: {}, secrets: { key: '1234' } },
    dropped: ['host'],
  })
})

it('keeps a secret whatever it is: what is dropped would tell of it', () => {
  expect(carried({}, { key: 'abc' })).toEqual({
    said: { values: {}, secrets: { key: 'abc' } },
    dropped: [],
  })
})
