import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { stationScope } from './stationScope.ts'

export interface LockedStation {
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly status: number
  readonly version: number
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Living stations of the caller's, in the order of their ids, locked as an update locks them. */
export async function lockStations(ctx: Context, ids: readonly string[]): Promise<LockedStation[]> {
  const { rows } = await sql<LockedStation>`select id, name, org_id, status, version, latitude,
      longitude from station
    where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${stationScope.rows(ctx.principal)}
    order by id for no key update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}

/** A living station of the caller's, which nobody removes until the commit. */
export async function holdStation(ctx: Context, id: string): Promise<LockedStation> {
  const { rows } = await sql<LockedStation>`select id, name, org_id, status, version, latitude,
      longitude from station
    where id = ${id} and deleted_at is null and ${stationScope.rows(ctx.principal)}
    for share`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** A living terminal of these stations whose organisation is on no line with another. */
export async function outOfLine(
  ctx: Context,
  stationIds: readonly string[],
  orgId: string,
): Promise<{ readonly sn: string; readonly isSeen: boolean } | null> {
  const seen = deviceScope.rows(ctx.principal)
  const { rows } = await sql<{
    sn: string
    isSeen: boolean
  }>`select sn, ${seen} as is_seen from device
    where station_id = any(${[...stationIds]}::uuid[]) and deleted_at is null
      and not are_in_line(org_id, ${orgId}) order by is_seen desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Whether terminals of an organisation may be at a station. */
export async function isInLine(ctx: Context, stationId: string, orgId: string): Promise<boolean> {
  const { rows } = await sql`select from station
    where id = ${stationId} and are_in_line(org_id, ${orgId})`.execute(ctx.db)
  return rows.length > 0
}

export interface ScannedDevice {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly stationId: string | null
  readonly lifecycle: string
  readonly isInLine: boolean
}

/** HELD: locked until the commit. */
export type Reading = 'HELD' | 'LOOKED_AT'

/** The caller's terminals under these serial numbers. */
export async function readScanned(
  ctx: Context,
  { sns, orgId }: { readonly sns: readonly string[]; readonly orgId: string },
  reading: Reading,
): Promise<ScannedDevice[]> {
  const lock = reading === 'HELD' ? sql`for no key update` : sql``
  const { rows } = await sql<ScannedDevice>`select id, sn, org_id, station_id, lifecycle,
      are_in_line(org_id, ${orgId}) as is_in_line
    from device where sn = any(${[...sns]}::text[]) and deleted_at is null
      and ${deviceScope.rows(ctx.principal)}
    order by id ${lock}`.execute(ctx.db)
  return rows
}

/** Puts terminals at a station, or at none. */
export async function moveToStation(
  ctx: Context,
  deviceIds: readonly string[],
  stationId: string | null,
): Promise<{ readonly id: string; readonly orgId: string; readonly version: number }[]> {
  const { rows } = await sql<{ id: string; orgId: string; version: number }>`update device
    set station_id = ${stationId}, version = version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId}
    where id = any(${[...deviceIds]}::uuid[]) returning id, org_id, version`.execute(ctx.db)
  return rows
}
