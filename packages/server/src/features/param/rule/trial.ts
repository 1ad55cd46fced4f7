import { type BrokenRule, codes, mostTried } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Kept } from '../assignment/assignmentBin.ts'
import { type Named, putInForce } from '../assignment/force.ts'
import type { Cause } from '../assignment/values.queries.ts'
import { followTerminals } from '../resolve/follow.ts'
import { idList } from '../resolve/idList.ts'
import { terminalsTouched } from '../resolve/touched.queries.ts'
import { hasRules } from './judge.ts'

const terminals = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

/** Serial numbers that are named of each rule. */
const mostNamed = 5

type At = Pick<Kept, 'level' | 'orgId' | 'stationId' | 'groupId' | 'deviceId'>

/**
 * Puts a revision in force and finds at once what its terminals should have then, with the rules that are broken
 * by it; null: there are too many of them, or too much is asked of their values, so that they are found and judged by
 * a worker, and held before they are brought it.
 */
export async function putAndJudge(
  ctx: Context,
  at: At,
  { made, cause }: { readonly made: Named; readonly cause: Cause },
): Promise<BrokenRule[] | null> {
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  await putInForce(store, [made], cause)
  if (!(await hasRules(ctx.db))) return []
  const deviceIds = await terminalsAt(ctx, at)
  if (deviceIds.length > mostTried) return null
  const late = await find(ctx, deviceIds, { now: new Set(deviceIds) })
  const broken = await brokenNow(ctx, [at.orgId])
  return late > 0 && broken.length === 0 ? null : broken
}

