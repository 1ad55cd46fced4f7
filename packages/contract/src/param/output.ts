import { cellOf, isFileType, isJson, type ParamShape, tableRows } from './field.ts'
import { pathOfParamFile, readParamFile } from './fileValue.ts'
import { type PluginEntry, pluginEntry } from './outputPlugin.ts'
import {
  type FormField,
  type FrozenFile,
  type FrozenTemplate,
  isOwnFormat,
  type TemplateFile,
  type TemplateFormat,
} from './templateContent.ts'

/** A parameter as it stands in a file. */
type Written = Pick<FormField, 'pid' | 'groupId' | 'fileId'> & ParamShape
type Contents = Pick<FrozenTemplate, 'groups' | 'files'> & { readonly fields: readonly Written[] }
/** Effective values by PID; what is missing is not written. */
type Values = ReadonlyMap<string, string>

interface Entry {
  readonly field: Written
  readonly text: string
}

/** A file that is brought beside stands as its path. */
function writtenText({ dataType, pid }: Pick<Written, 'dataType' | 'pid'>, text: string): string {
  const file = isFileType(dataType) ? readParamFile(text) : null
  return file ? pathOfParamFile(pid, file) : text
}

export type { PluginEntry }

export interface OutputFile {
  readonly file: FrozenFile
  /** Null: a plug-in writes it, of `entries`. */
  readonly text: string | null
  readonly entries: readonly PluginEntry[]
  /** PIDs whose value the file's format or encoding cannot hold. */
  readonly unfit: readonly string[]
}

/** The files of a template with these values: the same text for the same values, always. */
export const outputFiles = (content: Contents, values: Values): OutputFile[] =>
  content.files.map((file) => outputFile(content, file, values))

function outputFile(content: Contents, file: FrozenFile, values: Values): OutputFile {
  const entries = content.fields.flatMap((field): Entry[] => {
    const text = values.get(field.pid)
    return field.fileId === file.id && text !== undefined
      ? [{ field, text: writtenText(field, text) }]
      : []
  })
  const fits = fitting(file)
  const good = entries.filter(({ text }) => fits(text))
  const unfit = entries.filter(({ text }) => !fits(text)).map(({ field }) => field.pid)
  const { format } = file
  if (isOwnFormat(format))
    return { file, unfit, entries: [], text: writers[format](good, { content, file }) }
  return {
    file,
    unfit,
    text: null,
    entries: good.map(({ field, text }) => pluginEntry(field, text)),
  }
}

/** Says whether a value can be written into the file of its parameter; one of a field that is in no file can. */
export function fitsOf(content: Contents): (pid: string, text: string) => boolean {
  const files = new Map(content.files.map((file) => [file.id, fitting(file)]))
  const fields = new Map(content.fields.map((field) => [field.pid, field]))
  return (pid, text) => {
    const field = fields.get(pid)
    return field ? (files.get(field.fileId)?.(writtenText(field, text)) ?? true) : true
  }
}

// All that XML 1.0 can write, escaped or not.
const writable = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u

export function fitting({ format, encoding }: TemplateFile): (text: string) => boolean {
  return (text) =>
    text.isWellFormed() &&
    (format !== 'XML' || writable.test(text)) &&
    (encoding !== 'ISO-8859-1' ||
      format === 'XML' ||
      format === 'JSON' ||
      isLatin(text) ||
      !isOwnFormat(format))
}

const isLatin = (text: string): boolean => Array.from(text).every((one) => isLatinLetter(one))
const isLatinLetter = (one: string): boolean => (one.codePointAt(0) ?? 0) < 256

interface Setting {
  readonly content: Contents
  readonly file: TemplateFile
}
type Writer = (entries: readonly Entry[], setting: Setting) => string

