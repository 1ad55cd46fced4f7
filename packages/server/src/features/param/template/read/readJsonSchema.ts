import {
  mostTemplateFields,
  mostTemplateGroups,
  type OfferedParam,
  type ParamColumn,
  type ParamItem,
  type ParamType,
  type TemplateGroup,
  type TemplateHeader,
} from '@muster/contract'
import * as z from 'zod/mini'
import { isPattern } from '../../../../platform/pattern.ts'
import {
  defaultOf,
  idOf,
  isPid,
  type Note,
  plainParam,
  type ReadField,
  type ReadTemplate,
  titleOf,
  Unreadable,
} from './readTemplate.ts'

/** What is of another kind than it should be is as if it were not there. */
const orElse = z.catch

const text = () => z.optional(orElse(z.optional(z.string()), undefined))
const number = () => orElse(z.optional(z.number()), undefined)
const flag = () => orElse(z.optional(z.boolean()), undefined)

/** The members of a JSON Schema that say something of parameters; anything else is passed over. */
const schema = z.object({
  type: orElse(z.optional(z.union([z.string(), z.array(z.string())])), undefined),
  title: text(),
  description: text(),
  default: z.optional(z.unknown()),
  enum: orElse(z.optional(z.array(z.unknown())), undefined),
  oneOf: orElse(z.optional(z.array(z.unknown())), undefined),
  const: z.optional(z.unknown()),
  format: text(),
  pattern: text(),
  minLength: number(),
  maxLength: number(),
  minimum: number(),
  maximum: number(),
  maxItems: number(),
  readOnly: flag(),
  writeOnly: flag(),
  required: orElse(z.optional(z.array(z.string())), undefined),
  properties: orElse(z.optional(z.record(z.string(), z.unknown())), undefined),
  items: z.optional(z.unknown()),
  $ref: text(),
  $defs: orElse(z.optional(z.record(z.string(), z.unknown())), undefined),
  definitions: orElse(z.optional(z.record(z.string(), z.unknown())), undefined),
})
type Schema = z.output<typeof schema>

/** Objects within objects. */
const deepest = 12

/** Members that are looked at: references can make more of a short text than anybody would ever read. */
const mostLooks = 10 * mostTemplateFields

interface Reading {
  readonly root: Schema
  readonly groups: Map<string, TemplateGroup>
  readonly headers: Map<string, TemplateHeader>
  readonly fields: Map<string, ReadField>
  readonly notes: Note[]
  /** What references lead to, read once. */
  readonly known: Map<unknown, Schema | undefined>
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
    looks: 0,
  }
  readObject(reading, root, [])
  if (reading.fields.size > mostTemplateFields || reading.looks > mostLooks)
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

function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw new Unreadable()
  }
}

const schemaOf = (value: unknown): Schema | undefined => schema.safeParse(value).data

interface Step {
  readonly name: string
  readonly title: string
}

function readObject(
  reading: Reading,
  { properties = {}, required = [] }: Schema,
  path: readonly Step[],
): void {
  for (const [name, value] of Object.entries(properties)) {
    reading.looks += 1
    if (reading.fields.size > mostTemplateFields || reading.looks > mostLooks) return
    const pid = [...path.map((step) => step.name), name].join('.')
    const found = resolved(reading, value, pid)
    if (!found) continue
    const step = { name, title: titleOf(found.title, name) }
    if (found.properties && path.length < deepest) readObject(reading, found, [...path, step])
    else readField(reading, { found, pid, path, isRequired: required.includes(name) })
  }
}

/** What `#/$defs/…` stands for; other references are nobody's to follow. */
function resolved(reading: Reading, value: unknown, pid: string): Schema | undefined {
  let found = schemaOf(value)
  for (let steps = 0; found?.$ref !== undefined && steps < deepest; steps++) {
    const [, name = ''] = /^#\/(?:\$defs|definitions)\/([^/]+)$/.exec(found.$ref) ?? []
    const { $defs = {}, definitions = {} } = reading.root
    const target = Object.hasOwn($defs, name)
      ? $defs[name]
      : Object.hasOwn(definitions, name)
        ? definitions[name]
        : null
    if (!reading.known.has(target)) reading.known.set(target, schemaOf(target ?? undefined))
    found = reading.known.get(target)
  }
  if (found && found.$ref === undefined) return found
  reading.notes.push({ key: 'paramTemplate.note.reference', params: { pid: pid.slice(0, 128) } })
  return undefined
}

