import type { TextKey } from '@muster/contract'
import { nothing } from '../../platform/format.ts'
import { language, t } from '../../platform/texts.ts'

const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })

/** Parts of the world that ship as areas, by the names that they ship with; browsers have no names of these. */
const parts: ReadonlyMap<string, TextKey> = new Map<string, TextKey>([
  ['Africa', 'area.part.Africa'],
  ['America', 'area.part.America'],
  ['Antarctica', 'area.part.Antarctica'],
  ['Arctic', 'area.part.Arctic'],
  ['Asia', 'area.part.Asia'],
  ['Atlantic', 'area.part.Atlantic'],
  ['Australia', 'area.part.Australia'],
  ['Etc', 'area.part.Etc'],
  ['Europe', 'area.part.Europe'],
  ['Indian', 'area.part.Indian'],
  ['North America', 'area.part.NorthAmerica'],
  ['Oceania', 'area.part.Oceania'],
  ['Pacific', 'area.part.Pacific'],
  ['South America', 'area.part.SouthAmerica'],
])

/** The name of a country in the reader's language; null in English, which is what ships. */
export const countryName = (iso2: string | null): string | null =>
  iso2 === null || language === 'en' ? null : (countries.of(iso2) ?? null)

/** The name of a shipped part of the world in the reader's language; any other name as it is. */
export function placeName(name: string | null): string {
  if (name === null) return nothing
  const key = parts.get(name)
  return key ? t(key) : name
}
