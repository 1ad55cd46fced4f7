import { freeze } from '@muster/contract/param/freeze'
import { expect, it } from 'vitest'
import { measured } from '../../../../../test/cpuTime.ts'
import { readJsonSchema } from './readJsonSchema.ts'
import { draftOf, Unreadable } from './readTemplate.ts'
import { readXmlSchema } from './readXmlSchema.ts'

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Schema>
  <Groups>
    <Group><ID>G1</ID><Title>Network</Title></Group>
    <Group><ID>G2</ID><Title>Money &amp; cards</Title></Group>
  </Groups>
  <Files><File><ID>F1</ID><FileName>pay.p</FileName></File></Files>
  <Parameters>
    <Header>
      <Title>Server</Title><DefaultStyle>closed</DefaultStyle>
      <Parameter>
        <PID>pay.host</PID><InputType>text</InputType><DataType>String</DataType>
        <Title>Host</Title><Defaultvalue>pos.example</Defaultvalue>
        <GroupID>G1</GroupID><FileID>F1</FileID><Length>1,64</Length><Required>true</Required>
      </Parameter>
    </Header>
    <Parameter>
      <PID>pay.tip</PID><InputType>select</InputType><DataType>String</DataType>
      <Select>{"1":"Yes","0":"No"}</Select><GroupID>G2</GroupID><FileID>F1</FileID>
    </Parameter>
    <Parameter>
      <PID>pay.key</PID><InputType>password</InputType><Defaultvalue>1234</Defaultvalue>
      <GroupID>G2</GroupID>
    </Parameter>
    <Parameter><PID>pay.tip</PID></Parameter>
    <Parameter><PID>not a pid</PID></Parameter>
  </Parameters>
</Schema>`

it('reads an XML schema: tabs, files, headers, parameters, and says what it left out', () => {
  const read = readXmlSchema(xml)
  expect(read.groups.map(({ title }) => title)).toEqual(['Network', 'Money & cards'])
  expect(read.files).toMatchObject([{ id: 'F1', fileName: 'pay.p', format: 'XML' }])
  expect(read.headers).toMatchObject([{ groupId: 'G1', title: 'Server', isOpen: false }])
  const [host, tip, key] = read.fields
  expect(host).toMatchObject({ groupId: 'G1', headerId: read.headers[0]?.id })
  expect(host?.param).toMatchObject({
    dataType: 'STRING',
    required: true,
    minLength: 1,
    maxLength: 64,
    defaultValue: 'pos.example',
  })
  expect(tip?.param).toMatchObject({ dataType: 'ENUM', control: 'SELECT' })
  expect(tip?.param.items).toContainEqual({ value: '1', label: 'Yes' })
  expect(key?.param).toMatchObject({ secret: true, defaultValue: null, control: 'PASSWORD' })
  expect(read.notes.map((note) => note.key)).toEqual([
    'paramTemplate.note.secretDefault',
    'paramTemplate.note.twice',
    'paramTemplate.note.pid',
  ])
})

it('makes a draft of it that nothing keeps from being published', () => {
  const read = readXmlSchema(xml)
  const dictionary = new Map(read.fields.map(({ param }) => [param.pid, param]))
  const draft = draftOf(read, dictionary)
  expect(draft.fields[0]).toMatchObject({ pid: 'pay.host', label: null, defaultValue: null })
  expect(freeze(draft, dictionary, () => true).faults).toEqual([])
})

it('keeps rules of the draft before whose parameters are all there', () => {
  const rule = (expression: string) => ({ expression, message: 'x' })
  const before = [
    rule('p["pay.host"] != ""'),
    rule('p["pay.host"] != p["pay.gone"]'),
    rule('this is none'),
  ]
  expect(draftOf(readXmlSchema(xml), new Map(), before).rules).toEqual(before.slice(0, 1))
})

it.each([
  '<Schema><Parameters>',
  'no markup',
  '<Schema/>',
  '<!DOCTYPE s [<!ENTITY a "b">]><Schema><Parameters/></Schema>',
  `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`,
  `<Schema><Parameters>${'<Parameter/>'.repeat(60_001)}</Parameters></Schema>`,
])('refuses what is no such schema, or too much of it', (text) => {
  expect(() => readXmlSchema(text)).toThrow(Unreadable)
})

it('makes an id of any text at once', () => {
  const id = `a${'-'.repeat(60_000)}b`
  const text = `<Schema><Groups><Group><ID>${id}</ID></Group></Groups><Parameters/></Schema>`
  const { found, ms } = measured(() => readXmlSchema(text))
  expect(ms).toBeLessThan(1000)
  expect(found.groups).toMatchObject([{ id: 'a' }])
})

const json = JSON.stringify({
  type: 'object',
  required: ['mode'],
  properties: {
    mode: { enum: ['TEST', 'LIVE'], title: 'Mode', default: 'TEST' },
    host: {
      title: 'Host',
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', format: 'hostname', maxLength: 64 },
        port: { type: 'integer', minimum: 1, maximum: 65535, default: 443 },
        proxy: { type: 'object', title: 'Proxy', properties: { url: { $ref: '#/$defs/address' } } },
        lost: { $ref: 'https://elsewhere.example/schema' },
      },
    },
    cards: { type: 'array', items: { enum: ['visa', 'amex'] }, default: ['visa'] },
    aids: {
      type: 'array',
      maxItems: 5,
      items: {
        type: 'object',
        required: ['aid'],
        properties: { aid: { type: 'string', pattern: '^[0-9A-F]+$' }, floor: { type: 'integer' } },
      },
      default: [{ aid: 'A0', floor: 1 }],
    },
    pin: { type: 'string', writeOnly: true, default: '0000' },
    code: { type: 'string', pattern: '(?=a)b' },
    any: {},
  },
  $defs: { address: { type: 'string', format: 'uri', title: 'Address' } },
})

it('reads a JSON Schema: objects are tabs, objects in them headings, the rest parameters', () => {
  const read = readJsonSchema(json)
  const named = new Map(read.fields.map((field) => [field.param.pid, field]))
  expect([...named.keys()]).toEqual([
    'mode',
    'host.name',
    'host.port',
    'host.proxy.url',
    'cards',
    'aids',
    'pin',
    'code',
    'any',
  ])
  expect(read.groups.map(({ id }) => id)).toEqual(['main', 'host'])
  expect(named.get('mode')?.param).toMatchObject({
    dataType: 'ENUM',
    required: true,
    defaultValue: 'TEST',
  })
  expect(named.get('host.port')?.param).toMatchObject({
    dataType: 'INTEGER',
    minValue: 1,
    defaultValue: '443',
  })
  expect(named.get('host.proxy.url')).toMatchObject({ groupId: 'host', headerId: 'host.proxy' })
  expect(named.get('host.proxy.url')?.param).toMatchObject({ dataType: 'URL', label: 'Address' })
  expect(named.get('cards')?.param).toMatchObject({ dataType: 'MULTI_ENUM', defaultValue: 'visa' })
  expect(named.get('aids')?.param).toMatchObject({
    dataType: 'TABLE',
    maxRows: 5,
    defaultValue: '[{"aid":"A0","floor":"1"}]',
    columns: [
      { key: 'aid', required: true, pattern: '(?:[0-9A-F]+)' },
      { key: 'floor', dataType: 'INTEGER' },
    ],
  })
  expect(named.get('pin')?.param).toMatchObject({ secret: true, defaultValue: null })
  expect(named.get('any')?.param.dataType).toBe('JSON')
  expect(read.notes.map(({ key }) => key)).toEqual([
    'paramTemplate.note.reference',
    'paramTemplate.note.secretDefault',
    'paramTemplate.note.pattern',
    'paramTemplate.note.noType',
  ])
})

it('keeps the digits of a default that a number has no room for', () => {
  const text = `{"properties": {
    "mid": {"type": "integer", "default": 123456789012345678, "description": "\\"default\\": 123456789012345678,"},
    "tid": {"default" : -9007199254740993}, "port": {"type": "integer", "default": 443}}}`
  const { fields } = readJsonSchema(text)
  expect(fields.map(({ param }) => [param.pid, param.defaultValue])).toEqual([
    ['mid', '123456789012345678'],
    ['tid', '-9007199254740993'],
    ['port', '443'],
  ])
  expect(fields[0]?.param.description).toBe('"default": 123456789012345678,')
})

it.each(['', '[]', '{"type":"object"}', 'null'])('refuses %s as a JSON Schema', (text) => {
  expect(() => readJsonSchema(text)).toThrow(Unreadable)
})

it('does not follow references that lead round', () => {
  const round = { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } }
  expect(readJsonSchema(JSON.stringify(round)).fields).toEqual([])
})

it('ends with references that lead to ever more objects', () => {
  const names = Array.from({ length: 10 }, (_, n) => `p${n}`)
  const objectOf = (depth: number) => ({
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/d${depth + 1}` }])),
  })
  const $defs = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`d${n}`, objectOf(n)]))
  const { fields, notes } = readJsonSchema(JSON.stringify({ ...objectOf(-1), $defs }))
  expect(fields).toEqual([])
  expect(notes.at(-1)?.key).toBe('paramTemplate.note.tooMany')
})