/** Finds what terminals should have by now, within the transaction of who changed it; for how many there was no time. */
async function find(
  { db, platform: { secrets } }: Context,
  deviceIds: readonly string[],
  { now, ...how }: { readonly now: ReadonlySet<string>; readonly fillingMs?: number | undefined },
): Promise<number> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('param_set', 0))`.execute(db)
  return (await followTerminals({ db, secrets, ...how }, deviceIds, now)).late
}

/** What breaks a rule of those that refuse does not come into force. */
export function refuseBroken(broken: readonly BrokenRule[] | null): void {
  const refusing = broken?.filter(({ severity }) => severity === 'REFUSE') ?? []
  if (refusing.length === 0) return
  const rules = refusing.map(({ name }) => name).join(', ')
  const sns = [...new Set(refusing.flatMap((one) => one.sns))].join(', ')
  throw new Refusal(codes.warning, sns === '' ? 'paramRule.broken' : 'paramRule.brokenBy', {
    params: { rules, sns },
  })
}

/**
 * Refuses what this transaction has changed of variables where it breaks a rule that refuses. Where more terminals
 * name them than are tried, what breaks a rule is held before it is brought.
 */
export async function refuseBrokenVariables(ctx: Context, ids: readonly string[]): Promise<void> {
  if (!(await hasRules(ctx.db, 'REFUSE'))) return
  const touched = await terminalsTouched(ctx.db, mostTried)
  if (!touched || touched.length === 0) return
  const now = touched.flatMap(({ deviceId, isNow }) => (isNow ? [deviceId] : []))
  await find(
    ctx,
    touched.map(({ deviceId }) => deviceId),
    { now: new Set(now) },
  )
  const { rows } = await sql<{ orgId: string | null }>`select distinct org_id from global_param
    where id = any(${idList(ids)})`.execute(ctx.db)
  refuseBroken(
    await brokenNow(
      ctx,
      rows.map(({ orgId }) => orgId),
    ),
  )
}

/** A rule that a terminal's values would break. */
export interface BrokenBy {
  readonly rule: string
  readonly pid: string
}

interface Tried<C, W> {
  /** In the order in which they are to come into force. */
  readonly changes: readonly C[]
  readonly deviceOf: (change: C) => string
  /** Brings changes into force. */
  readonly put: (changes: readonly C[]) => Promise<W>
  /** How long values are filled and judged, where that is not as everywhere. */
  readonly fillingMs?: number | undefined
}

interface Put<W> {
  readonly written: W
  /** By terminal: what was not written. */
  readonly broken: ReadonlyMap<string, readonly BrokenBy[]>
  /** Terminals of the last changes, for which there was no time: nothing was written of theirs. */
  readonly late: ReadonlySet<string>
}

/** Rounds in which more and more of a batch is left out; what breaks rules after them is refused as a whole. */
const mostRounds = 5

/**
 * Brings changes of terminals into force, but those that break a rule which refuses. Where so much is asked of their
 * values that there is no time for all, the last of them are left to a transaction of their own.
 */
export async function putUnbroken<C, W>(
  ctx: Context,
  { changes, deviceOf, put, fillingMs }: Tried<C, W>,
): Promise<Put<W>> {
  const broken = new Map<string, BrokenBy[]>()
  const late = new Set<string>()
  if (!(await hasRules(ctx.db, 'REFUSE'))) return { written: await put(changes), broken, late }
  for (let rounds = 0; ; ) {
    const left = changes.filter((one) => !broken.has(deviceOf(one)) && !late.has(deviceOf(one)))
    await sql`savepoint param_trial`.execute(ctx.db)
    const written = await put(left)
    const ids = [...new Set(left.map(deviceOf))]
    const lateCount = await find(ctx, ids.toSorted(), { now: new Set(ids), fillingMs })
    const refused = await refusedNow(ctx, ids)
    if (refused.length === 0 && lateCount === 0) return { written, broken, late }
    await sql`rollback to savepoint param_trial`.execute(ctx.db)
    // Half of those for whom there was time: what is tried again may take longer.
    if (lateCount > 0)
      for (const id of ids.slice(Math.max(1, (ids.length - lateCount) >> 1))) late.add(id)
    for (const { deviceId, ...by } of refused)
      broken.set(deviceId, [...(broken.get(deviceId) ?? []), by])
    const [first] = refused
    if (!first || ++rounds < mostRounds) continue
    const { deviceId: _, ...by } = first
    for (const id of ids) if (!broken.has(id)) broken.set(id, [by])
  }
}

/** Which of these terminals were found in this transaction to break a rule that refuses; not who had the same before. */
async function refusedNow(
  { db }: Context,
  deviceIds: readonly string[],
): Promise<(BrokenBy & { readonly deviceId: string })[]> {
  const { rows } = await sql<BrokenBy & { readonly deviceId: string }>`
    select found.device_id, rule.name as rule, rule.pid from param_finding found join param_rule rule on rule.id = found.rule_id
      left join param_fact own on own.rule_id = found.rule_id and own.device_id = found.device_id and own.app_id = found.app_id
    where (own.since >= now() or found.key is null) and found.opened_at = now() and found.closed_at is null and rule.severity = 'REFUSE'
      and found.device_id = any(${idList(deviceIds)})
    order by rule.name`.execute(db)
  return rows
}

/** One more than are tried out, where there are more. */
async function terminalsAt({ db }: Context, at: At): Promise<string[]> {
  const here = {
    DEVICE: sql`device.id = ${at.deviceId}`,
    GROUP: sql`device.id in (select member.device_id from device_group_member member where member.group_id = ${at.groupId})`,
    STATION: sql`device.station_id = ${at.stationId}`,
    ORG: sql`device.org_id in (select here.id from organization own join organization here on here.path <@ own.path
      where own.id = ${at.orgId})`,
  }
  const [, condition] = Object.entries(here).find(([level]) => level === at.level) ?? []
  if (!condition) throw new Error(`no assignment is of level ${at.level}`)
  const { rows } = await sql<{ id: string }>`select device.id from device
    where device.deleted_at is null and ${condition} limit ${mostTried + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What was found in this transaction by what one of these organisations says (null: the platform). A rule of an
 * organisation below it keeps nothing from coming into force for all others: it holds what would come to its own terminals.
 */
async function brokenNow(
  { db, principal }: Context,
  saidBy: readonly (string | null)[],
): Promise<BrokenRule[]> {
  const isAbove = sql`exists (select from organization place
      join organization own on own.id = rule.org_id and own.path @> place.path
    where place.id = any(${idList(saidBy.filter((id) => id !== null))})
      or ${saidBy.includes(null)} and place.parent_id is null)`
  const { rows } = await sql<BrokenRule>`select rule.id as rule_id, rule.name,
      case when ${isAbove} then rule.severity else 'WARN' end as severity,
      (count(distinct device.id) filter (where ${terminals.rows(principal)}))::integer as count,
      coalesce((array_agg(distinct device.sn) filter (where ${terminals.rows(principal)}))[1:${mostNamed}::integer], '{}') as sns
    from param_finding found join param_rule rule on rule.id = found.rule_id
      join device on device.id = found.device_id
    where found.opened_at = now() and found.closed_at is null
    group by rule.id order by severity, rule.name`.execute(db)
  return rows
}

/** Rows of a sheet, by their terminals, that newly say of a rule's key something else than a row of an earlier batch does. */
export async function brokenAmong(
  { db }: Pick<Context, 'db'>,
  deviceIds: readonly string[],
  taken: Map<string, number>,
): Promise<ReadonlyMap<string, readonly BrokenBy[]>> {
  const broken = new Map<string, BrokenBy[]>()
  if (deviceIds.length === 0) return broken
  const { rows } = await sql<{
    deviceId: string
    key: string
    said: string
    rule: string
    pid: string
  }>`select fact.device_id, fact.rule_id || encode(fact.key, 'hex') as key, right(encode(fact.said, 'hex'), 12) as said,
      rule.name as rule, rule.pid
    from param_fact fact join param_rule rule on rule.id = fact.rule_id
    where fact.device_id = any(${idList(deviceIds)}) and fact.since >= now() and rule.severity = 'REFUSE'
      and rule.status = 1 and rule.deleted_at is null
    order by rule.name`.execute(db)
  for (const { deviceId, key, said, ...by } of rows) {
    const now = Number.parseInt(said, 16)
    const earlier = taken.get(key)
    if (earlier === undefined) taken.set(key, now)
    else if (earlier !== now) broken.set(deviceId, [...(broken.get(deviceId) ?? []), by])
  }
  return broken
}
