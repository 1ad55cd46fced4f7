import type { AppStanding, orgApks, ReplyOf, StandingDevice } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { leftOutCode } from '../../device/index.ts'
import { installTask } from '../push/appWish.ts'
import { policyDevices } from './policyScope.ts'

type Reply = ReplyOf<typeof orgApks.standing>

/** Terminals that are told at once. */
const atOnce = 50

interface Asked {
  readonly policyId: string
  readonly standing: AppStanding
  readonly after: string | undefined
}

/** The terminals that stand so to a policy, as far as the caller sees them, each with what is known of why. */
export async function standingDevices(ctx: Context, asked: Asked): Promise<Reply> {
  const { policyId, standing, after } = asked
  const code = await heldBackCode(ctx, policyId)
  const { rows } = await sql<StandingDevice>`with shown as materialized (select seen.*
      from org_apk_stand stand join lateral (select device.* from device
        where device.id = stand.device_id and device.deleted_at is null
          and ${policyDevices.rows(ctx.principal)}) as seen on true
      where stand.org_apk_id = ${policyId} and stand.standing = ${standing}
        and (${after ?? null}::uuid is null or stand.device_id > ${after ?? null}::uuid)
      order by stand.device_id limit ${atOnce + 1})
    select device.id as device_id, device.sn, model.name as model_name, own.name as org_name,
      coalesce(installed.version_name, installed.version_code::text) as installed_name, last.told as last,
      ${code} as held_back_by
    from shown as device
      join model on model.id = device.model_id
      join organization own on own.id = device.org_id
      join org_apk policy on policy.id = ${policyId}
      join app named on named.id = policy.app_id
      left join device_app installed
        on installed.device_id = device.id and installed.package = named.package
      left join lateral (select jsonb_build_object('pushId', item.push_id, 'taskNo', push.task_no,
          'state', item.state, 'code', item.code) as told
        from org_apk_push made join push on push.id = made.push_id
          join push_item item on item.push_id = made.push_id and item.device_id = device.id
        where made.org_apk_id = ${policyId} order by item.created_at desc limit 1) as last on true
    order by device.id`.execute(ctx.db)
  return { list: rows.slice(0, atOnce), hasMore: rows.length > atOnce }
}

/** Which gate keeps what the policy wants from a terminal, as one value over `device`. */
async function heldBackCode(ctx: Context, policyId: string) {
  const { rows } = await sql<{ apkId: string | null }>`
    select coalesce(target.apk_id, target.release_apk_id) as apk_id from org_apk_target target
      join org_apk policy on policy.id = target.org_apk_id and policy.policy <> 'PROHIBITED'
    where target.org_apk_id = ${policyId}`.execute(ctx.db)
  const apkId = rows[0]?.apkId
  const task = apkId ? await installTask(ctx, apkId, {}) : null
  if (!task) return sql<string | null>`null::text`
  return leftOutCode(ctx.db, { ...task, pushId: null, needOnline: false, by: null })
}
