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

/** All IANA time zones by area, once: what an administrator deletes later stays deleted. */
export async function seedTimezones(db: Kysely<DB>): Promise<void> {
  const any = await db.selectFrom('timezoneArea').select('id').limit(1).executeTakeFirst()
  if (any) return
  await db
    .insertInto('timezoneArea')
    .values(regions.map((name, sort) => ({ name, code: name.toUpperCase(), type: 'zone', sort })))
    .execute()
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