/** A schema of as many parameters, each of what `#/$defs/one` says. */
const ofOne = (count: number, one: object, others: object = {}) =>
  readJsonSchema(
    JSON.stringify({
      properties: Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`p${n}`, { $ref: '#/$defs/one' }]),
      ),
      $defs: { one, ...others },
    }),
  )

const members = (count: number, value: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`c${n}`, value]))
const numbers = Array.from({ length: 20_000 }, (_, n) => n)

it('reads no more of tables and choices than it takes', () => {
  const of = (value: object) => ({ type: 'array', items: { properties: members(10_000, value) } })
  const { found, ms } = measured(() =>
    ofOne(2000, of({ $ref: '#/$defs/e' }), { e: { enum: numbers } }),
  )
  const { fields, notes } = found
  expect(ms).toBeLessThan(5000)
  expect(fields[0]?.param.columns).toHaveLength(40)
  expect(fields[0]?.param.columns[0]?.items).toHaveLength(200)
  const columns = fields.flatMap(({ param }) => param.columns)
  expect(columns.flatMap(({ items }) => items).length).toBeLessThan(101_000)
  expect(notes.map(({ key }) => key)).toEqual(['paramTemplate.note.tooMany'])
})

it('notes no more than anybody reads', () => {
  const lost = { $ref: '#/$defs/none' }
  const table = { type: 'array', items: { properties: members(10_000, lost) } }
  expect(ofOne(2000, table).notes).toHaveLength(501)
  const parameters = '<Parameter><PID>a b</PID></Parameter>'.repeat(3000)
  const { notes } = readXmlSchema(`<Schema><Parameters>${parameters}</Parameters></Schema>`)
  expect(notes).toHaveLength(500)
})

it.each([
  ['choices', 400, { enum: numbers }],
  ['a default', 1900, { default: Array(9).fill(numbers).flat() }],
  [
    'required members',
    1900,
    { type: 'array', items: { properties: members(40, {}), required: numbers.map(String) } },
  ],
] as const)('reads %s once, however often they are referred to', (_, count, one) => {
  const { found, ms } = measured(() => ofOne(count, one))
  expect(found.fields).toHaveLength(count)
  expect(ms).toBeLessThan(1000)
})
