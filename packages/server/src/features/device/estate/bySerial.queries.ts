import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, beginsWith, type Condition } from '../../../kit/page.ts'
import { estateOf } from './estate.queries.ts'
import { isOneOf } from './serials.queries.ts'

export interface NamedDevice {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly orgName: string
}

type Asking = Pick<Context, 'db' | 'platform' | 'principal'>

const withOrganization = (devices: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql<NamedDevice>`select device.id, device.sn, device.name, organization.name as org_name
    from (${devices}) device
    join organization on organization.id = device.org_id order by ${order}`

const mineWhere = async (ctx: Asking, conditions: readonly Condition[]) =>
  allOf([sql<SqlBool>`deleted_at is null`, await estateOf(ctx, undefined), ...conditions])

/**
 * The caller's terminals whose serial number begins so, in order; walks an index by serial number
 * and stops at the limit, however many begin so.
 */
export async function devicesBySerial(
  ctx: Asking,
  prefix: string,
  limit: number,
): Promise<RawBuilder<NamedDevice>> {
  const mine = await mineWhere(ctx, [beginsWith(sql`sn`, prefix.toUpperCase())])
  const devices = sql`select id, sn, name, org_id from device where ${mine} order by sn limit ${limit}`
  return withOrganization(devices, sql`device.sn`)
}

/** Terminals whom the beginning of a serial number may mean. */
const mostMeant = 1000

/**
 * Terminals whose serial number begins so, whoever sees them, as a list of values: a log is asked for them by
 * a look into a hash, and the planner knows how many they are. As the outcome of a subquery each row would be
 * compared with one after the other.
 */
export async function idsBySerial({ db }: Pick<Context, 'db'>, start: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from device
    where starts_with(sn, ${start.trim().toUpperCase()}) order by sn limit ${mostMeant}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What belongs to one of these terminals, by a column that holds a terminal's id. */
export const isOfTerminals = (ids: readonly string[], column = 'deviceId'): Condition =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/**
 * Whether the index of words can find a word: it holds letters and digits by threes, so it takes three
 * characters of which two are such.
 */
const isIndexed = (word: string): boolean =>
  /.{3}/u.test(word) && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(word)
/** Each word is compared with each terminal that another word finds. */
const mostWords = 8
/** So many are looked at for those that fit best: any of many that hold a common word will do. */
const mostWeighed = 200

/**
 * The caller's terminals that have each of the words anywhere in their serial number, name or
 * terminal id, a serial number that ends so first. The index of words finds them, and no more than
 * {@link mostWeighed} are weighed; null where it can find none of the words.
 */
export async function devicesByWords(
  ctx: Asking,
  text: string,
  limit: number,
): Promise<RawBuilder<NamedDevice> | null> {
  const words = [...new Set(text.split(/\s+/).filter(Boolean))].slice(0, mostWords)
  if (!words.some(isIndexed)) return null
  const mine = await mineWhere(
    ctx,
    words.map((word) => anyContains(['sn', 'name', 'tid'], word)),
  )
  const last = (words.at(-1) ?? '').toUpperCase()
  const rank = sql`case when right(sn, ${last.length}::integer) = ${last} then 0
    when position(${last}::text in sn) > 0 then 1 else 2 end, sn`
  const weighed = sql`select id, sn, name, org_id from device where ${mine} limit ${mostWeighed}`
  const devices = sql`select *, row_number() over (order by ${rank}) as place
    from (${weighed}) found order by place limit ${limit}`
  return withOrganization(devices, sql`device.place`)
}

/** The caller's terminals at these stations, which he may see. */
export async function devicesAtStations(
  ctx: Asking,
  stationIds: readonly string[],
  limit: number,
): Promise<RawBuilder<NamedDevice>> {
  const there = sql<SqlBool>`station_id = any(${[...stationIds]}::uuid[])`
  const mine = await mineWhere(ctx, [there])
  const devices = sql`select id, sn, name, org_id from device where ${mine} order by sn limit ${limit}`
  return withOrganization(devices, sql`device.sn`)
}

/** Those of the serial numbers that name none of the caller's terminals, in their order. */
export async function unknownOf(ctx: Asking, sns: readonly string[]): Promise<string[]> {
  const mine = await mineWhere(ctx, [isOneOf(sns)])
  const { rows } = await sql<{ sn: string }>`select sn from device where ${mine}`.execute(ctx.db)
  const known = new Set(rows.map(({ sn }) => sn))
  return sns.filter((sn) => !known.has(sn))
}
