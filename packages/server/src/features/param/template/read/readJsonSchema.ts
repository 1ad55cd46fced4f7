import {
  mostTemplateFields,
  mostTemplateGroups,
  type OfferedParam,
  type ParamColumn,
  type ParamType,
  type TemplateGroup,
  type TemplateHeader,
} from '@muster/contract'
import { isScalar, type Schema, schemaOf } from './jsonSchema.ts'
import {
  defaultOf,
  idOf,
  isPid,
  type Note,
  plainParam,
  type ReadField,
  type ReadTemplate,
  say,
  titleOf,
  Unreadable,
} from './readTemplate.ts'

/** Objects within objects. */
const deepest = 12

/** Columns that are read of a table. */
const mostColumns = 40

/** Members, columns and choices that are looked at: references can make more of a short text than anybody would ever read. */
const mostLooks = 50 * mostTemplateFields

interface Reading {
  readonly root: Schema
  readonly groups: Map<string, TemplateGroup>
  readonly headers: Map<string, TemplateHeader>
  readonly fields: Map<string, ReadField>
  readonly notes: Note[]
  /** Parts of the text and what their defaults are as values, read once: references may lead to one from everywhere. */
  readonly known: Map<unknown, Schema | undefined>
  readonly defaults: Map<Schema, string | null>
  looks: number
}

/**
 * Reads a JSON Schema of an object: its objects are tabs, objects in these are headers, everything else is
 * a parameter that is called by its path (`host.port`).
 */
export function readJsonSchema(source: string): ReadTemplate {
  const root = schemaOf(parsed(source))
  if (!root?.properties) throw new Unreadable()
  const reading: Reading = {
    root,
    groups: new Map(),
    headers: new Map(),
    fields: new Map(),
    notes: [],
    known: new Map(),
    defaults: new Map(),
    looks: 0,
  }
  readObject(reading, root, [])
  if (isFull(reading))
    reading.notes.push({ key: 'paramTemplate.note.tooMany', params: { limit: mostTemplateFields } })
  return {
    files: [
      { id: 'main', fileName: 'parameters.json', path: '', format: 'JSON', encoding: 'UTF-8' },
    ],
    groups: [...reading.groups.values()],
    headers: [...reading.headers.values()],
    fields: [...reading.fields.values()].slice(0, mostTemplateFields),
    rules: [],
    notes: reading.notes,
  }
}

