import { type BrokenRule, mostTried } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Kept } from '../assignment/assignmentBin.ts'
import { type Named, putInForce } from '../assignment/force.ts'
import type { Cause } from '../assignment/values.queries.ts'
import { followTerminals } from '../resolve/follow.ts'
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
 * by it; null: there are too many of them, who are found and judged by a worker, and held before they are brought it.
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
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('param_set', 0))`.execute(ctx.db)
  await followTerminals(store, deviceIds, new Set(deviceIds))
  return brokenNow(ctx)
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

/** What was found in this transaction. */
async function brokenNow({ db, principal }: Context): Promise<BrokenRule[]> {
  const { rows } = await sql<BrokenRule>`select rule.id as rule_id, rule.name, rule.severity,
      (count(distinct device.id) filter (where ${terminals.rows(principal)}))::integer as count,
      coalesce((array_agg(distinct device.sn) filter (where ${terminals.rows(principal)}))[1:${mostNamed}::integer], '{}') as sns
    from param_finding found join param_rule rule on rule.id = found.rule_id
      join device on device.id = found.device_id
    where found.opened_at = now() and found.closed_at is null
    group by rule.id order by rule.severity, rule.name`.execute(db)
  return rows
}
