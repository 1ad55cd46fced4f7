import { countCap, type orgApks, type ParsedOf, type StandingDevice } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Page } from '../../../kit/page.ts'
import { leftOutCode } from '../../device/index.ts'
import { installTask } from '../push/appWish.ts'
import { policyDevices } from './policyScope.ts'

type Query = ParsedOf<typeof orgApks.standing>['query']

/** What a walk over all pages knows of the page before. */
interface Walked {
  readonly total?: number
  readonly after?: Pick<StandingDevice, 'id'>
}

/** Codes that say no more than the table does: it is there, or its task is under way. */
const plain = ['I202', 'S607']

/** The terminals that stand so to a policy, as far as the caller sees them, each with what is known of why. */
export async function standingDevices(
  ctx: Context,
  query: Query & Walked,
): Promise<Page<StandingDevice>> {
  const { policyId, pageNum, pageSize, after } = query
  const code = await heldBackCode(ctx, policyId)
  const meant = meantBy(ctx, query)
  // A file of all of them goes on from its last row: no page is found by counting off those before.
  const further = after ? sql`device.id > ${after.id}::uuid` : sql`true`
  const skipped = after ? 0 : (pageNum - 1) * pageSize
  const { rows } =
    await sql<StandingDevice>`with shown as materialized (select device.* from ${meant}
      and ${further} order by stand.device_id limit ${pageSize} offset ${skipped}),
    judged as materialized (select device.*, ${code} as held_back_by from shown as device)
    select device.id, device.sn, model.name as model_name, own.name as org_name,
      coalesce(installed.version_name, installed.version_code::text) as installed_name,
      coalesce(case when device.held_back_by = any(${plain}::text[]) then null else device.held_back_by end, last.code) as why,
      last.push_id as last_push_id, last.task_no as last_no, last.state as last_state
    from judged as device
      join model on model.id = device.model_id
      join organization own on own.id = device.org_id
      join org_apk policy on policy.id = ${policyId}
      join app named on named.id = policy.app_id
      left join device_app installed
        on installed.device_id = device.id and installed.package = named.package
      left join lateral (select item.push_id, push.task_no, item.state, item.code
        from org_apk_push made join push on push.id = made.push_id
          join push_item item on item.push_id = made.push_id and item.device_id = device.id
        where made.org_apk_id = ${policyId} order by item.created_at desc limit 1) as last on true
    order by device.id`.execute(ctx.db)
  const total = query.total ?? (await countMeant(ctx, query))
  return {
    list: rows,
    total: Math.min(total, countCap),
    capped: total > countCap,
    pageNum,
    pageSize,
  }
}

const meantBy = (
  { principal }: Context,
  { policyId, standing }: Pick<Query, 'policyId' | 'standing'>,
) => sql`org_apk_stand stand join device on device.id = stand.device_id and device.deleted_at is null
    and ${policyDevices.rows(principal)}
  where stand.org_apk_id = ${policyId} and stand.standing = ${standing}`

/** How many there are, counted no further than lists are. */
async function countMeant(ctx: Context, query: Query): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from ${meantBy(ctx, query)} limit ${countCap + 1}) as matching`.execute(ctx.db)
  return rows[0]?.count ?? 0
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
