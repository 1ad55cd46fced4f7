import { translate } from '../../platform/texts.ts'

/** The text of a notice in a language; a place may hold the key of another text. */
export function noticeText(language: string, key: string, values: unknown): string {
  const told = Object.entries(typeof values === 'object' && values !== null ? values : {})
  return translate(
    language,
    key,
    Object.fromEntries(told.map(([name, value]) => [name, inWords(language, value)])),
  )
}

function inWords(language: string, value: unknown): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'object' && value !== null && 'textKey' in value)
    return translate(language, String(value.textKey))
  return String(value)
}
