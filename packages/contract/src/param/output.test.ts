import { expect, it } from 'vitest'
import { outputFiles } from './output.ts'
import type { TemplateFile } from './templateContent.ts'

const shape = {
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
  maxRows: null,
} as const
const column = (key: string, dataType: 'STRING' | 'INTEGER') => ({
  key,
  title: key,
  dataType,
  required: false,
  ...shape,
  items: [],
})

const field = (pid: string, dataType: 'STRING', groupId = 'net') => ({
  pid,
  groupId,
  fileId: 'f',
  dataType,
  columns: [],
  ...shape,
  items: [],
})
type Field = Parameters<typeof outputFiles>[0]['fields'][number]
const fields: readonly Field[] = [
  field('host', 'STRING'),
  { ...field('port', 'STRING'), dataType: 'PORT' },
  { ...field('fee', 'STRING', 'money'), dataType: 'AMOUNT' },
  { ...field('tip', 'STRING', 'money'), dataType: 'BOOL' },
  { ...field('cards', 'STRING', 'money'), dataType: 'MULTI_ENUM' },
  { ...field('logo', 'STRING', 'money'), dataType: 'IMAGE' },
  {
    ...field('aids', 'STRING', 'money'),
    dataType: 'TABLE',
    columns: [column('aid', 'STRING'), column('floor', 'INTEGER')],
  },
  { ...field('more', 'STRING', 'money'), dataType: 'JSON' },
]
const groups = [
  { id: 'net', title: 'Network', titles: {} },
  { id: 'money', title: 'Money', titles: {} },
]
const values = new Map([
  ['more', '{"b": 1.10}'],
  ['host', ' a<b>&"c" ; \n line\\two '],
  ['port', '443'],
  ['fee', '12.50'],
  ['tip', 'true'],
  ['cards', 'visa,amex'],
  ['logo', `${'0'.repeat(64)}/70/لوغو.png`],
  ['aids', '[{"floor":"0100","aid":"A0"},{"aid":"","floor":"7"}]'],
])

const written = (
  format: TemplateFile['format'],
  encoding: TemplateFile['encoding'] = 'UTF-8',
  said: ReadonlyMap<string, string> = values,
) => {
  const file = { id: 'f', fileName: 'f', path: '', format, encoding }
  return outputFiles({ files: [file], groups, fields }, said)[0]
}

it('writes XML whose texts come back as they were', () => {
  expect(written('XML')?.text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<parameters>
  <parameter pid="host"> a&lt;b&gt;&amp;&quot;c&quot; ; &#10; line\\two </parameter>
  <parameter pid="port">443</parameter>
  <parameter pid="fee">12.50</parameter>
  <parameter pid="tip">true</parameter>
  <parameter pid="cards">visa,amex</parameter>
  <parameter pid="logo">files/logo/____.png</parameter>
  <table pid="aids">
    <row>
      <cell key="aid">A0</cell>
      <cell key="floor">0100</cell>
    </row>
    <row>
      <cell key="floor">7</cell>
    </row>
  </table>
  <parameter pid="more">{&quot;b&quot;: 1.10}</parameter>
</parameters>
`)
})

it('writes JSON that keeps numbers as they were typed', () => {
  const text = written('JSON')?.text ?? ''
  expect(text).toBe(`{
  "host": " a<b>&\\"c\\" ; \\n line\\\\two ",
  "port": 443,
  "fee": 12.50,
  "tip": true,
  "cards": ["visa", "amex"],
  "logo": "files/logo/____.png",
  "aids": [
    { "aid": "A0", "floor": "0100" },
    { "floor": 7 }
  ],
  "more": {"b": 1.10}
}
`)
  expect(JSON.parse(text)).toMatchObject({ host: values.get('host'), fee: 12.5 })
})

it('writes INI with a section for each tab, quoted where a reader would cut it', () => {
  expect(written('INI')?.text).toBe(`[net]
host=" a<b>&\\"c\\" ; \\n line\\\\two "
port=443

[money]
fee=12.50
tip=true
cards=visa,amex
logo=files/logo/____.png
aids="[{\\"floor\\":\\"0100\\",\\"aid\\":\\"A0\\"},{\\"aid\\":\\"\\",\\"floor\\":\\"7\\"}]"
more="{\\"b\\": 1.10}"
`)
})

it('writes keys and values, one a line', () => {
  expect(written('KV')?.text?.split('\n').slice(0, 2)).toEqual([
    'host= a<b>&"c" ; \\n line\\\\two ',
    'port=443',
  ])
})

it('is the same text however the values were put together', () => {
  for (const format of ['XML', 'JSON', 'INI', 'KV'] as const) {
    const file = { id: 'f', fileName: 'f', path: '', format, encoding: 'UTF-8' } as const
    const turned = new Map([...values].toReversed())
    const [one] = outputFiles({ files: [file], groups, fields }, turned)
    expect(one?.text).toBe(written(format)?.text)
  }
})

it('escapes what an encoding lacks where the format can, and names what does not fit where it cannot', () => {
  const arabic = new Map([...values, ['host', 'ش']])
  expect(written('XML', 'ISO-8859-1', arabic)?.text).toContain('&#1588;')
  expect(written('JSON', 'ISO-8859-1', arabic)?.text).toContain('\\u0634')
  // A file is written as its path, whatever it is called.
  expect(written('KV', 'ISO-8859-1', arabic)?.unfit).toEqual(['host'])
  const file = { id: 'f', fileName: 'f', path: '', format: 'XML', encoding: 'UTF-8' } as const
  const bell = new Map([['host', 'a\u0007b']])
  expect(outputFiles({ files: [file], groups, fields }, bell)[0]?.unfit).toEqual(['host'])
})

it('writes no file for nothing but its frame', () => {
  const file = { id: 'f', fileName: 'f', path: '', format: 'JSON', encoding: 'UTF-8' } as const
  expect(outputFiles({ files: [file], groups, fields }, new Map())[0]?.text).toBe('{}\n')
})

it('leaves a format that it does not know to a plug-in, with values by their types', () => {
  const file = { id: 'f', fileName: 'f', path: '', format: 'TLV', encoding: 'ISO-8859-1' } as const
  const [output] = outputFiles(
    { files: [file], groups, fields },
    new Map([...values, ['host', 'ش']]),
  )
  expect(output).toMatchObject({ text: null, unfit: [] })
  const entries = new Map(output?.entries.map((entry) => [entry.pid, entry]))
  expect(entries.get('host')).toMatchObject({ value: 'ش', dataType: 'STRING', columns: [] })
  expect(entries.get('port')?.value).toBe(443)
  expect(entries.get('fee')?.value).toBe('12.50')
  expect(entries.get('tip')?.value).toBe(true)
  expect(entries.get('cards')?.value).toEqual(['visa', 'amex'])
  expect(entries.get('logo')?.value).toBe('files/logo/____.png')
  expect(entries.get('aids')?.columns.map(({ key }) => key)).toEqual(['aid', 'floor'])
})
