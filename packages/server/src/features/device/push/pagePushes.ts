import {
  appKinds,
  countCap,
  type DetailedPush,
  keptTargets,
  type mqttTasks,
  orgApks,
  paramKinds,
  type ParsedOf,
  type Push,
  type PushState,
  type ReplyOf,
  usualPriority,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { type FrozenPrincipal, narrowedTo, principalOf } from '../../../access/frozen.ts'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { shownArgs } from '../command/sealedArgs.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Page, pageRows } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { pushScope } from './control.ts'
import { figuresFor, nothingSeen, type Seen } from './figures.ts'
import { countTargets } from './givePush.ts'
import { figuresOf } from './push.rules.ts'
import { pushConditions } from './pushFilter.queries.ts'

type Query = ParsedOf<(typeof mqttTasks)['page']>['query']

type PushCounts = ReplyOf<typeof mqttTasks.count>

type Figures = ReturnType<typeof figuresOf>

/** What the arguments of what is about an application say that its list shows. */
type About = Pick<Push, 'package' | 'versionName' | 'asks'>

/** A push as its view shows it. */
interface StoredPush
  extends Omit<
    Push,
    | keyof Figures
    | keyof About
    | 'named'
    | 'zone'
    | 'priority'
    | 'errorPercent'
    | 'ratePerMinute'
    | 'createdBy'
    | 'approvedBy'
    | 'rejectedBy'
    | 'editedBy'
    | 'capped'
  > {
  readonly principal: FrozenPrincipal | null
  readonly approvedBy: string | null
  readonly approvedByName: string | null
  readonly rejectedBy: string | null
  readonly rejectedByName: string | null
  readonly editedByName: string | null
  readonly ttlSeconds: number | null
  readonly createdBy: string | null
  readonly createdByName: string | null
  readonly args: Record<string, unknown>
  readonly targets: Record<string, unknown>
  readonly options: Record<string, unknown>
}

const sortable = new Set([
  'createdAt',
  'endedAt',
  'kind',
  'state',
  'size',
  'startsAt',
  'taskNo',
  'title',
])

/** Pushes of some kinds that the caller sees, the latest first unless told otherwise. */
export async function pagePushes(
  ctx: Context,
  query: Query,
  kinds: readonly string[],
): Promise<Page<Push>> {
  const source = {
    view: 'pushRow',
    order: ['-id'],
    sortable,
    conditions: [
      sql<SqlBool>`kind = any(${[...kinds]}::text[])`,
      pushScope.rows(ctx.principal),
      ...pushConditions(ctx, query, kinds),
    ],
  }
  const page = await pageRows<StoredPush>(ctx, source, query)
  const figures = await figuresFor(ctx, page.list)
  return { ...page, list: page.list.map((row, at) => shownPush(row, figures[at])) }
}

/** How many of those that a list shows are in each state that has not ended. */
export async function countPushes(
  ctx: Context,
  query: Omit<Query, 'pageNum' | 'pageSize'>,
  kinds: readonly string[],
): Promise<PushCounts> {
  const where = allOf([
    sql<SqlBool>`ended_at is null and kind = any(${[...kinds]}::text[])`,
    pushScope.rows(ctx.principal),
    ...pushConditions(ctx, query, kinds),
  ])
  const { rows } = await sql<PushCounts>`select count(*)::integer as "OPEN",
      (count(*) filter (where state = 'APPROVAL'))::integer as "APPROVAL",
      (count(*) filter (where state = 'SCHEDULED'))::integer as "SCHEDULED",
      (count(*) filter (where state = 'RUNNING'))::integer as "RUNNING",
      (count(*) filter (where state = 'PAUSED'))::integer as "PAUSED"
    from push_row as row where ${where}`.execute(ctx.db)
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  return counts
}

function shownPush(row: StoredPush, seen: Seen = nothingSeen): Push {
  const { createdBy: createdById, createdByName: createdBy, approvedByName: approvedBy } = row
  const { rejectedByName: rejectedBy, editedByName: editedBy } = row
  const { counts, seesAll, capped } = seen
  const names = { createdBy, createdById, approvedBy, rejectedBy, editedBy }
  const { zone, ratePerMinute, priority } = row.options
  const figures = figuresOf(counts)
  const shown = {
    ...row,
    ...aboutOf(row),
    ...names,
    zone: row.cron === null ? null : typeof zone === 'string' ? zone : 'UTC',
    ratePerMinute: typeof ratePerMinute === 'number' ? ratePerMinute : null,
    priority: typeof priority === 'number' ? priority : usualPriority,
    ...figures,
    errorPercent: errorPercentOf(figures),
    named: seesAll ? namedBy(row) : null,
    capped,
  }
  if (seesAll) return shown
  // What he does not see of it is not named or counted either.
  const size = counts.reduce((sum, { count }) => sum + count, 0)
  const isNamed = row.targetKind === 'sns' || row.targetKind === 'ids'
  return { ...shown, size, targetName: isNamed && size === 0 ? null : row.targetName }
}

/** A task that comes round has no items of its own: what it names is told all the same. */
function namedBy({ targetKind, targets }: StoredPush): number | null {
  const list = targets[targetKind]
  return Array.isArray(list) ? list.length : null
}

/** To a tenth. */
function errorPercentOf({ succeeded, failed }: Figures): number | null {
  const ended = succeeded + failed
  return ended === 0 ? null : Math.round((failed * 1000) / ended) / 10
}

function aboutOf({ kind, args }: Pick<StoredPush, 'kind' | 'args'>): About {
  const { pkg, vn, opt } = args
  const isApp = [...appKinds, ...paramKinds].some((one) => one === kind)
  return {
    package: isApp && typeof pkg === 'string' ? pkg : null,
    versionName: isApp && typeof vn === 'string' ? vn : null,
    asks: isApp && typeof opt === 'object' && opt !== null ? Object.keys(opt) : [],
  }
}

async function findStored(ctx: Context, id: string, kinds: readonly string[]): Promise<StoredPush> {
  const { rows } = await sql<StoredPush>`select * from push_row as row where id = ${id}
    and kind = any(${[...kinds]}::text[]) and ${pushScope.rows(ctx.principal)}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

/** A push as its list shows it. */
export async function showPush(ctx: Context, id: string, kinds: readonly string[]): Promise<Push> {
  const row = await findStored(ctx, id, kinds)
  const [seen] = await figuresFor(ctx, [row])
  return shownPush(row, seen)
}

/** A push whole, with its items by state. */
export async function detailPush(
  ctx: Context,
  id: string,
  kinds: readonly string[],
): Promise<DetailedPush> {
  const row = await findStored(ctx, id, kinds)
  const [seen = nothingSeen] = await figuresFor(ctx, [row])
  const { args, targets, options, ttlSeconds } = row
  const isNamed = row.targetKind === 'sns' || row.targetKind === 'ids'
  return {
    ...shownPush(row, seen),
    args: shownArgs(row.kind, args),
    targets: seen.seesAll || !isNamed ? targets : {},
    meant: await meantNow(ctx, row),
    options,
    ttlSeconds,
    counts: seen.counts.map(({ state, step, count }) => ({ state, step, count })),
    policy: await policyOf(ctx, id),
  }
}

/** How many terminals a push would be for that is not written down yet, counted no further than lists are. */
async function meantNow(
  { db, principal }: Context,
  { state, expandedAt, size, principal: giver, targets }: StoredPush,
): Promise<DetailedPush['meant']> {
  const isYetToBegin = unbegun.some((one) => one === state) && expandedAt === null && size === 0
  if (!isYetToBegin || !giver) return null
  const seeing = { db, principal: principalOf(narrowedTo(giver, principal)) }
  const count = await countTargets(seeing, z.parse(keptTargets(), targets), countCap + 1)
  return { count: Math.min(count, countCap), capped: count > countCap }
}

const unbegun: readonly PushState[] = ['APPROVAL', 'SCHEDULED', 'PAUSED']

/** What gave it in place of a person, where the caller may open the list of such. */
async function policyOf({ db, principal }: Context, id: string): Promise<DetailedPush['policy']> {
  if (!mayCall(principal, orgApks.page.permission)) return null
  const { rows } = await sql<NonNullable<DetailedPush['policy']>>`
    select policy.id, policy.name, given.release_id is not null as is_release
    from org_apk_push given join org_apk policy on policy.id = given.org_apk_id
    where given.push_id = ${id} and policy.deleted_at is null and ${policyScope.rows(principal)}`.execute(
    db,
  )
  return rows[0] ?? null
}

const policyScope = organizationsBy('policy.orgId')
