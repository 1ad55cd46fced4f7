import type { LifeEvent } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { deviceScope } from '../deviceScope.ts'
import { permittedIn } from '../lifecycle.rules.ts'
import type { Movable } from './life.rules.ts'

/** What a terminal says while it goes down after a wipe is no contact that could have brought keys back. */
const wipeTakes = sql`interval '5 minutes'`

/** A terminal was wiped, and has not been in contact since. */
const isWiped = (deviceId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from push_item wipe
    where wipe.device_id = ${deviceId} and wipe.cmd = 'WIPE' and wipe.state = 'SUCCESS'
      and not exists (select from device_state state where state.device_id = ${deviceId}
        and state.last_seen_at > wipe.ended_at + ${wipeTakes}))`

/** Those of some terminals whose keys nothing says are erased. */
export async function unwiped(ctx: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from device
    where id = any(${[...ids]}::uuid[]) and not ${isWiped(sql`device.id`)}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

export interface HeldDevice extends Movable {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly isOnline: boolean
}

type StoredDevice = Omit<HeldDevice, 'informedAt' | 'sentToRepair'> & {
  readonly informedAt: string | null
  readonly sentToRepair: { readonly at: string; readonly from: string } | null
}

/** These terminals of the caller's, locked until the commit in the order that everybody locks them. */
export async function holdDevices(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly HeldDevice[]> {
  const { rows } =
    await sql<StoredDevice>`with mine as materialized (select id, sn, org_id, lifecycle from device
      where id = any(${[...ids]}::uuid[]) and deleted_at is null and ${deviceScope.rows(ctx.principal)}
      order by id for no key update)
    select mine.*, exists (select from device_online online where online.device_id = mine.id) as is_online,
      (select told.reported_at from device_snapshot told
        where told.device_id = mine.id and told.kind = 'info') as informed_at,
      ${isWiped(sql`mine.id`)} as is_wiped,
      exists (select from device_security fault where fault.device_id = mine.id
        and fault.kind in ('TAMPERED', 'KEY_MISSING')) as is_unsafe,
      case when mine.lifecycle = 'REPAIR' then (select jsonb_build_object('at', sent.at, 'from', sent.from_state)
        from device_move sent where sent.device_id = mine.id and sent.to_state = 'REPAIR'
        order by sent.at desc limit 1) end as sent_to_repair
    from mine order by sn`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows.map(({ informedAt, sentToRepair, ...row }) => ({
    ...row,
    informedAt: informedAt === null ? null : new Date(informedAt),
    sentToRepair: sentToRepair && { ...sentToRepair, at: new Date(sentToRepair.at) },
  }))
}

export interface Written {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly version: number
  readonly lifecycle: string
}

/** Brings held terminals to a state. */
export async function setLifecycle(
  ctx: Context,
  ids: readonly string[],
  lifecycle: string,
): Promise<readonly Written[]> {
  const isOut = !permittedIn(lifecycle).connection
  // Whose secret is gone proves itself no more: not even if its state were changed behind our back.
  const revoked = isOut
    ? sql`, sealed_secret = null, released_until = null, secret_key_id = null, secret_unused_until = null`
    : sql``
  const { rows } = await sql<Written>`update device set lifecycle = ${lifecycle}${revoked},
      version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
    where id = any(${[...ids]}::uuid[]) returning id, sn, org_id, version, lifecycle`.execute(
    ctx.db,
  )
  return rows
}

export interface Move {
  readonly deviceId: string
  readonly event: LifeEvent
  readonly from: string
  readonly to: string
  readonly reason: string | null
  readonly otherId?: string
  readonly isLocking?: boolean
  /** Of one that is scrapped: how its keys are known to be erased. */
  readonly keysErased?: 'CONFIRMED' | 'WIPED'
}

/** Keeps what was done. */
export async function noteMoves(ctx: Context, moves: readonly Move[]): Promise<void> {
  await sql`insert into device_move (device_id, event, from_state, to_state, reason, other_id, is_locking, keys_erased, by_user)
    select told."deviceId", told.event, told."from", told."to", told.reason, told."otherId",
      coalesce(told."isLocking", false), told."keysErased", ${ctx.principal.userId}
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
      as told ("deviceId" uuid, event text, "from" text, "to" text, reason text, "otherId" uuid, "isLocking" boolean,
        "keysErased" text)`.execute(ctx.db)
}

interface EndedItem {
  readonly id: string
  readonly deviceId: string
}

/** Ends the commands of terminals that their state does not permit: they are told that it was this. */
export async function cancelItems(
  ctx: Context,
  deviceIds: readonly string[],
  lifecycle: string,
): Promise<readonly EndedItem[]> {
  const { commands, tasks, permission } = permittedIn(lifecycle)
  // Whoever has given them was not asked for a right that it takes from now on.
  const kept = permission === null ? [...commands, ...tasks] : []
  // Locked in the order in which answers of terminals lock them.
  const { rows } = await sql<EndedItem>`with unfit as materialized (select id from push_item
      where device_id = any(${[...deviceIds]}::uuid[]) and ended_at is null
        and not cmd = any(${kept}::text[])
      order by id for update)
    update push_item item set state = 'CANCELLED', code = 'S604', ended_at = now(),
      next_publish_at = null, ask_at = null, waits_for = null, waits_reason = null
    from unfit where item.id = unfit.id returning item.id, item.device_id`.execute(ctx.db)
  return rows
}

export interface Target {
  readonly id: string
  readonly name: string
  readonly isRoot: boolean
}

/** An enabled organisation of the caller's; null: there is none such. */
export async function findTarget(ctx: Context, id: string): Promise<Target | null> {
  const { rows } = await sql<Target>`select id, name, parent_id is null as is_root from organization
    where id = ${id} and deleted_at is null and status = 1
      and ${organizationsBy('id').rows(ctx.principal)} for share`.execute(ctx.db)
  return rows[0] ?? null
}

/** Where terminals go. */
export interface Destination {
  readonly orgId: string
  /** What one that is not in use yet is there. */
  readonly unused: string
  /** Where they stand then. */
  readonly stationId?: string | null | undefined
  /** They lose what people have said of them. */
  readonly isReset?: boolean
}

/** A terminal that was moved, and where it was before. */
export interface Moved extends Written {
  readonly before: {
    readonly orgId: string
    readonly stationId: string | null
    readonly lifecycle: string
  }
}

/** Gives held terminals to an organisation. A station is a place of the one before: they leave it. */
export async function giveTo(
  ctx: Context,
  ids: readonly string[],
  { orgId, unused, stationId = null, isReset = false }: Destination,
): Promise<readonly Moved[]> {
  const said = isReset ? sql`, name = null, tid = null, mid = null, tags = '{}'` : sql``
  const { rows } =
    await sql<Moved>`update device set org_id = ${orgId}, station_id = ${stationId}${said},
      lifecycle = case when was.lifecycle in ('UNCLAIMED', 'STOCK', 'ASSIGNED') then ${unused} else was.lifecycle end,
      version = was.version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
    from device was where device.id = any(${[...ids]}::uuid[]) and was.id = device.id
    returning device.id, device.sn, device.org_id, device.version, device.lifecycle,
      jsonb_build_object('orgId', was.org_id, 'stationId', was.station_id, 'lifecycle', was.lifecycle)
        as before`.execute(ctx.db)
  return rows
}

/** A terminal that bears other words, and those of before. */
export interface Tagged extends Written {
  readonly tags: readonly string[]
  readonly before: readonly string[]
}

/** Terminals that bear other words then. */
export async function setTags(
  ctx: Context,
  ids: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<readonly Tagged[]> {
  const { rows } = await sql<Tagged>`update device set tags = array(
        select distinct word from unnest(was.tags || ${[...add]}::text[]) as word
        where not word = any(${[...remove]}::text[]) order by word),
      version = was.version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
    from device was where device.id = any(${[...ids]}::uuid[]) and was.id = device.id
    returning device.id, device.sn, device.org_id, device.version, device.lifecycle, device.tags,
      was.tags as before`.execute(ctx.db)
  return rows
}
