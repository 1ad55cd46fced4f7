import { shippedTexts } from '@muster/contract/texts'

/** The text of a key in a language, `{places}` filled; English where a language lacks it. */
export function translate(
  language: string,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = shippedTexts[language]?.[key] ?? shippedTexts['en']?.[key] ?? key
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place))
}