/** A default of more digits than a number keeps. */
const longDefault = /("default"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g

function parsed(source: string): unknown {
  try {
    return JSON.parse(source.replace(longDefault, '$1"$2"'))
  } catch {
    throw new Unreadable()
  }
}

const isFull = ({ fields, looks }: Reading): boolean =>
  fields.size > mostTemplateFields || looks > mostLooks

interface Step {
  readonly name: string
  readonly title: string
}

function readObject(
  reading: Reading,
  { properties = [], required }: Schema,
  path: readonly Step[],
): void {
  for (const [name, value] of properties) {
    reading.looks += 1
    if (isFull(reading)) return
    // What is no PID by itself is none with what lies in it, however long it is.
    const pid = isPid(name) ? [...path.map((step) => step.name), name].join('.') : name
    const found = resolved(reading, value, pid)
    if (!found) continue
    const step = { name, title: titleOf(found.title, name) }
    if (found.properties && path.length < deepest && isPid(pid))
      readObject(reading, found, [...path, step])
    else readField(reading, { found, pid, path, isRequired: required?.has(name) ?? false })
  }
}

/** What `#/$defs/…` stands for; other references are nobody's to follow. */
function resolved(reading: Reading, value: unknown, pid: string): Schema | undefined {
  let found = partOf(reading, value)
  for (let steps = 0; found?.$ref !== undefined && steps < deepest; steps++) {
    const [, name = ''] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(found.$ref) ?? []
    const { $defs = {}, definitions = {} } = reading.root
    const holder = Object.hasOwn($defs, name) ? $defs : definitions
    found = partOf(reading, Object.hasOwn(holder, name) ? holder[name] : undefined)
  }
  if (found && found.$ref === undefined) return found
  say(reading.notes, { key: 'paramTemplate.note.reference', params: { pid: pid.slice(0, 128) } })
  return undefined
}

function partOf({ known }: Reading, value: unknown): Schema | undefined {
  if (!known.has(value)) known.set(value, schemaOf(value))
  return known.get(value)
}

interface Place {
  readonly found: Schema
  readonly pid: string
  readonly path: readonly Step[]
  readonly isRequired: boolean
}

function readField(reading: Reading, { found, pid, path, isRequired }: Place): void {
  if (!isPid(pid)) {
    say(reading.notes, {
      key: 'paramTemplate.note.pid',
      params: { line: 1, pid: pid.slice(0, 64) },
    })
    return
  }
  const [tab, ...deeper] = path
  const groupId = groupOf(reading, tab)
  const headerId = headerOf(reading, groupId, deeper)
  const param = { ...paramOf(reading, found, pid), required: isRequired }
  reading.fields.set(pid, { param, groupId, headerId, fileId: 'main', hidden: false })
}

function groupOf({ groups }: Reading, tab: Step | undefined): string {
  const id = tab && groups.size < mostTemplateGroups ? idOf(tab.name, 'main') : 'main'
  const title = tab && id !== 'main' ? tab.title : 'Main'
  if (!groups.has(id)) groups.set(id, { id, title, titles: {} })
  return id
}

function headerOf({ headers }: Reading, groupId: string, deeper: readonly Step[]): string | null {
  if (deeper.length === 0) return null
  const id = idOf([groupId, ...deeper.map(({ name }) => name)].join('.'), 'header')
  if (!headers.has(id) && headers.size >= 400) return null
  const title = deeper
    .map((step) => step.title)
    .join(' · ')
    .slice(0, 128)
  if (!headers.has(id)) headers.set(id, { id, groupId, title, titles: {}, isOpen: true })
  return id
}

const formats: Readonly<Record<string, ParamType>> = {
  ipv4: 'IP',
  ipv6: 'IP',
  hostname: 'HOST',
  uri: 'URL',
  url: 'URL',
  date: 'DATE',
}

function paramOf(reading: Reading, found: Schema, pid: string): OfferedParam {
  const shape = found.type === 'array' ? arrayOf(reading, found, pid) : scalarOf(found)
  const { notes } = reading
  if (!shape)
    say(
      notes,
      found.type
        ? { key: 'paramTemplate.note.type', params: { pid, type: found.type } }
        : { key: 'paramTemplate.note.noType', params: { pid } },
    )
  reading.looks += shape?.items?.length ?? 0
  const dataType = shape?.dataType ?? 'JSON'
  const secret = found.writeOnly === true || found.format === 'password'
  const defaultValue = secret ? null : defaultOf(valueOf(reading, found, dataType), pid, notes)
  if (secret && found.default !== undefined)
    say(notes, { key: 'paramTemplate.note.secretDefault', params: { pid } })
  return {
    ...plainParam(pid),
    ...shape,
    dataType,
    label: titleOf(found.title, pid),
    description: found.description?.slice(0, 3000) || null,
    control: secret ? 'PASSWORD' : (controls[dataType] ?? 'TEXT'),
    secret,
    readOnly: found.readOnly === true,
    pattern: patternOf(reading, found, pid),
    defaultValue,
  }
}

const controls: Partial<Record<ParamType, OfferedParam['control']>> = {
  ENUM: 'SELECT',
  MULTI_ENUM: 'SELECT',
  BOOL: 'SWITCH',
  TABLE: 'TABLE',
}

type Shape = Partial<OfferedParam> & Pick<OfferedParam, 'dataType'>

function scalarOf(found: Schema): Shape | null {
  const { choices, type } = found
  if (choices.length > 0) return { dataType: 'ENUM', items: [...choices] }
  const bounds = { minValue: found.minimum ?? null, maxValue: found.maximum ?? null }
  if (type === 'integer') return { dataType: 'INTEGER', ...bounds }
  if (type === 'number') return { dataType: 'DECIMAL', ...bounds }
  if (type === 'boolean') return { dataType: 'BOOL' }
  if (type !== 'string') return null
  const dataType = formats[found.format ?? ''] ?? 'STRING'
  return { dataType, minLength: lengthOf(found.minLength), maxLength: lengthOf(found.maxLength) }
}

const lengthOf = (value: number | undefined): number | null =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 4096 ? value : null

/** A list of choices, or a table: a list of flat objects. */
function arrayOf(reading: Reading, found: Schema, pid: string): Shape | null {
  const each = resolved(reading, found.items ?? {}, pid)
  if (!each) return null
  if (each.choices.length > 0) return { dataType: 'MULTI_ENUM', items: [...each.choices] }
  if (!each.properties) return null
  const columns: ParamColumn[] = []
  for (const [key, value] of each.properties) {
    if (columns.length >= mostColumns || isFull(reading)) break
    reading.looks += 1
    const cell = isPid(key) ? resolved(reading, value, `${pid}.${key}`) : undefined
    const required = each.required?.has(key) ?? false
    if (cell) columns.push(columnOf(reading, cell, { key, pid, required }))
  }
  const most = found.maxItems
  const maxRows =
    most !== undefined && Number.isInteger(most) && most >= 1 && most <= 1000 ? most : null
  return { dataType: 'TABLE', columns, maxRows }
}

function columnOf(
  reading: Reading,
  cell: Schema,
  { key, pid, required }: { key: string; pid: string; required: boolean },
): ParamColumn {
  const { dataType, minLength, maxLength, minValue, maxValue, items } = {
    ...plainParam(key),
    ...scalarOf(cell),
  }
  reading.looks += items.length
  return {
    key,
    title: titleOf(cell.title, key),
    dataType: dataType === 'TABLE' ? 'STRING' : dataType,
    required,
    minLength,
    maxLength,
    minValue,
    maxValue,
    items,
    pattern: patternOf(reading, cell, `${pid}.${key}`),
    patternMessage: null,
  }
}

/** The schema's pattern, where ours can be made of it. */
function patternOf({ notes }: Reading, { pattern }: Schema, pid: string): string | null {
  if (pattern === null) say(notes, { key: 'paramTemplate.note.pattern', params: { pid } })
  return pattern ?? null
}

/** Its default as the value of a type, made once. */
function valueOf({ defaults }: Reading, found: Schema, type: ParamType): string | null {
  const known = defaults.get(found)
  if (known !== undefined) return known
  const value = textOf(found.default, type)
  defaults.set(found, value)
  return value
}

function textOf(value: unknown, type: ParamType): string | null {
  if (value === undefined || value === null) return null
  if (type === 'MULTI_ENUM' && Array.isArray(value)) return value.map(String).join(',')
  if (type === 'TABLE' && Array.isArray(value)) return tableText(value)
  return isScalar(value) ? String(value) : JSON.stringify(value)
}

/** Cells of a table are texts. */
const tableText = (rows: readonly unknown[]): string =>
  JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(typeof row === 'object' && row !== null ? row : {}).map(([key, cell]) => [
          key,
          String(cell),
        ]),
      ),
    ),
  )
