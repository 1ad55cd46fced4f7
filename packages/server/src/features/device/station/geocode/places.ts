import {
  cities,
  type City,
  type FoundPlace,
  type GeoPoint,
  mostFoundPlaces,
  nearestCity,
} from '@muster/contract'
import { countries, countryAt } from './countries.ts'

const isArabic = (language: string): boolean => language.startsWith('ar')

const cityName = ({ name }: City, language: string): string =>
  isArabic(language) ? name.ar : name.en

/** Names of countries by language: making them is dear. */
const known = new Map<string, Intl.DisplayNames>()

function countryName(code: string, language: string): string {
  const spoken = isArabic(language) ? 'ar' : language
  const names = known.get(spoken) ?? new Intl.DisplayNames([spoken, 'en'], { type: 'region' })
  known.set(spoken, names)
  return names.of(code) ?? code
}

/** As people type it: without marks over letters, and one letter for those that Arabic writes alike. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}ـ]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** How well a name answers a text: it is the text, begins with it, holds it, or stands in it as a word. */
function matchOf(text: string, names: readonly string[]): number | null {
  const ranks = names.map(plain).flatMap((name) => {
    if (name === text) return [0]
    if (name.startsWith(text)) return [1]
    if (name.length > 2 && ` ${text} `.includes(` ${name} `)) return [2]
    return text.length > 2 && name.includes(text) ? [3] : []
  })
  return ranks.length === 0 ? null : Math.min(...ranks)
}

const pointOf = ({ at: [longitude, latitude] }: City): GeoPoint => ({ latitude, longitude })

function asPlace(city: City, language: string): FoundPlace {
  const place = pointOf(city)
  const country = countryAt(place)
  return {
    kind: 'CITY',
    name: cityName(city, language),
    within: country && countryName(country.code, language),
    ...place,
    kilometres: null,
  }
}

/** Cities and countries by what they are called, in the reader's language or another one. */
export function placesNamed(text: string, language: string): FoundPlace[] {
  const sought = plain(text)
  if (sought === '') return []
  const foundCities = cities.flatMap((city) => {
    const rank = matchOf(sought, [city.name.en, city.name.ar])
    return rank === null ? [] : [{ rank, size: city.rank, place: () => asPlace(city, language) }]
  })
  const foundCountries = countries().flatMap(({ code, middle }) => {
    const names = [...new Set(['en', 'ar', language])].map((one) => countryName(code, one))
    const rank = matchOf(sought, names)
    const name = countryName(code, language)
    const place = { kind: 'COUNTRY', name, within: null, ...middle, kilometres: null } as const
    // A city says more than its country.
    return rank === null ? [] : [{ rank, size: 3, place: (): FoundPlace => place }]
  })
  return [...foundCities, ...foundCountries]
    .toSorted((one, other) => one.rank - other.rank || one.size - other.size)
    .slice(0, mostFoundPlaces)
    .map(({ place }) => place())
}

/** What a position is near to, and which country it lies in. */
export function placesAround(at: GeoPoint, language: string): FoundPlace[] {
  const { city, kilometres } = nearestCity([at.longitude, at.latitude])
  const country = countryAt(at)
  return [
    { ...asPlace(city, language), kilometres: Math.round(kilometres * 10) / 10 },
    ...(country
      ? [
          {
            kind: 'COUNTRY' as const,
            name: countryName(country.code, language),
            within: null,
            ...country.middle,
            kilometres: null,
          },
        ]
      : []),
  ]
}
