import { fillText, localeOf, type TextValues } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'

/** The text of a key in a language, `{places}` filled; English where a language lacks it. */
export function translate(language: string, key: string, values: TextValues = {}): string {
  const known = language in shippedTexts ? language : 'en'
  const text = shippedTexts[known]?.[key] ?? shippedTexts['en']?.[key] ?? key
  return fillText(text, values, localeOf(known))
}
