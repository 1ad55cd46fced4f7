import {
  type CommandName,
  commandFeatures,
  type Fence,
  waitsInBlackout,
  whyUnsupported,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { blackoutAt } from '../command/blackouts.ts'
import { findDevice } from '../command/command.queries.ts'
import { calendarsOf, haltsOf } from '../command/hold.queries.ts'
import { missingKeysSql } from '../keys/missingKeys.ts'
import { rulesOf } from '../matrix/rules.queries.ts'
import { findSettings } from '../settings/settings.queries.ts'
import { holdsFrom, holdsUntil } from '../station/fenceHours.ts'
import type { GateFacts } from './gates.rules.ts'

interface Row {
  readonly isRegistered: boolean
  readonly presence: string
  readonly presenceSince: string | null
  readonly appliedRev: number | null
  readonly perMinute: number
  /** Seconds until the sender's organisation has room for one more command. */
  readonly paceSeconds: number
  readonly lockState: string | null
  readonly lockSince: string | null
  readonly missingKeys: readonly string[]
  readonly keysMissingSince: string | null
  /** Of its station, where it is found outside. */
  readonly fence: Fence | null
  readonly zone: string | null
  readonly stationName: string | null
  readonly leftSince: string | null
}

/** Three seconds' worth may leave at once, as the publisher takes them. */
const pace = sql`with pace as (
    select rate, greatest(1, rate / 20) as most
      from (select steered('task.publish.ratePerMinute', 600)::float8 as rate) as told)`

async function readRow(ctx: Context, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${pace}
    select device.sealed_secret is not null as is_registered,
      case when online.device_id is not null then 'ONLINE'
        when state.device_id is not null then 'OFFLINE' else 'NEVER' end as presence,
      coalesce(online.since, state.offline_since) as presence_since,
      state.cfg_rev as applied_rev, pace.rate as per_minute,
      coalesce((select greatest(0, (1 - least(pace.most, known.room
          + greatest(0, extract(epoch from clock_timestamp() - known.at)) * pace.rate / 60)) * 60 / pace.rate)
        from command_pace known where known.org_id = ${ctx.principal.orgId}), 0)::float8 as pace_seconds,
      locked.state as lock_state, locked.since as lock_since,
      array(${sql.raw(missingKeysSql)}) as missing_keys, faulty.since as keys_missing_since,
      shop.fence, shop.name as station_name, held.since as left_since,
      station_zone(shop.timezone_id, shop.area_id) as zone
    from device cross join pace
      left join device_online online on online.device_id = device.id
      left join device_state state on state.device_id = device.id
      left join device_lock locked on locked.device_id = device.id
      left join device_fence held on held.device_id = device.id and held.state = 'OUT'
      left join station shop on shop.id = device.station_id and shop.id = held.station_id
        and shop.status = 1 and shop.deleted_at is null
      left join device_security faulty on faulty.device_id = device.id and faulty.kind = 'KEY_MISSING'
    where device.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** What stands between a terminal and what is wanted of it, now. */
export async function gateFacts(ctx: Context, id: string): Promise<GateFacts> {
  const device = await findDevice(ctx, id)
  const { pool, env } = ctx.platform
  const row = await readRow(ctx, id)
  const [settings] = await findSettings(pool, [id], env.heartbeatSeconds)
  if (!row || !settings) throw notFound()
  const { paceSeconds, lockState, lockSince, fence, zone, stationName, leftSince, ...found } = row
  const rules = await rulesOf(ctx.db, {
    codes: Object.values(commandFeatures),
    models: sql<SqlBool>`model.id = ${device.modelId}`,
  })
  const now = ctx.now()
  return {
    ...device,
    ...found,
    blackout: await blackoutOf(ctx, device.orgId),
    halt: (await haltsOf(pool, [device.orgId])).get(device.orgId)?.reason ?? null,
    paceUntil: paceSeconds > 0 ? new Date(now.getTime() + paceSeconds * 1000) : null,
    wantedRev: settings.configuration.rev,
    lock: lockState && lockSince ? { state: lockState, since: lockSince } : null,
    left:
      fence && stationName && leftSince
        ? { stationName, since: leftSince, ...blockingOf(fence, zone, now.getTime()) }
        : null,
    unsupported: (cmd: CommandName) =>
      whyUnsupported(
        rules.find(({ code }) => code === commandFeatures[cmd]),
        device,
      ),
    // What finds a lost terminal again never waits.
    obeysBlackout: (cmd: CommandName) => waitsInBlackout[cmd] && device.lifecycle !== 'LOST',
  }
}

/** Whether a fence keeps those outside from taking payments, and until when. */
function blockingOf({ blocksPayments, schedule }: Fence, zone: string | null, at: number) {
  const hours = { schedule, zone }
  const holds = holdsFrom(hours, at) === at
  return {
    isBlocking: blocksPayments,
    holds,
    until: holds ? holdsUntil(hours, at) : null,
  }
}

async function blackoutOf(ctx: Context, orgId: string): Promise<GateFacts['blackout']> {
  const calendar = (await calendarsOf(ctx.platform.pool, [orgId])).get(orgId)
  return calendar ? blackoutAt(calendar, ctx.now()) : null
}
