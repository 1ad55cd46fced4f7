import { type KeptTargets } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { filterCondition } from '../filter/filterCondition.ts'
import { lookupIn } from '../filter/lookup.ts'
import { groupScope } from '../group/groupBin.ts'
import { ofPlan, ofReached, ofRelease } from './releaseTargets.queries.ts'

/** Which terminals are meant, as a condition over `device`; whose they are is asked beside it. */
export async function targetsOf(
  db: Context['db'],
  { sns, ids, groupId, orgId, filter, release, reached, plan }: KeptTargets,
): Promise<Condition> {
  if (sns) return sql<SqlBool>`device.sn = any(${sns}::text[])`
  if (ids) return sql<SqlBool>`device.id = any(${ids}::uuid[])`
  if (groupId)
    return sql<SqlBool>`device.id in (select member.device_id from device_group_member member
      where member.group_id = ${groupId})`
  if (orgId)
    return sql<SqlBool>`device.org_id in (select below.id from organization below
      join organization above on below.path <@ above.path where above.id = ${orgId})`
  if (filter) return filterCondition(filter, lookupIn(db))
  if (release) return ofRelease(release)
  if (reached) return ofReached(reached)
  if (plan) return ofPlan(plan)
  throw new Error('a push without targets')
}

/** Serial numbers that a refusal names. */
const mostSaid = 10

/** Refuses targets that the caller does not see; serial numbers are told with the lines they stand on. */
export async function requireTargets(ctx: Context, targets: KeptTargets): Promise<void> {
  const { sns, ids, groupId, orgId } = targets
  if (sns) await requireTerminals(ctx, 'sn', sns)
  if (ids) await requireTerminals(ctx, 'id', ids)
  if (groupId) {
    const { rows } = await sql`select from device_group as row where id = ${groupId}
      and deleted_at is null and ${groupScope.rows(ctx.principal)} for key share`.execute(ctx.db)
    if (rows.length === 0) throw fieldRefusal('targets.groupId', 'rule.unknownRecord')
  }
  if (orgId) {
    const { rows } = await sql`select from organization where id = ${orgId} and deleted_at is null
      and ${organizationsBy('id').rows(ctx.principal)}`.execute(ctx.db)
    if (rows.length === 0) throw fieldRefusal('targets.orgId', 'rule.unknownRecord')
  }
}

/** Serial numbers that a preview names. */
const examples = 5

/** The terminals of a list of serial numbers that the caller sees, and how many of the list are none. */
export async function knownTargets(
  ctx: Context,
  targets: KeptTargets,
): Promise<{ targets: KeptTargets; unknown: { count: number; examples: string[] } }> {
  const none = { targets, unknown: { count: 0, examples: [] } }
  if (!targets.sns) return none
  const { rows } = await sql<{ sn: string }>`select device.sn from device
    where device.sn = any(${[...targets.sns]}::text[]) and deleted_at is null
      and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const known = new Set(rows.map(({ sn }) => sn))
  const unknown = targets.sns.filter((sn) => !known.has(sn))
  // Where it knows none of them, the refusal says so at the field.
  if (unknown.length === 0 || known.size === 0) return none
  return {
    targets: { sns: targets.sns.filter((sn) => known.has(sn)) },
    unknown: { count: unknown.length, examples: unknown.slice(0, examples) },
  }
}

async function requireTerminals(
  ctx: Context,
  by: 'sn' | 'id',
  named: readonly string[],
): Promise<void> {
  const column = by === 'sn' ? sql`device.sn` : sql`device.id::text`
  const typed = by === 'sn' ? sql`named.said` : sql`named.said::uuid`
  const { rows } = await sql<{ said: string; line: number; total: number }>`
    select named.said, named.line::integer, (count(*) over ())::integer as total
    from unnest(${[...named]}::text[]) with ordinality as named (said, line)
    where not exists (select from device where ${by === 'sn' ? column : sql`device.id`} = ${typed}
      and deleted_at is null and ${deviceScope.rows(ctx.principal)})
    order by named.line limit ${mostSaid}`.execute(ctx.db)
  const [first] = rows
  if (!first) return
  const said = rows.map(({ line, said }) => `${line}: ${said}`).join(', ')
  throw fieldRefusal(`targets.${by}s`, 'push.unknownTerminals', { count: first.total, said })
}
