import { shippedTexts } from '@muster/contract/texts'

const regions = new Map<string, Intl.DisplayNames>()

function regionsIn(language: string): Intl.DisplayNames {
  const known = regions.get(language)
  if (known) return known
  const made = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  regions.set(language, made)
  return made
}

/** What readers of a language call a country (ISO 3166-1 alpha-2); null: there is no such code. */
export const countryName = (language: string, code: string): string | null =>
  /^[A-Z]{2}$/.test(code) ? (regionsIn(language).of(code) ?? null) : null

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
/** Codes that are in use: the name of a country that goes by another today is that one's. */
const currentCodes = () =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)

let codes: ReadonlyMap<string, string> | null = null

/** The code of a country by its name in any shipped language, as an export writes it. */
export function countryCode(name: string): string | undefined {
  codes ??= new Map(
    currentCodes().flatMap((code) =>
      Object.keys(shippedTexts).flatMap((language) => {
        const said = countryName(language, code)
        return said === null ? [] : [[folded(said), code] as const]
      }),
    ),
  )
  return codes.get(folded(name))
}
