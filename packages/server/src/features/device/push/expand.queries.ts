import {
  keptTargets,
  type KeptTargets,
  type PushKind,
  pushOptions,
  type PushOptions,
} from '@muster/contract'
import { type Kysely, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import type { Condition } from '../../../kit/page.ts'
import type { DB } from '../../../platform/schema.ts'
import { deviceScope } from '../deviceScope.ts'
import { leftOutCode, leftOutState } from './leftOut.queries.ts'
import { targetsOf } from './targets.ts'
import { runningBefore } from './upgradeGates.queries.ts'

type Db = Kysely<DB>

/** A push whose terminals are being written down. */
export interface OpenPush {
  readonly id: string
  readonly kind: PushKind
  readonly args: object
  readonly orgId: string
  readonly createdBy: string | null
  readonly targets: KeptTargets
  readonly options: PushOptions
  readonly principal: FrozenPrincipal
  readonly graceUntil: string | null
  readonly expiresAt: string
  readonly cursorId: string | null
  readonly isGrowing: boolean
  readonly isApproved: boolean
  /** The push that it follows. */
  readonly afterPushId: string | null
}

/** Terminals that are written down in one transaction: so no push holds locks for long. */
export const sliceSize = 5000

/** The next push that is to be written down but these, locked; null: there is none, or others are at it. */
export async function lockOpen(db: Db, except: readonly string[]): Promise<OpenPush | null> {
  const { rows } = await sql<OpenPush>`select id, kind, args, org_id, created_by, targets, options,
      principal, grace_until, expires_at, cursor_id, is_growing, approved_at is not null as is_approved, after_push_id
    from push where state = 'RUNNING' and ended_at is null and expanded_at is null and principal is not null
      and (after_push_id is null or exists (select from push former
        where former.id = push.after_push_id and former.expanded_at is not null))
      and id <> all(${[...except]}::uuid[])
    order by id limit 1 for update skip locked`.execute(db)
  return rows[0] ?? null
}

/** A push as it is kept: what it was given before there was more to say is completed. */
export const readPush = (row: OpenPush): OpenPush => ({
  ...row,
  targets: z.parse(keptTargets(), row.targets),
  options: z.parse(pushOptions(), row.options),
})

/** Not yet an item of a push: those all begin with its moment, which names their month. */
function isNew(pushId: string): Condition {
  const moment = pushId.slice(0, 13)
  return sql<SqlBool>`not exists (select from push_item known
    where known.push_id = ${pushId} and known.device_id = device.id
      and known.id between ${`${moment}-0000-0000-000000000000`} and ${`${moment}-ffff-ffff-ffffffffffff`})`
}

/** Where an upgrade is given; other commands keep no place. */
const placeOf = (kind: PushKind, column: 'org_id' | 'model_id') =>
  kind === 'UPGRADE' ? sql.ref(`judged.${column}`) : sql`null::uuid`

interface Slice {
  readonly found: number
  readonly written: number
  readonly last: string | null
}

/**
 * Writes items for the next terminals of a push, as far as whoever wants it sees them and their gates
 * are open; those that it passes by are on record with the reason.
 */
export async function writeSlice(
  db: Db,
  push: OpenPush,
  { who, only }: { readonly who: FrozenPrincipal; readonly only?: readonly string[] },
): Promise<Slice> {
  const { id, kind, args, options } = push
  // What a release brings comes round by itself: no depot has asked for it.
  const by = push.targets.release ? null : principalOf(who)
  const code = await leftOutCode(db, { pushId: id, kind, args, needOnline: options.needOnline, by })
  const isBehind = push.afterPushId !== null
  const which: Condition[] = [await targetsOf(db, push.targets)]
  if (only) which.push(sql<SqlBool>`device.id = any(${[...only]}::uuid[])`)
  // The push is locked, and its slices follow the order of ids: only growth meets one again.
  if (push.isGrowing) which.push(isNew(push.id))
  if (!only && push.cursorId) which.push(sql<SqlBool>`device.id > ${push.cursorId}`)
  const { rows } = await sql<Slice>`with slice as materialized (
      select device.* from device where device.deleted_at is null
        and ${deviceScope.rows(principalOf(who))} and ${sql.join(which, sql` and `)}
      order by device.id limit ${sliceSize}),
    judged as materialized (select device.id, device.org_id, device.model_id, ${code} as code,
      ${runningBefore(push)} as running from slice as device),
    written as (insert into push_item (id, push_id, device_id, cmd, state, code, created_at, queued_at, ended_at,
        created_by, sender_org_id, expires_at, next_publish_at, waits_for, counted_org, counted_model, at_org, at_model,
        priority, from_version)
      select item_of(${id}), ${id}, judged.id, ${kind},
        case when judged.code is null then 'QUEUED' else ${leftOutState(sql`judged.code`)} end,
        nullif(judged.code, 'OFFLINE'), now(), case when judged.code is null then now() end,
        case when judged.code is not null then now() end, ${push.createdBy}::uuid, ${push.orgId},
        ${push.expiresAt}::timestamptz, case when judged.code is null and not ${isBehind}
          then greatest(now(), ${push.graceUntil}::timestamptz) end,
        case when judged.code is not null then null when ${isBehind} then 'BEFORE'
          when ${push.graceUntil}::timestamptz > now() then 'GRACE' end,
        judged.org_id, judged.model_id, ${placeOf(kind, 'org_id')}, ${placeOf(kind, 'model_id')},
        ${options.priority}::smallint, judged.running
      from judged returning id, device_id),
    -- What comes before may have ended already.
    behind as (insert into push_next (push_id, device_id)
      select ${push.afterPushId}::uuid, device_id from written where ${isBehind})
    select (select count(*) from slice)::integer as found, (select count(*) from written)::integer as written,
      (select slice.id from slice order by slice.id desc limit 1) as last`.execute(db)
  return rows[0] ?? { found: 0, written: 0, last: null }
}

/** How far a push has been written down; with its last slice it is done. */
export async function saveSlice(
  db: Db,
  id: string,
  { found, written, last }: Slice,
): Promise<void> {
  const isLast = found < sliceSize
  await sql`update push set size = size + ${written}, cursor_id = coalesce(${last}, cursor_id),
      expanded_at = case when ${isLast} then now() end, updated_at = now()
    where id = ${id}`.execute(db)
  // All of its items may have ended already.
  if (isLast) await sql`insert into push_look (push_id) values (${id})`.execute(db)
}
