import {
  alarms,
  apks,
  appKinds,
  mqttApks,
  mqttTasks,
  type ReplyOf,
  reviewedApkStates,
  type workbench,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, isWithin } from '../../../kit/page.ts'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { askedBy, type EstateFilter } from '../asked.ts'

type Todo = ReplyOf<typeof workbench.todo>
type Locks = ReplyOf<typeof workbench.lock>

/** Locked accounts that the card names. */
const namedLocks = 8

const accounts = organizationsBy('orgId')

/** What waits for somebody to decide it. */
export async function waitingDecisions(ctx: Context, filter: EstateFilter): Promise<Todo> {
  const from = await askedBy(ctx, filter)
  // People who registered belong to no organisation yet: whoever sees all of them decides.
  const reviews = ctx.principal.scope.all
    ? sql`(select count(*) from platform_user where state = 'PENDING_REVIEW')`
    : sql`null`
  const below = filter.orgId ? [isWithin(filter.orgId)] : []
  const pressing = mayCall(ctx.principal, alarms.page.permission)
    ? sql`(select coalesce(sum(count), 0)::bigint from ${from('estate_count')} as counted
        where measure in ('ALARM_HIGH', 'ALARM_CRITICAL'))`
    : sql`null`
  const { rows } = await sql<Todo>`select ${pressing} as alarms,
      (select coalesce(sum(count), 0)::bigint from ${from('device_tally')} as tally
        where lifecycle = 'UNCLAIMED') as unclaimed,
      ${reviews} as reviews, ${versionsToReview(ctx, filter)} as apk_reviews,
      ${pushesToApprove(ctx, filter, 'tasks')} as task_approvals,
      ${pushesToApprove(ctx, filter, 'apps')} as app_approvals,
      (select count(*) from app_user_row where state = 'INVITED' and deleted_at is null
        and ${allOf([accounts.rows(ctx.principal), ...below])}) as invited`.execute(ctx.db)
  return rows[0] ?? nothing
}

const nothing: Todo = {
  alarms: null,
  unclaimed: 0,
  reviews: null,
  apkReviews: null,
  taskApprovals: null,
  appApprovals: null,
  invited: 0,
}

/** Nobody decides about what he has made or handed in himself. */
function versionsToReview({ principal }: Context, { orgId }: EstateFilter) {
  if (!mayCall(principal, apks.review.permission)) return sql`null`
  const below = orgId ? [isWithin(orgId)] : []
  return sql`(select count(*) from apk where state = any(${[...reviewedApkStates]}::text[])
    and deleted_at is null and created_by is distinct from ${principal.userId}
    and submitted_by is distinct from ${principal.userId}
    and app_id in (select id from app where deleted_at is null
      and ${allOf([accounts.rows(principal), ...below])}))`
}

/** Those of others: whoever gave a task does not approve it. */
function pushesToApprove({ principal }: Context, { orgId }: EstateFilter, which: 'tasks' | 'apps') {
  const { approve } = which === 'apps' ? mqttApks : mqttTasks
  if (!mayCall(principal, approve.permission)) return sql`null`
  const isApp = sql`kind = any(${[...appKinds]}::text[])`
  const below = orgId ? [isWithin(orgId)] : []
  return sql`(select count(*) from push where ended_at is null and state = 'APPROVAL'
    and ${which === 'apps' ? isApp : sql`not ${isApp}`}
    and created_by is distinct from ${principal.userId}
    and ${allOf([accounts.rows(principal), ...below])})`
}

/** Accounts that are locked now. */
export async function lockedAccounts(ctx: Context): Promise<Locks> {
  const { rows } = await sql<Locks['list'][number] & { total: number }>`
    select id, user_name, real_name, org_name, locked_until, count(*) over () as total
    from app_user_row where locked_until > ${ctx.now()} and state = 'LOCKED' and deleted_at is null
      and ${accounts.rows(ctx.principal)}
    order by locked_until desc, id limit ${namedLocks}`.execute(ctx.db)
  return { total: rows[0]?.total ?? 0, list: rows }
}
