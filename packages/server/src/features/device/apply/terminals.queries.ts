import { type applyFaults, isInPlace } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../deviceScope.ts'
import type { LockedApply } from './apply.queries.ts'
import { movableBy } from './apply.rules.ts'

type Fault = (typeof applyFaults)[number]

export interface Named {
  readonly id: string
  readonly sn: string
  readonly lifecycle: string
  readonly orgId: string
  /** Of REPLACE. */
  readonly successorSn?: string | null
}

/** The living terminals of these serial numbers that the caller sees. */
export async function namedTerminals(ctx: Context, sns: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, sn, lifecycle, org_id from device
    where sn = any(${[...sns]}::text[]) and deleted_at is null and ${deviceScope.rows(ctx.principal)}`.execute(
    ctx.db,
  )
  return rows
}

/** The lowest organisation that has all of these terminals below it. */
export async function commonPlace(ctx: Context, named: readonly Named[]): Promise<string | null> {
  const orgIds = named.map(({ orgId }) => orgId)
  const { rows } = await sql<{ id: string }>`select above.id from organization above
    where (select bool_and(place.path <@ above.path) from organization place
      where place.id = any(${[...orgIds]}::uuid[]))
      and above.path @> (select path from organization where id = ${orgIds[0] ?? null})
    order by nlevel(above.path) desc limit 1`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** Writes down which terminals a request names. */
export async function keepItems(ctx: Context, id: string, named: readonly Named[]): Promise<void> {
  if (named.length === 0) return
  await sql`insert into device_apply_item (apply_id, sn, device_id, successor_sn)
    select ${id}, sn, id, successor_sn from unnest(${named.map((one) => one.sn)}::text[],
      ${named.map((one) => one.id)}::uuid[], ${named.map((one) => one.successorSn ?? null)}::text[])
      as named (sn, id, successor_sn)`.execute(ctx.db)
}

/** Unused terminals of a model in an organisation's own stock that a request does not name yet. */
const inStock = ({ id, modelId, fromOrgId }: LockedApply) =>
  sql<SqlBool>`(device.model_id = ${modelId} and device.deleted_at is null
    and device.lifecycle = any(${[...movableBy.STOCK]}::text[]) and device.sealed_secret is null
    and device.org_id = ${fromOrgId}
    and not exists (select from device_apply_item item
      where item.apply_id = ${id} and item.device_id = device.id))`

/** How many terminals of its stock an approval would find, of so many at most. */
export async function countStock(ctx: Context, apply: LockedApply, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from (select from device where ${inStock(apply)} limit ${most}) as found`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Names so many unused terminals of a model out of an organisation's own stock, the oldest first. */
export async function pickStock(ctx: Context, apply: LockedApply): Promise<void> {
  const { id, quantity } = apply
  await sql`insert into device_apply_item (apply_id, sn, device_id)
    select ${id}, device.sn, device.id from device
    where ${inStock(apply)}
    order by device.id
    limit ${quantity} - (select count(*) from device_apply_item item where item.apply_id = ${id})
    for no key update of device skip locked`.execute(ctx.db)
}

export interface Judged {
  readonly sn: string
  readonly deviceId: string | null
  readonly orgId: string | null
  readonly lifecycle: string | null
  readonly successorSn: string | null
  readonly fault: Fault | null
}

/** HELD: those that something may be done with are locked until the commit. */
type Reading = 'HELD' | 'LOOKED_AT'

/** What keeps each terminal of a request that nothing was done with yet. */
export async function judgeItems(
  ctx: Context,
  { id, kind, fromOrgId }: LockedApply,
  reading: Reading,
): Promise<readonly Judged[]> {
  // Who gets terminals need not see them before; who swaps or scraps them does.
  const seen = isInPlace(kind) ? deviceScope.rows(ctx.principal) : sql`true`
  const lock = reading === 'HELD' ? sql`for no key update` : sql``
  const { rows } = await sql<Judged>`with held as (
      select device.id, device.org_id, device.lifecycle from device
      where device.id in (select item.device_id from device_apply_item item
        where item.apply_id = ${id} and item.moved_at is null) and device.deleted_at is null and ${seen}
      order by device.id ${lock})
    select item.sn, item.successor_sn, held.id as device_id, held.org_id, held.lifecycle,
      case when held.id is null then 'GONE'
        when held.lifecycle <> all(${[...movableBy[kind]]}::text[]) then 'WRONG_STATE'
        when not exists (select from organization top join organization place on place.path <@ top.path
          where top.id = ${fromOrgId} and place.id = held.org_id) then 'NOT_THERE' end as fault
    from device_apply_item item left join held on held.id = item.device_id
    where item.apply_id = ${id} and item.moved_at is null`.execute(ctx.db)
  return rows
}

/** Those that nothing keeps. */
export const fitOf = (judged: readonly Judged[]): string[] =>
  judged.flatMap(({ deviceId, fault }) => (deviceId && !fault ? [deviceId] : []))

/** Those that are refused stay where they are, unless said because they could not be told to erase what they hold. */
export const without = (
  judged: readonly Judged[],
  refused: ReadonlySet<string>,
  fault: Fault = 'NOT_WIPED',
): Judged[] =>
  judged.map((one) => (one.deviceId && refused.has(one.deviceId) ? { ...one, fault } : one))

/** Writes down which terminals of a request have moved, and what kept the others. Answers how many have in all. */
export async function noteItems(
  ctx: Context,
  id: string,
  judged: readonly Judged[],
): Promise<number> {
  await sql`update device_apply_item item set fault = told.fault,
      moved_at = case when told.fault is null then now() end
    from unnest(${judged.map(({ sn }) => sn)}::text[], ${judged.map(({ fault }) => fault)}::text[])
      as told (sn, fault)
    where item.apply_id = ${id} and item.sn = told.sn`.execute(ctx.db)
  const { rows } = await sql<{ moved: number }>`select count(*)::integer as moved
    from device_apply_item where apply_id = ${id} and moved_at is not null`.execute(ctx.db)
  return rows[0]?.moved ?? 0
}
