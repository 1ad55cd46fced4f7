import { type FoundPlace, type GeoPoint, mostFoundPlaces } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import { allOf, anyContains } from '../../../../kit/page.ts'
import { stationScope } from '../stationScope.ts'
import { placesAround, placesNamed } from './places.ts'

interface Asked {
  readonly text?: string | undefined
  readonly at?: GeoPoint | undefined
}

/** So many stations at most stand before cities and countries. */
const mostStations = 4

/** Places without asking anybody outside; see the contract. */
export async function geocode(ctx: Context, { text, at }: Asked): Promise<FoundPlace[]> {
  if (at) return placesAround(at, ctx.language)
  if (text === undefined) return []
  const own = await stationsNamed(ctx, text)
  return [...own, ...placesNamed(text, ctx.language)].slice(0, mostFoundPlaces)
}

/** The caller's own stations with a place, whose name, code or address says so. */
async function stationsNamed(ctx: Context, text: string): Promise<FoundPlace[]> {
  const where = allOf([
    sql<SqlBool>`deleted_at is null and latitude is not null`,
    stationScope.rows(ctx.principal),
    anyContains(['name', 'code', 'address'], text.trim()),
  ])
  const { rows } =
    await sql<FoundPlace>`select 'STATION' as kind, name, address as within, latitude, longitude,
      null as kilometres
    from station as row where ${where} order by name limit ${mostStations}`.execute(ctx.db)
  return rows
}