const writers: Record<TemplateFormat, Writer> = {
  XML: (entries, { file }) => xml(entries, file),
  JSON: (entries, { file }) => json(entries, file),
  INI: (entries, { content }) => ini(entries, content),
  KV: (entries) => lines(entries.map(({ field, text }) => `${field.pid}=${escaped(text)}`)),
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

function xml(entries: readonly Entry[], { encoding }: TemplateFile): string {
  const say = (text: string) => markup(text, encoding === 'ISO-8859-1')
  const of = ({ field, text }: Entry): string[] => {
    const rows = field.dataType === 'TABLE' ? tableRows(text) : null
    if (!rows) return [`  <parameter pid="${field.pid}">${say(text)}</parameter>`]
    const each = rows.flatMap((row) => [
      '    <row>',
      ...cellsOf(field, row).map(
        ([column, value]) => `      <cell key="${column.key}">${say(value)}</cell>`,
      ),
      '    </row>',
    ])
    return [`  <table pid="${field.pid}">`, ...each, '  </table>']
  }
  return lines([
    `<?xml version="1.0" encoding="${encoding}"?>`,
    '<parameters>',
    ...entries.flatMap(of),
    '</parameters>',
  ])
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers turn these into a line feed or a blank unless they are written as numbers.
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

function markup(text: string, isLatinOnly: boolean): string {
  const safe = text.replace(/[&<>"\r\n\t]/g, (one) => entities[one] ?? one)
  if (!isLatinOnly) return safe
  return Array.from(safe, (one) => (isLatinLetter(one) ? one : `&#${one.codePointAt(0)};`)).join('')
}

/** Cells of a row in the order of the columns; those that are empty are left out. */
function cellsOf({ columns }: Pick<Written, 'columns'>, row: Readonly<Record<string, string>>) {
  return columns.flatMap((column) => {
    const value = cellOf(row, column.key)
    return value === '' ? [] : [[column, value] as const]
  })
}

function json(entries: readonly Entry[], { encoding }: TemplateFile): string {
  const members = entries.map(
    ({ field, text }) => `  ${JSON.stringify(field.pid)}: ${jsonOf(field, text)}`,
  )
  const text = members.length === 0 ? '{}\n' : `{\n${members.join(',\n')}\n}\n`
  return encoding === 'ISO-8859-1' ? ascii(text) : text
}

const ascii = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Numbers as they are typed, so that 12.50 stays 12.50 and none is rounded. */
function jsonOf(shape: Pick<ParamShape, 'dataType' | 'columns'>, text: string): string {
  const plain = JSON.stringify(text)
  switch (shape.dataType) {
    case 'INTEGER':
    case 'PORT':
    case 'DECIMAL':
    case 'AMOUNT':
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? text : plain
    case 'BOOL':
      return text === 'true' || text === 'false' ? text : plain
    case 'MULTI_ENUM':
      return `[${text
        .split(',')
        .map((one) => JSON.stringify(one))
        .join(', ')}]`
    case 'JSON':
      return isJson(text) ? text.trim() : plain
    case 'TABLE':
      return tableJson(shape.columns, text) ?? plain
    default:
      return plain
  }
}

function tableJson(columns: Written['columns'], text: string): string | null {
  const rows = tableRows(text)?.map((row) => {
    const cells = cellsOf({ columns }, row).map(
      ([column, value]) =>
        `${JSON.stringify(column.key)}: ${jsonOf({ dataType: column.dataType, columns: [] }, value)}`,
    )
    return `    { ${cells.join(', ')} }`
  })
  if (!rows) return null
  return rows.length === 0 ? '[]' : `[\n${rows.join(',\n')}\n  ]`
}

/** A section for each tab; within it the order of the form. */
function ini(entries: readonly Entry[], { groups }: Contents): string {
  const sections = groups.flatMap(({ id }) => {
    const own = entries.filter(({ field }) => field.groupId === id)
    if (own.length === 0) return []
    return [[`[${id}]`, ...own.map(({ field, text }) => `${field.pid}=${quoted(text)}`)]]
  })
  return sections.map(lines).join('\n')
}

const controls: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** On one line; a blank at either end stands as it is, so that it is not lost to who reads it. */
const escaped = (text: string): string => text.replace(/[\\\n\r\t]/g, (one) => controls[one] ?? one)

/** In quotation marks where a reader of INI files would cut it, or take a part of it for a remark. */
function quoted(text: string): string {
  if (!/^\s|\s$|[;#"'\\\n\r\t=[\]]/.test(text)) return text
  return `"${escaped(text).replaceAll('"', '\\"')}"`
}
