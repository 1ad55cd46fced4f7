import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { amount, url } from '../core/formats.ts'
import { once } from '../core/once.ts'
import type { TextKey } from '../texts/index.ts'
import { isParamImage, mostParamFileBytes, readParamFile } from './fileValue.ts'
import { hasPlaceholder, mostValueLength } from './placeholder.ts'

/** What the value of a parameter is. Every value is kept and sent as text. */
export const paramTypes = [
  'STRING',
  'DIGITS',
  'INTEGER',
  'DECIMAL',
  'AMOUNT',
  'BOOL',
  'ENUM',
  'MULTI_ENUM',
  'DATE',
  'TIME',
  'IP',
  'HOST',
  'URL',
  'PORT',
  'HEX',
  'JSON',
  'FILE',
  'IMAGE',
  'KEY_REF',
  'TABLE',
] as const
export type ParamType = (typeof paramTypes)[number]

/** What a form shows it with. */
export const paramControls = [
  'TEXT',
  'PASSWORD',
  'SELECT',
  'SWITCH',
  'RADIO',
  'UPLOAD',
  'TABLE',
  'COLOUR',
] as const

/** Who sees it in a form: everybody, those who may see advanced ones, nobody (it is delivered all the same). */
export const paramAccessLevels = ['BASIC', 'ADVANCED', 'HIDDEN'] as const

/** Name of a parameter: 1 to 128 characters of `A–Z a–z 0–9 _ . -`. */
export const pid = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/))

/** What forms call a parameter, in the caller's language; null: its template has it no more. */
export const paramLabel = () => z.nullable(z.string())

/** Rows that a table may have. */
export const mostTableRows = 1000

const length = () => f.optional(z.int().check(z.minimum(0), z.maximum(4096)))
const bound = () => f.optional(z.number())

const item = once(() =>
  z.strictObject({
    value: z
      .string()
      .check(z.minLength(1), z.maxLength(64), z.regex(/^[^,\s]+$/, 'param.noCommas')),
    label: f.text(128).check(z.minLength(1)),
  }),
)
export type ParamItem = z.output<ReturnType<typeof item>>

const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

/** What a value may be, beside its type. A rule that does not belong to the type is not looked at. */
export const paramRules = once(
  () =>
    ({
      minLength: length(),
      maxLength: length(),
      minValue: bound(),
      maxValue: bound(),
      /** The whole value matches it (RE2 syntax). */
      pattern: f.optional(f.text(255)),
      /** What is said where it does not. */
      patternMessage: f.optional(f.text(255)),
      /** Of ENUM and MULTI_ENUM, in the order in which they are offered. */
      items: z._default(
        z.array(item()).check(
          z.maxLength(200),
          z.refine((items) => isUnique(items.map(({ value }) => value)), 'param.twice'),
        ),
        [],
      ),
    }) as const,
)

/** Types of the cells of a table: a table has no table in it. */
const cellTypes = paramTypes.filter((type) => type !== 'TABLE')

/** A column of a TABLE. */
export const paramColumn = once(() =>
  z.strictObject({
    key: pid(),
    title: f.text(128).check(z.minLength(1)),
    dataType: z.enum(cellTypes),
    required: z._default(z.boolean(), false),
    /** Of a DATE: what it is about ends on that day, which is watched. */
    expires: z.optional(z.boolean()),
    ...paramRules(),
  }),
)
export type ParamColumn = z.output<ReturnType<typeof paramColumn>>

const table = once(
  () =>
    ({
      /** Of a TABLE. */
      columns: z._default(
        z.array(paramColumn()).check(
          z.maxLength(40),
          z.refine((columns) => isUnique(columns.map(({ key }) => key)), 'param.twice'),
        ),
        [],
      ),
      maxRows: f.optional(z.int().check(z.minimum(1), z.maximum(mostTableRows))),
    }) as const,
)

/** Type and rules of a value, as the dictionary and templates say them. */
export const paramShape = once(
  () => ({ dataType: z.enum(paramTypes), ...paramRules(), ...table() }) as const,
)

const shape = once(() => z.object(paramShape()))
export type ParamShape = z.output<ReturnType<typeof shape>>
type Rules = Omit<ParamShape, 'columns' | 'maxRows'>

/** What is wrong with a value, as a text with its places. */
export interface ValueFault {
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>
}

/** Whether a whole text matches a pattern: the server asks RE2, a browser its own. */
export type Matches = (pattern: string, text: string) => boolean

const fault = (key: TextKey, params: ValueFault['params'] = {}): ValueFault => ({ key, params })

const isBad = (schema: z.ZodMiniType, text: unknown): boolean => !schema.safeParse(text).success
const matching = (pattern: RegExp) => (text: string) => pattern.test(text)
const isAddress = (text: string) => !isBad(z.union([z.ipv4(), z.ipv6()]), text)
const isHost = matching(
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/,
)

