import { type SqlBool, sql } from 'kysely'
import { seesAllBelow } from '../../../access/dataScope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { deviceScope } from '../deviceScope.ts'

interface Station {
  readonly id: string
  readonly deviceCount: number | null
}

type Caller = Pick<Context, 'principal'>

/** Whether what is kept is the caller's to know. */
const seesAll = ({ principal }: Caller): boolean => principal.scope.all

/** Whether the caller may sort by what is kept: it tells him no more than that somebody above has a terminal at his station. */
const sortsByKept = ({ principal }: Caller): boolean => seesAllBelow(principal.scope)

/** What {@link withOwnTerminals} counts anew. */
export const ownlyTerminals = {
  members: ['deviceCount', 'hasDevices', 'mismatch'],
  seesAll: sortsByKept,
}

/**
 * Stations with the terminals that the caller sees there: those of an organisation above, or of other models,
 * may stand at one as well, and how many is nobody's business.
 */
export async function ownTerminals<R extends Station>(
  ctx: Context,
  rows: readonly R[],
): Promise<R[]> {
  const { db, principal } = ctx
  const busy = rows.flatMap(({ id, deviceCount }) => (deviceCount ? [id] : []))
  if (seesAll(ctx) || busy.length === 0) return [...rows]
  const { rows: found } = await sql<{ id: string; count: number }>`select station_id as id,
      count(*)::integer as count from device
    where station_id = any(${busy}::uuid[]) and deleted_at is null and ${deviceScope.rows(principal)}
    group by 1`.execute(db)
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, deviceCount: counts.get(row.id) ?? 0 }))
}

/** The same with what follows from that count. */
export async function withOwnTerminals<
  R extends Station & { readonly expectedDevices: number | null },
>(ctx: Context, rows: readonly R[]) {
  const counted = await ownTerminals(ctx, rows)
  return counted.map((row) => {
    const { expectedDevices: expected, deviceCount } = row
    const count = deviceCount ?? 0
    const mismatch = Number(expected !== null && expected !== count)
    return { ...row, hasDevices: Number(count > 0), mismatch }
  })
}

const ownAt = ({ principal }: Caller) => sql`device
  where device.station_id = row.id and device.deleted_at is null and ${deviceScope.rows(principal)}`

/** On stations as `row`: terminals that the caller sees are there, or none. */
export function hasOwnTerminals(value: unknown, caller: Caller): Condition {
  const wanted = sql`${Number(value)}::integer`
  if (seesAll(caller)) return sql<SqlBool>`has_devices = ${wanted}`
  return sql<SqlBool>`(device_count > 0 and exists (select from ${ownAt(caller)}))::integer = ${wanted}`
}

/** On stations as `row`: more or fewer of the terminals that the caller sees are there than are expected. */
export function hasOwnMismatch(_: unknown, caller: Caller): Condition {
  if (seesAll(caller)) return sql<SqlBool>`mismatch = 1`
  return sql<SqlBool>`(expected_devices is not null and expected_devices <>
    case when device_count = 0 then 0 else (select count(*) from ${ownAt(caller)}) end)`
}
