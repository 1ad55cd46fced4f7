import {
  type CommandName,
  commandFeatures,
  waitsInBlackout,
  whyUnsupported,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { blackoutAt } from '../command/blackouts.ts'
import { findDevice } from '../command/command.queries.ts'
import { calendarsOf, haltsOf } from '../command/hold.queries.ts'
import { rulesOf } from '../matrix/rules.queries.ts'
import { findSettings } from '../settings/settings.queries.ts'
import type { GateFacts } from './gates.rules.ts'

interface Row {
  readonly isRegistered: boolean
  readonly presence: string
  readonly presenceSince: string | null
  readonly appliedRev: number | null
  readonly perMinute: number
  /** Seconds until the sender's organisation has room for one more command. */
  readonly paceSeconds: number
}

/** Three seconds' worth may leave at once, as the publisher takes them. */
const pace = sql`with pace as (
    select rate, greatest(1, rate / 20) as most
      from (select steered('task.publish.ratePerMinute', 600)::float8 as rate) as told)`

/** What stands between a terminal and what is wanted of it, now. */
export async function gateFacts(ctx: Context, id: string): Promise<GateFacts> {
  const device = await findDevice(ctx, id)
  const { pool, env } = ctx.platform
  const { rows } = await sql<Row>`${pace}
    select device.sealed_secret is not null as is_registered,
      case when online.device_id is not null then 'ONLINE'
        when state.device_id is not null then 'OFFLINE' else 'NEVER' end as presence,
      coalesce(online.since, state.offline_since) as presence_since,
      state.cfg_rev as applied_rev, pace.rate as per_minute,
      coalesce((select greatest(0, (1 - least(pace.most, known.room
          + greatest(0, extract(epoch from clock_timestamp() - known.at)) * pace.rate / 60)) * 60 / pace.rate)
        from command_pace known where known.org_id = ${ctx.principal.orgId}), 0)::float8 as pace_seconds
    from device cross join pace
      left join device_online online on online.device_id = device.id
      left join device_state state on state.device_id = device.id
    where device.id = ${id}`.execute(ctx.db)
  const [row] = rows
  const [settings] = await findSettings(pool, [id], env.heartbeatSeconds)
  if (!row || !settings) throw notFound()
  const { paceSeconds, ...found } = row
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
    unsupported: (cmd: CommandName) =>
      whyUnsupported(
        rules.find(({ code }) => code === commandFeatures[cmd]),
        device,
      ),
    // What finds a lost terminal again never waits.
    obeysBlackout: (cmd: CommandName) => waitsInBlackout[cmd] && device.lifecycle !== 'LOST',
  }
}

async function blackoutOf(ctx: Context, orgId: string): Promise<GateFacts['blackout']> {
  const calendar = (await calendarsOf(ctx.platform.pool, [orgId])).get(orgId)
  return calendar ? blackoutAt(calendar, ctx.now()) : null
}
