import { language } from '../../platform/texts.ts'

const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })

/** Codes (UN M49) of the parts of the world that ship as areas, by the names that they ship with. */
const codes: ReadonlyMap<string, string> = new Map([
  ['Africa', '002'],
  ['America', '019'],
  ['Antarctica', 'AQ'],
  ['Asia', '142'],
  ['Australia', 'AU'],
  ['Europe', '150'],
  ['North America', '003'],
  ['Oceania', '009'],
  ['South America', '005'],
])

/** The name of a country in the reader's language; null in English, which is what ships. */
export const regionName = (iso2: string | null): string | null =>
  iso2 === null || language === 'en' ? null : (names.of(iso2) ?? null)

/** The name of a shipped part of the world in the reader's language; any other name as it is. */
export const placeName = <N extends string | null>(name: N): N | string =>
  regionName(codes.get(name ?? '') ?? null) ?? name
