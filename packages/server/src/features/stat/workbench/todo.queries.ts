import {
  alarms,
  apks,
  appKinds,
  commandNames,
  jsonDocuments,
  mqttApks,
  mqttTasks,
  params,
  plans,
  pressingSeverities,
  type ReplyOf,
  upgradeVersions,
  type workbench,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition, isWithin } from '../../../kit/page.ts'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy, type Scope } from '../../../access/scope.ts'
import { appScope, appWaitsFor } from '../../app/index.ts'
import { pageAlive, pushScope, pushWaitsFor, versionScope } from '../../device/index.ts'
import { jsonScope, jsonWaitsFor, paramScope, paramWaitsFor } from '../../param/index.ts'
import { planScope, planWaitsFor, versionWaitsFor } from '../../upgrade/index.ts'
import { wereInvited } from '../../user/index.ts'
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
        where measure = any(${pressingSeverities.map((severity) => `ALARM_${severity}`)}::text[]))`
    : sql`null`
  const { rows } = await sql<Omit<Todo, 'failing'>>`select ${pressing} as alarms,
      (select coalesce(sum(count), 0)::bigint from ${from('device_tally')} as tally
        where lifecycle = 'UNCLAIMED') as unclaimed,
      ${reviews} as reviews, ${decisionsIn(ctx, filter)},
      (select count(*) from app_user_row where state = 'INVITED' and deleted_at is null and ${wereInvited}
        and ${allOf([accounts.rows(ctx.principal), ...below])}) as invited`.execute(ctx.db)
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  const asked = { ...filter, failing: '1', pageNum: 1, pageSize: 1 } as const
  return { ...counts, failing: (await pageAlive(ctx, asked)).total }
}

type Caller = Pick<Context, 'principal'>

interface Decisions {
  /** The right to decide. */
  readonly permission: string
  readonly table: string
  readonly scope: Scope
  /** As the list has it that shows them. */
  readonly waits: (caller: Caller) => Condition
}

/** What a second person decides about, each as a column; null where the caller is not to. */
function decisionsIn({ principal }: Context, { orgId }: EstateFilter) {
  const below = orgId ? [isWithin(orgId)] : []
  const columns = Object.entries(decided).map(([name, { permission, table, scope, waits }]) => {
    if (!mayCall(principal, permission)) return sql`null as ${sql.ref(name)}`
    const where = allOf([waits({ principal }), scope.rows(principal), ...below])
    return sql`(select count(*) from ${sql.table(table)} as row where ${where}) as ${sql.ref(name)}`
  })
  return sql.join(columns)
}

const alive = (waits: Decisions['waits']) => (caller: Caller) =>
  sql<SqlBool>`(deleted_at is null and ${waits(caller)})`
const pushesOf = (kinds: readonly string[]) => (caller: Caller) =>
  sql<SqlBool>`(kind = any(${[...kinds]}::text[]) and ${pushWaitsFor(caller)})`

/** By the members of the figures. */
const decided: Readonly<Record<string, Decisions>> = {
  apkReviews: {
    permission: apks.review.permission,
    table: 'app',
    scope: appScope,
    waits: alive(appWaitsFor),
  },
  versionReviews: {
    permission: upgradeVersions.review.permission,
    table: 'upgradeVersion',
    scope: versionScope,
    waits: alive(versionWaitsFor),
  },
  planApprovals: {
    permission: plans.approve.permission,
    table: 'plan',
    scope: planScope,
    waits: alive(planWaitsFor),
  },
  taskApprovals: {
    permission: mqttTasks.approve.permission,
    table: 'push',
    scope: pushScope,
    waits: pushesOf(commandNames),
  },
  appApprovals: {
    permission: mqttApks.approve.permission,
    table: 'push',
    scope: pushScope,
    waits: pushesOf(appKinds),
  },
  paramApprovals: {
    permission: params.activate.permission,
    table: 'paramAssignment',
    scope: paramScope,
    waits: alive(paramWaitsFor),
  },
  jsonApprovals: {
    permission: jsonDocuments.publish.permission,
    table: 'jsonDocument',
    scope: jsonScope,
    waits: alive(jsonWaitsFor),
  },
} satisfies Partial<Record<keyof Todo, Decisions>>

/** Accounts that are locked now. */
export async function lockedAccounts(ctx: Context): Promise<Locks> {
  const { rows } = await sql<Locks['list'][number] & { total: number }>`
    select id, user_name, real_name, org_name, locked_until, count(*) over () as total
    from app_user_row where locked_until > ${ctx.now()} and state = 'LOCKED' and deleted_at is null
      and ${accounts.rows(ctx.principal)}
    order by locked_until desc, id limit ${namedLocks}`.execute(ctx.db)
  return { total: rows[0]?.total ?? 0, list: rows }
}
