import type { orgApks, ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { gateFacts, judgeDelivery, leftOutGates, nameableApps } from '../../device/index.ts'
import { installTask } from '../push/appWish.ts'
import { policyDevices } from './policyScope.ts'

type Why = ReplyOf<typeof orgApks.whyApp>

/**
 * Each gate between a terminal and the version of an application that is online, by the list that tasks go by,
 * and what a task waits for on its way.
 */
export async function whyApp(ctx: Context, deviceId: string, appId: string): Promise<Why> {
  const device = await ctx.db
    .selectFrom('device')
    .select('id')
    .where('id', '=', deviceId)
    .where('deletedAt', 'is', null)
    .where(policyDevices.rows(ctx.principal))
    .executeTakeFirst()
  if (!device) throw notFound()
  const online = await onlineVersion(ctx, appId)
  const task = online && (await installTask(ctx, online.id, {}))
  if (!task) return { versionName: null, gates: [], delivery: [] }
  const gates = await leftOutGates(ctx.db, {
    ...task,
    pushId: null,
    needOnline: false,
    by: ctx.principal,
  })
  const shut = sql.join(gates.map(({ when }) => sql`coalesce(${when}, false)`))
  const { rows } = await sql<{ shut: boolean[] }>`select array[${shut}] as shut
    from device where id = ${deviceId}`.execute(ctx.db)
  const judged = gates.map(({ code }, nth) => ({ code, passes: rows[0]?.shut[nth] === false }))
  const byCode = Map.groupBy(judged, ({ code }) => code)
  return {
    versionName: online.versionName,
    gates: [...byCode].map(([code, ones]) => ({
      code,
      passes: ones.every(({ passes }) => passes),
    })),
    delivery: judgeDelivery(await gateFacts(ctx, deviceId)),
  }
}

/** The version that terminals are offered, that of production before the others; null: none. */
async function onlineVersion(
  ctx: Context,
  appId: string,
): Promise<{ readonly id: string; readonly versionName: string } | null> {
  const { rows } = await sql<{ id: string; versionName: string }>`
    select apk.id, apk.version_name from apk
    where apk.app_id = ${appId} and apk.state = 'ONLINE' and apk.deleted_at is null
      and apk.app_id in (select row.id from app as row
        where row.deleted_at is null and ${nameableApps.rows(ctx.principal)})
    order by apk.track = 'PRODUCTION' desc, apk.version_code desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
