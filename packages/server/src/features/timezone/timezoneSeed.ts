import { continents, getCountryDataList, type TContinentCode } from 'countries-list'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

/** IANA's regions as areas; everything else (`UTC`, `Etc/…`) is listed under the last. */
const regions = [
  'Africa',
  'America',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
  'Etc',
]

const codeOf = (name: string): string => name.toUpperCase().replaceAll(' ', '-')
const continentNames = Object.values(continents)

/** Continents, countries and all IANA time zones, once: what an administrator deletes later stays deleted. */
export async function seedTimezones(db: Kysely<DB>): Promise<void> {
  const any = await db.selectFrom('timezoneArea').select('id').limit(1).executeTakeFirst()
  if (any) return
  const names = [...regions, ...continentNames.filter((name) => !regions.includes(name))]
  await db
    .insertInto('timezoneArea')
    .values(
      names.map((name, sort) => ({
        name,
        code: codeOf(name),
        type: continentNames.includes(name) ? 'continent' : 'zone',
        sort,
      })),
    )
    .execute()
  await seedZones(db)
  await seedCountries(db)
}

async function seedZones(db: Kysely<DB>): Promise<void> {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((zoneId) => {
    const [region = '', ...rest] = zoneId.split('/')
    const isRegion = regions.includes(region) && rest.length > 0
    const name = (isRegion ? rest.join(' - ') : zoneId).replaceAll('_', ' ')
    return { area: isRegion ? region : 'Etc', name, zoneId }
  })
  await sql`insert into timezone (area_id, name, zone_id)
    select timezone_area.id, zone.name, zone."zoneId"
    from jsonb_to_recordset(${JSON.stringify(zones)}::jsonb) as zone (area text, name text, "zoneId" text)
      join timezone_area on timezone_area.name = zone.area
    order by zone."zoneId"`.execute(db)
}

/** Countries below their continents; one with a single time zone has it as the usual one. */
async function seedCountries(db: Kysely<DB>): Promise<void> {
  const countries = getCountryDataList().map(
    ({ name, iso2, iso3, phone: [phone], currency: [currency], continent }) => {
      return {
        name,
        iso2,
        iso3,
        phone: phone ? `+${phone}` : null,
        currency: currency ?? null,
        continent: continentOf(continent),
        zone: onlyZoneOf(iso2),
      }
    },
  )
  await sql`insert into timezone_area
      (name, code, type, parent_id, iso2, iso3, phone_code, currency, timezone_id)
    select country.name, country.iso2, 'country', continent.id, country.iso2, country.iso3,
      country.phone, country.currency, zone.id
    from jsonb_to_recordset(${JSON.stringify(countries)}::jsonb) as country
        (name text, iso2 text, iso3 text, phone text, currency text, continent text, zone text)
      join timezone_area as continent on continent.code = country.continent
      left join timezone as zone on zone.zone_id = country.zone
    order by country.name`.execute(db)
}

const continentOf = (code: TContinentCode): string => codeOf(continents[code])

declare global {
  namespace Intl {
    interface Locale {
      /** Not in every runtime, and TypeScript's library does not know it yet. */
      getTimeZones?: () => readonly string[] | undefined
    }
  }
}

/** The time zone of a country that has but one. */
function onlyZoneOf(region: string): string | null {
  const zones = new Intl.Locale('und', { region }).getTimeZones?.() ?? []
  return zones.length === 1 ? (zones[0] ?? null) : null
}