/** How the text of each type reads; those that are missing are judged by their rules alone. */
const forms: Partial<Record<ParamType, (text: string) => boolean>> = {
  DIGITS: matching(/^\d+$/),
  INTEGER: matching(/^(0|-?[1-9]\d{0,14})$/),
  DECIMAL: matching(/^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/),
  AMOUNT: (text) => !isBad(amount(), text),
  BOOL: matching(/^(true|false)$/),
  DATE: (text) => !isBad(f.day(), text),
  TIME: matching(/^([01]\d|2[0-3]):[0-5]\d$/),
  IP: isAddress,
  HOST: (text) => isAddress(text) || isHost(text),
  URL: (text) => !isBad(url(), text),
  PORT: (text) => /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535,
  HEX: matching(/^([0-9A-Fa-f]{2})+$/),
  JSON: (text) => isJson(text),
  FILE: (text) => readParamFile(text) !== null,
  IMAGE: (text) => isParamImage(readParamFile(text)?.name ?? ''),
  KEY_REF: matching(/^[A-Za-z0-9_.-]{1,64}$/),
}

const numeric: ReadonlySet<ParamType> = new Set(['INTEGER', 'DECIMAL', 'AMOUNT', 'PORT'])
const measured: ReadonlySet<ParamType> = new Set(['STRING', 'DIGITS', 'HEX', 'HOST', 'URL', 'JSON'])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a text is JSON of any kind. */
export const isJson = (text: string): boolean => parsed(text) !== undefined

/**
 * What is wrong with a value that is not empty; null: nothing. A value with a placeholder is judged when
 * it has been filled.
 */
export function faultOfValue(rules: ParamShape, text: string, matches: Matches): ValueFault | null {
  if (text.length > mostValueLength) return fault('rule.tooLong', { limit: mostValueLength })
  if (rules.dataType === 'TABLE') return faultOfTable(rules, text, matches)
  // Variables stand within texts of a document, never for a part of it.
  if (rules.dataType === 'JSON' && !isJson(text)) return fault('param.form.JSON')
  if (hasPlaceholder(text) && !isCut(rules, text)) return null
  return faultOfText(rules, text, matches)
}

/** Types whose values are files. */
export const isFileType = (dataType: ParamType): boolean =>
  dataType === 'FILE' || dataType === 'IMAGE'

/** A file is not put together: a variable stands for all of it. */
const isCut = ({ dataType }: Pick<Rules, 'dataType'>, text: string): boolean =>
  isFileType(dataType) && !/^\$\{[A-Za-z0-9._-]+\}$/.test(text)

function faultOfText(rules: Rules, text: string, matches: Matches): ValueFault | null {
  const { dataType, pattern, patternMessage } = rules
  if (forms[dataType]?.(text) === false) return fault(`param.form.${dataType}`)
  const found = faultOfSize(rules, text) ?? faultOfItems(rules, text)
  if (found) return found
  if (pattern && !matches(pattern, text))
    return patternMessage ? fault('param.said', { text: patternMessage }) : fault('rule.format')
  return null
}

function faultOfSize(rules: Rules, text: string): ValueFault | null {
  const { dataType, minLength, maxLength, minValue, maxValue } = rules
  if (measured.has(dataType)) {
    if (minLength !== null && text.length < minLength)
      return fault('rule.tooShort', { limit: minLength })
    if (maxLength !== null && text.length > maxLength)
      return fault('rule.tooLong', { limit: maxLength })
  }
  if (isFileType(dataType) && (readParamFile(text)?.size ?? 0) > mostParamFileBytes)
    return fault('param.fileTooLarge', { limit: mostParamFileBytes / 1_048_576 })
  if (numeric.has(dataType)) {
    if (minValue !== null && Number(text) < minValue)
      return fault('rule.tooSmall', { limit: minValue })
    if (maxValue !== null && Number(text) > maxValue)
      return fault('rule.tooBig', { limit: maxValue })
  }
  return null
}

function faultOfItems({ dataType, items }: Rules, text: string): ValueFault | null {
  if (dataType !== 'ENUM' && dataType !== 'MULTI_ENUM') return null
  const chosen = dataType === 'ENUM' ? [text] : text.split(',')
  const isKnown = chosen.every((one) => items.some(({ value }) => value === one))
  return isKnown && isUnique(chosen) ? null : fault('rule.choice')
}

const rowsOfTable = once(() => z.array(z.record(z.string(), z.string())))

/** Rows of a table's value: a member a column; null: it is no table. */
export function tableRows(text: string): Record<string, string>[] | null {
  return rowsOfTable().safeParse(parsed(text)).data ?? null
}

/** The text of a cell; columns may be called like a member that every object has. */
export const cellOf = (row: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(row, key) ? (row[key] ?? '') : ''

function faultOfTable(rules: ParamShape, text: string, matches: Matches): ValueFault | null {
  const rows = tableRows(text)
  if (!rows) return fault('param.form.TABLE')
  const most = rules.maxRows ?? mostTableRows
  if (rows.length > most) return fault('param.tooManyRows', { limit: most })
  for (const [at, row] of rows.entries()) {
    const unknown = Object.keys(row).find(
      (key) => !rules.columns.some((column) => column.key === key),
    )
    if (unknown !== undefined) return fault('param.unknownColumn', { row: at + 1, column: unknown })
    for (const column of rules.columns)
      if (faultOfCell(column, cellOf(row, column.key), matches))
        return fault('param.badCell', { row: at + 1, column: column.title })
  }
  return null
}

/** What is wrong with a cell of a table; null: nothing. */
export function faultOfCell(
  column: ParamColumn,
  text: string,
  matches: Matches,
): ValueFault | null {
  if (text === '') return column.required ? fault('rule.required') : null
  return hasPlaceholder(text) ? null : faultOfText(column, text, matches)
}
