import { maxFileTexts, type TextKey } from '@muster/contract'
import { isPluralForm, placesAmiss } from './placeholders.rules.ts'

/** What a language has of one text. */
export interface KnownText {
  readonly key: string
  /** In English; null: a key of one's own. */
  readonly source: string | null
  readonly value: string | null
}

interface Refused {
  readonly key: string
  readonly reason: TextKey
  readonly params: Readonly<Record<string, string | number>>
}

/** What a file would do to a language. */
export interface TextPlan {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly unchanged: number
  readonly refused: readonly Refused[]
}

const keyPattern = /^[A-Za-z0-9_.-]{1,128}$/

/** Compares what a file says with what a language has. */
export function planOf(
  texts: Readonly<Record<string, string>>,
  known: readonly KnownText[],
): TextPlan {
  const byKey = new Map(known.map((text) => [text.key, text]))
  const entries = Object.entries(texts)
  const refused = entries.flatMap(([key, value]) => faultOf(byKey.get(key), key, value) ?? [])
  const bad = new Set(refused.map(({ key }) => key))
  const good = entries.filter(([key]) => !bad.has(key))
  const valueOf = (key: string) => byKey.get(key)?.value ?? null
  return {
    added: good.filter(([key]) => valueOf(key) === null).map(([key]) => key),
    changed: good
      .filter(([key, value]) => valueOf(key) !== null && valueOf(key) !== value)
      .map(([key]) => key),
    unchanged: good.filter(([key, value]) => valueOf(key) === value).length,
    refused,
  }
}

function faultOf(known: KnownText | undefined, key: string, value: string): Refused | null {
  if (!keyPattern.test(key)) return { key, reason: 'language.badKey', params: {} }
  if (value.trim() === '') return { key, reason: 'rule.required', params: {} }
  const source = known?.source ?? null
  if (source === null) return null
  const { lacking, unknown } = placesAmiss(source, value)
  if (lacking.length > 0 && !isPluralForm(key))
    return { key, reason: 'language.lacksPlaces', params: { names: placesText(lacking) } }
  if (unknown.length > 0)
    return { key, reason: 'language.unknownPlaces', params: { names: placesText(unknown) } }
  return null
}

/** Places as a text writes them. */
export const placesText = (names: readonly string[]): string =>
  names.map((name) => `{${name}}`).join(', ')

type Read =
  | { readonly texts: Readonly<Record<string, string>> }
  | { readonly fault: TextKey; readonly params?: Readonly<Record<string, string | number>> }

/** The texts of a JSON file: one of ours, or a plain object of keys and texts. */
export function textsOfJson(content: string, code: string): Read {
  const parsed = parse(content)
  if (!isObject(parsed)) return { fault: 'language.notAFile' }
  const { format, language, texts: own } = parsed
  const isOurs = format === 'muster-language'
  if (isOurs && language !== code)
    return { fault: 'language.otherLanguage', params: { code: String(language) } }
  const texts = isOurs ? own : parsed
  if (!isObject(texts)) return { fault: 'language.notAFile' }
  const entries = Object.entries(texts)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? collected(entries)
    : { fault: 'language.notAFile' }
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The texts of a sheet whose first row names the columns `key` and the language's code; an empty
 * cell leaves its text as it is.
 */
export function textsOfRows(rows: readonly (readonly string[])[], code: string): Read {
  const [headings = [], ...others] = rows
  const named = headings.map((heading) => heading.trim().toLowerCase())
  const [keyAt, valueAt] = [named.indexOf('key'), named.indexOf(code.toLowerCase())]
  if (keyAt < 0 || valueAt < 0) return { fault: 'language.noHeadings', params: { code } }
  const pairs = others.map((cells): [string, string] => [
    (cells[keyAt] ?? '').trim(),
    cells[valueAt] ?? '',
  ])
  return collected(pairs.filter(([key, value]) => key !== '' && value.trim() !== ''))
}

function collected(entries: readonly (readonly [string, string])[]): Read {
  if (entries.length === 0) return { fault: 'import.noRows' }
  if (entries.length > maxFileTexts)
    return { fault: 'import.tooManyRows', params: { most: maxFileTexts } }
  return { texts: Object.fromEntries(entries) }
}
