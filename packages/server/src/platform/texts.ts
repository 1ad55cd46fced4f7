import { fillText, localeOf, type TextValues } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'

/** Texts by language and key. */
export type Wordings = ReadonlyMap<string, ReadonlyMap<string, string>>

/** What administrators have worded themselves; the process holds one copy for all its calls. */
let own: Wordings = new Map()

/** Puts the installation's own wordings in the place of those that ship. */
export function setOwnWordings(wordings: Wordings): void {
  own = wordings
}

/**
 * The text of a key in a language, `{places}` filled; English where a language lacks it. Where there
 * is `key_one`, `key_few` …, `count` chooses among them.
 */
export function translate(language: string, key: string, values: TextValues = {}): string {
  const known = own.has(language) || Object.hasOwn(shippedTexts, language) ? language : 'en'
  const text = counted(known, key, values['count']) ?? textIn(known, key)
  return fillText(text ?? textIn('en', key) ?? key, values, localeOf(known))
}

function counted(language: string, key: string, count: string | number | undefined) {
  if (typeof count !== 'number') return undefined
  return textIn(language, `${key}_${new Intl.PluralRules(localeOf(language)).select(count)}`)
}

/** The text of the first of the keys that has one; null: none has. */
export function firstTranslation(language: string, keys: readonly string[]): string | null {
  const key = firstKey(language, keys)
  return key === undefined ? null : translate(language, key)
}

/** The first of the keys that has a text. */
export const firstKey = (language: string, keys: readonly string[]): string | undefined =>
  keys.find((one) => translate(language, one) !== one)

/** A key may be a name that somebody typed, such as `constructor`. */
function textIn(language: string, key: string): string | undefined {
  const shipped = shippedTexts[language]
  const ours = shipped && Object.hasOwn(shipped, key) ? shipped[key] : undefined
  return own.get(language)?.get(key) ?? ours
}

/** The languages that have texts, of ours or of administrators. */
export const languages = (): string[] => [...new Set([...Object.keys(shippedTexts), ...own.keys()])]

/** How a key is worded in any language, by us or by administrators. */
export const wordingsOf = (key: string): string[] =>
  languages().flatMap((language) => textIn(language, key) ?? [])
