import type { Health, LastMove } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { missingKeysSql } from '../keys/missingKeys.ts'
import { findSettings } from '../settings/settings.queries.ts'
import { type HealthFacts, judgeHealth } from './health.rules.ts'

type Moments =
  | 'offlineSince'
  | 'enrolmentRefusedAt'
  | 'lastSeenAt'
  | 'informedAt'
  | 'keysToldAt'
  | 'warrantyEnd'
  | 'endOfSupport'
type Row = Omit<HealthFacts, Moments | 'wantedRev'> & Readonly<Record<Moments, string | null>>

/** Of `device`. */
const openAlarms = sql`select coalesce(jsonb_agg(jsonb_build_object('kind', raised.kind,
    'severity', raised.severity, 'firstAt', raised.first_at) order by raised.first_at), '[]')
  from alarm raised where raised.device_id = device.id and raised.closed_at is null`

/** Whether a terminal is well, from what is on record of it: read by its keys alone. */
export async function healthOf(ctx: Context, id: string): Promise<Health> {
  const { rows } = await sql<Row>`select device.lifecycle, device.status,
      online.device_id is not null as is_online, state.offline_since,
      coalesce(((select minutes from offline_limit where org_id = device.org_id)),
        (select minutes from offline_limit_of_model where model_id = device.model_id),
        (select steered('device.offline.alarm.minutes', 1440))) as offline_minutes,
      device.enrolment_refused_at, state.cfg_rev as applied_rev, state.last_seen_at, state.battery,
      state.is_charging, state.free_mb,
      (told.document ->> 'storageMb')::integer as storage_mb,
      (told.document ->> 'skewSeconds')::integer as skew_seconds,
      (told.document ->> 'isRooted')::boolean as is_rooted,
      (told.document ->> 'isTampered')::boolean as is_tampered,
      told.document ->> 'printer' as printer, told.reported_at as informed_at,
      array(${sql.raw(missingKeysSql)}) as missing_keys, keys.told_at as keys_told_at,
      (${openAlarms}) as alarms, shown.warranty_end, shown.end_of_support
    from (select * from device where id = ${id} and deleted_at is null
        and ${deviceScope.rows(ctx.principal)}) as device
      join device_row shown on shown.id = device.id
      left join device_online online on online.device_id = device.id left join device_state state on state.device_id = device.id
      left join device_key_report keys on keys.device_id = device.id
      left join device_snapshot told on told.device_id = device.id and told.kind = 'info'`.execute(
    ctx.db,
  )
  const { pool, env } = ctx.platform
  const [settings] = await findSettings(pool, [id], env.heartbeatSeconds)
  const [row] = rows
  if (!row || !settings) throw notFound()
  const facts: HealthFacts = {
    ...row,
    wantedRev: settings.configuration.rev,
    offlineSince: dateOf(row.offlineSince),
    enrolmentRefusedAt: dateOf(row.enrolmentRefusedAt),
    lastSeenAt: dateOf(row.lastSeenAt),
    informedAt: dateOf(row.informedAt),
    keysToldAt: dateOf(row.keysToldAt),
    warrantyEnd: dateOf(row.warrantyEnd),
    endOfSupport: dateOf(row.endOfSupport),
  }
  return { ...judgeHealth(facts, ctx.now()), lastMove: await lastMoveOf(ctx, id) }
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))

interface MoveRow extends Omit<LastMove, 'other'> {
  readonly otherId: string | null
  readonly otherSn: string | null
}

async function lastMoveOf(ctx: Context, id: string): Promise<LastMove | null> {
  const { rows } =
    await sql<MoveRow>`select move.event, move.at, mover.user_name as by, move.reason, move.is_locking,
      other.id as other_id, other.sn as other_sn
    from device_move move left join app_user mover on mover.id = move.by_user
      left join (select id, sn from device where ${deviceScope.rows(ctx.principal)}) as other
        on other.id = move.other_id
    where move.device_id = ${id} order by move.at desc limit 1`.execute(ctx.db)
  if (!rows[0]) return null
  const { otherId, otherSn, ...move } = rows[0]
  return { ...move, other: otherId && otherSn ? { id: otherId, sn: otherSn } : null }
}
