import { fillText, localeOf, type TextKey, type TextValues } from '@muster/contract'
import { storage } from './storage.ts'

/** The interface language that this browser keeps; English until someone chooses another. */
export const language = storage.getItem('language') ?? 'en'

export const direction: 'ltr' | 'rtl' = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'

type Pack = Readonly<Record<string, string>>

let pack: Pack = {}
/** Asks for all texts, as long as they are not here. */
let askForAll: (() => Promise<Pack>) | null = null
let coming: Promise<void> | null = null
/** Keys that were drawn as they are. */
const missed = new Set<string>()

/** Says how all texts of the language are asked for, before any is here. */
export function expectTexts(ask: () => Promise<Pack>): void {
  askForAll = ask
}

/** Takes the texts that a start is drawn with, before anything is drawn. */
export function takeStartTexts(texts: Pack): void {
  // Where all are here already, these are among them.
  if (askForAll) pack = texts
}

/** Takes all texts of the language. They stay: a change of the language reloads the page. */
export function takeTexts(texts: Pack): void {
  pack = texts
  askForAll = null
}

/** Resolves when all texts are here: what is not part of the start waits for it. */
export function allTexts(): Promise<void> {
  if (!askForAll) return Promise.resolve()
  coming ??= askForAll()
    .then(takeTexts)
    .finally(() => {
      coming = null
    })
  return coming
}

/** Whether a text has come for what was drawn as its key. */
export const lackedTexts = (): boolean =>
  [...missed].some((key) => inPack(key) !== undefined || inPack(`${key}_other`) !== undefined)

/** A key may be a name that somebody typed, such as `constructor`. */
const inPack = (key: string): string | undefined =>
  Object.hasOwn(pack, key) ? pack[key] : undefined

function textOf(key: string): string {
  const text = inPack(key)
  if (text === undefined && askForAll) missed.add(key)
  return text ?? key
}

/**
 * The text of a key, with its `{name}` placeholders filled; numbers are written as the language
 * writes them. Where a pack has `key_one`, `key_few` …, `count` chooses among them.
 */
export function t(key: TextKey, values: TextValues = {}): string {
  return fillText(pluralOf(key, values['count']) ?? textOf(key), values, locale)
}

/** A name that is either a text key (what the server seeds) or what an administrator typed. */
export function nameText(name: string): string {
  return textOf(name)
}

function pluralOf(key: string, count: string | number | undefined): string | undefined {
  if (typeof count !== 'number') return undefined
  return inPack(`${key}_${new Intl.PluralRules(language).select(count)}`)
}

/** Arabic (Iraq) writes its dates and digits as Arabic-Egypt does (product spec, section 1). */
export const locale = localeOf(language)

/** The texts of a table of keys: what a choice field offers. */
export const texts = (keys: Readonly<Record<string, TextKey>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key)]))
