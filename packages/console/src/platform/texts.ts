import { fillText, localeOf, type TextKey, type TextValues } from '@muster/contract'
import { storage } from './storage.ts'

/** The interface language that this browser keeps; English until someone chooses another. */
export const language = storage.getItem('language') ?? 'en'

export const direction: 'ltr' | 'rtl' = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'

let pack: Readonly<Record<string, string>> = {}

/** Takes the texts of the language. Called once, before anything is drawn: a change reloads the page. */
export function takeTexts(texts: Readonly<Record<string, string>>): void {
  pack = texts
}

/**
 * The text of a key, with its `{name}` placeholders filled; numbers are written as the language
 * writes them. Where a pack has `key_one`, `key_few` …, `count` chooses among them.
 */
export function t(key: TextKey, values: TextValues = {}): string {
  return fillText(pluralOf(key, values['count']) ?? pack[key] ?? key, values, locale)
}

/** A name that is either a text key (what the server seeds) or what an administrator typed. */
export function nameText(name: string): string {
  return pack[name] ?? name
}

function pluralOf(key: string, count: string | number | undefined): string | undefined {
  if (typeof count !== 'number') return undefined
  return pack[`${key}_${new Intl.PluralRules(language).select(count)}`]
}

/** Arabic (Iraq) writes its dates and digits as Arabic-Egypt does (product spec, section 1). */
export const locale = localeOf(language)

/** The texts of a table of keys: what a choice field offers. */
export const texts = (keys: Readonly<Record<string, TextKey>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key)]))
