import { describe, expect, it } from 'vitest'
import { countryAt } from './countries.ts'
import { placesAround, placesNamed } from './places.ts'

const first = (text: string, language = 'en') => {
  const [place] = placesNamed(text, language)
  return place && `${place.kind} ${place.name}`
}

describe('a place by its name', () => {
  it.each([
    ['Basra', 'CITY Basra'],
    ['basr', 'CITY Basra'],
    ['Rainbow Street 12, Amman', 'CITY Amman'],
    ['البصره', 'CITY Basra'],
    ['sao paulo', 'CITY São Paulo'],
    ['Iraq', 'COUNTRY Iraq'],
    ['العراق', 'COUNTRY Iraq'],
    ['Nowhere at all', undefined],
    ['!!', undefined],
  ])('%s is %s', (text, found) => {
    expect(first(text)).toBe(found)
  })

  it('is answered once, with the islands that lie apart', () => {
    const found = placesNamed('Australia', 'en').filter(({ kind }) => kind === 'COUNTRY')
    expect(found).toMatchObject([{ name: 'Australia' }])
    expect(Math.round(found[0]?.longitude ?? 0)).toBeGreaterThan(130)
  })

  it('is answered in the reader’s language, with its country', () => {
    expect(placesNamed('Erbil', 'ar-IQ')[0]).toMatchObject({ name: 'أربيل', within: 'العراق' })
  })
})

describe('a position', () => {
  it.each([
    ['in Baghdad', 33.32, 44.36, 'IQ'],
    ['in the ocean', 0, -150, undefined],
    ['in an enclave', -29.5, 28.2, 'LS'],
    ['at the pole', -90, 0, 'AQ'],
    ['at the other pole', 90, 0, undefined],
    ['west of the date line', 66.5, 179, 'RU'],
    ['east of the date line', 66.5, -176, 'RU'],
  ])('%s has its country', (_, latitude, longitude, code) => {
    expect(countryAt({ latitude, longitude })?.code).toBe(code)
  })

  it('is near to a city across the date line', () => {
    const [here] = placesAround({ latitude: -18.1, longitude: 179.9 }, 'en')
    const [beyond] = placesAround({ latitude: -18.1, longitude: -179.9 }, 'en')
    expect(beyond?.name).toBe(here?.name)
    // Some twenty kilometres lie between the two, not the way around the world.
    expect(Math.abs((beyond?.kilometres ?? 0) - (here?.kilometres ?? 0))).toBeLessThan(25)
    expect(beyond?.kilometres).toBeLessThan(3000)
  })

  it('is near to a city', () => {
    const [city, country] = placesAround({ latitude: 33.32, longitude: 44.36 }, 'en')
    expect(city).toMatchObject({ kind: 'CITY', name: 'Baghdad', within: 'Iraq' })
    expect(city?.kilometres).toBeLessThan(3)
    expect(country).toMatchObject({ kind: 'COUNTRY', name: 'Iraq' })
  })
})