interface Place {
  readonly found: Schema
  readonly pid: string
  readonly path: readonly Step[]
  readonly isRequired: boolean
}

function readField(reading: Reading, { found, pid, path, isRequired }: Place): void {
  if (!isPid(pid)) {
    reading.notes.push({
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

const typeNameOf = ({ type }: Schema): string | undefined =>
  typeof type === 'string' ? type : type?.find((one) => one !== 'null')

function paramOf(reading: Reading, found: Schema, pid: string): OfferedParam {
  const shape = typeNameOf(found) === 'array' ? arrayOf(reading, found, pid) : scalarOf(found)
  if (!shape)
    reading.notes.push({
      key: 'paramTemplate.note.type',
      params: { pid, type: typeNameOf(found) ?? '' },
    })
  const secret = found.writeOnly === true || found.format === 'password'
  const defaultValue = secret
    ? null
    : defaultOf(textOf(found.default, shape?.dataType ?? 'JSON'), pid, reading.notes)
  if (secret && found.default !== undefined)
    reading.notes.push({ key: 'paramTemplate.note.secretDefault', params: { pid } })
  const dataType = shape?.dataType ?? 'JSON'
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
  const items = itemsOf(found)
  if (items.length > 0) return { dataType: 'ENUM', items }
  const type = typeNameOf(found)
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

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Choices: `enum`, or `oneOf` with a `const` and a title each. */
function itemsOf({ enum: values, oneOf }: Schema): ParamItem[] {
  const named = (oneOf ?? []).flatMap((one) => {
    const choice = schemaOf(one)
    return choice && isScalar(choice.const) ? [[String(choice.const), choice.title] as const] : []
  })
  const plain = (values ?? []).filter(isScalar).map((value) => [String(value), undefined] as const)
  const all = new Map<string, string | undefined>([...plain, ...named])
  return [...all]
    .filter(([value]) => /^[^,\s]{1,64}$/.test(value))
    .slice(0, 200)
    .map(([value, label]) => ({ value, label: titleOf(label, value) }))
}

/** A list of choices, or a table: a list of flat objects. */
function arrayOf(reading: Reading, found: Schema, pid: string): Shape | null {
  const each = resolved(reading, found.items ?? {}, pid)
  if (!each) return null
  const items = itemsOf(each)
  if (items.length > 0) return { dataType: 'MULTI_ENUM', items }
  if (!each.properties) return null
  const required = each.required ?? []
  const columns = Object.entries(each.properties).flatMap(([key, value]): ParamColumn[] => {
    const cell = isPid(key) ? resolved(reading, value, `${pid}.${key}`) : undefined
    return cell ? [columnOf(reading, cell, { key, pid, required: required.includes(key) })] : []
  })
  const most = found.maxItems
  const maxRows =
    most !== undefined && Number.isInteger(most) && most >= 1 && most <= 1000 ? most : null
  return { dataType: 'TABLE', columns: columns.slice(0, 40), maxRows }
}

function columnOf(
  reading: Reading,
  cell: Schema,
  { key, pid, required }: { key: string; pid: string; required: boolean },
): ParamColumn {
  const { minLength, maxLength, minValue, maxValue, items } = {
    ...plainParam(key),
    ...scalarOf(cell),
  }
  const type = scalarOf(cell)?.dataType ?? 'STRING'
  return {
    key,
    title: titleOf(cell.title, key),
    dataType: type === 'TABLE' ? 'STRING' : type,
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

/** A pattern of JSON Schema is looked for anywhere; ours matches the whole value. */
function patternOf({ notes }: Reading, { pattern = '' }: Schema, pid: string): string | null {
  if (pattern === '') return null
  const begin = pattern.startsWith('^') ? '' : '.*'
  const end = pattern.endsWith('$') ? '' : '.*'
  const whole = `${begin}(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})${end}`
  if (whole.length <= 255 && isPattern(whole)) return whole
  notes.push({ key: 'paramTemplate.note.pattern', params: { pid } })
  return null
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
