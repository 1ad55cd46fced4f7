import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import type { SerialNumberRule } from '../../vendor/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { permittedIn } from '../lifecycle.rules.ts'
import { type Facts, mayRemove } from './estate.rules.ts'

interface ModelRule extends SerialNumberRule {
  readonly vendorId: string
}

/** A model's vendor, and the rule for its serial numbers: its own, else its vendor's. */
export async function ruleOf(ctx: Context, modelId: string): Promise<ModelRule | null> {
  const { rows } = await sql<ModelRule>`select model.vendor_id,
      coalesce(nullif(model.sn_rule, ''), vendor.sn_rule) as sn_rule, vendor.sn_prefixes
    from model join vendor on vendor.id = model.vendor_id where model.id = ${modelId}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}

/** Whether an organisation has none above it: the platform's own. */
export async function isRootOrganization(ctx: Context, id: string): Promise<boolean> {
  const { rows } =
    await sql`select from organization where id = ${id} and parent_id is null`.execute(ctx.db)
  return rows.length > 0
}

/** What a change of a terminal is judged by; locked, so that it still is so when the change is written. */
export async function factsOf(
  ctx: Context,
  id: string,
): Promise<Facts & { isRegistered: boolean; stationId: string | null }> {
  const { rows } = await sql<
    Facts & { isRegistered: boolean; stationId: string | null }
  >`select lifecycle, sn, tid, model_id, org_id, station_id,
      sealed_secret is not null as is_registered
    from device where id = ${id} and deleted_at is null and ${deviceScope.rows(ctx.principal)}
    for no key update`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** A terminal of the caller's that knocked under this serial number and that nobody announced yet. */
export async function findUnclaimed(
  ctx: Context,
  sn: string,
): Promise<{ id: string; version: number } | null> {
  const { rows } = await sql<{ id: string; version: number }>`select id, version from device
    where sn = ${sn} and lifecycle = 'UNCLAIMED' and deleted_at is null
      and ${deviceScope.rows(ctx.principal)} for no key update`.execute(ctx.db)
  return rows[0] ?? null
}

/** One of some terminals that must not be removed in its state. */
export async function unremovable(
  ctx: Context,
  ids: readonly string[],
): Promise<{ sn: string; lifecycle: string } | null> {
  const { rows } = await sql<{
    sn: string
    lifecycle: string
    isRegistered: boolean
  }>`select sn, lifecycle,
      sealed_secret is not null as is_registered
    from device where id = any(${[...ids]}::uuid[]) order by sn`.execute(ctx.db)
  return rows.find((row) => !mayRemove(row)) ?? null
}

/** The organisations of some terminals. */
export async function placesOf(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`select distinct org_id from device
    where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return rows.map(({ orgId }) => orgId)
}

/** Some terminals, each with its organisation. */
export async function homesOf(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly orgId: string }[]> {
  const { rows } = await sql<{ id: string; orgId: string }>`select id, org_id from device
    where id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return rows
}

/** Makes an assigned terminal active; false: it is not assigned. */
export async function activateDevice(ctx: Context, id: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update device set lifecycle = 'ACTIVE', activated_at = ${ctx.now()},
      version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
    where id = ${id} and lifecycle = 'ASSIGNED' and deleted_at is null`.execute(ctx.db)
  return numAffectedRows === 1n
}

interface Released {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly version: number
  readonly releasedUntil: string
}

/** Lets the next enrolment replace the credential of each of these terminals: of all or of none. */
export async function releaseDevices(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly Released[]> {
  const { rows } = await sql<Released & { lifecycle: string; isRegistered: boolean }>`
    with mine as (select id, sealed_secret is not null as is_registered from device
      where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${deviceScope.rows(ctx.principal)}
      order by id for no key update)
    update device set released_until = now() + interval '24 hours', version = device.version + 1,
      updated_at = now(), updated_by = ${ctx.principal.userId}
    from mine where device.id = mine.id
    returning device.id, device.sn, device.org_id, device.version, device.released_until,
      device.lifecycle, mine.is_registered`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  ctx.note({ targetIds: rows.map(({ id }) => id), rows: rows.map((row) => ({ ...row })) })
  if (rows.some((row) => !row.isRegistered || !permittedIn(row.lifecycle).connection))
    throw new Refusal(codes.wrongState, 'device.notReleasable')
  return rows
}

interface Beat {
  readonly temperature: number | null
  readonly uptimeSeconds: number | null
}

/** What the last heartbeat of a terminal told beside what lists show. */
export async function beatOf(ctx: Context, id: string): Promise<Beat> {
  const { rows } = await sql<Beat>`select temperature, uptime_seconds from device_state
    where device_id = ${id}`.execute(ctx.db)
  return rows[0] ?? { temperature: null, uptimeSeconds: null }
}
