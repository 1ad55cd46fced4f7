import {
  codes,
  type KeptTargets,
  mostLeftOut,
  type plans,
  type PlanPrecheck,
  type ReplyOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { parameter } from '../../system/parameter/index.ts'
import { knownTargets, requireTargets } from '../../device/index.ts'
import { meantBy, planCode } from './eligible.queries.ts'
import { areOffered, isSensitive, tasksOf, type VersionTask } from './versions.queries.ts'

interface Asked {
  readonly versionIds: readonly string[]
  readonly targets: KeptTargets
  readonly excluded: readonly string[]
}

/** Terminals of each reason that a precheck names. */
const examples = 5

/** How many terminals a plan would be for, and by which it would pass. */
export async function precheck(ctx: Context, asked: Asked): Promise<PlanPrecheck> {
  const { targets, unknown } = await knownTargets(ctx, asked.targets)
  await requireTargets(ctx, targets)
  const tasks = await tasksOf(ctx, asked.versionIds)
  const { rows, total, eligible } = await judged(ctx, { ...asked, targets, tasks })
  return {
    total,
    eligible,
    leftOut: rows.flatMap(({ code, count, examples }) =>
      code === null ? [] : [{ code, count, examples: examples ?? [] }],
    ),
    unknown,
    needsApproval: isSensitive(tasks) || (await isMany(ctx, eligible)),
  }
}

interface Judged extends Asked {
  readonly tasks: readonly VersionTask[]
}

/** The terminals that are meant and that the caller sees, by the reason for which each is passed by. */
async function judged({ db, principal }: Context, asked: Judged) {
  const meant = await meantBy(db, principal, asked)
  const { rows } = await sql<{ code: string | null; count: number; examples: string[] | null }>`
    with judged as materialized (select device.sn, ${await planCode(db, principal, asked.tasks)} as code
      from device where ${meant})
    select counted.code, counted.count, case when counted.code is not null then array(select judged.sn from judged
      where judged.code = counted.code order by judged.sn limit ${sql.lit(examples)}) end as examples
    from (select code, count(*)::integer as count from judged group by code) as counted
    order by counted.count desc`.execute(db)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { rows, total, eligible: rows.find(({ code }) => code === null)?.count ?? 0 }
}

/**
 * For how many terminals that the caller sees a saved plan would be now. What it names he need not see:
 * whoever has handed it in does.
 */
export async function countMeantNow(
  ctx: Context,
  plan: Asked & { readonly id: string },
): Promise<ReplyOf<typeof plans.meant>> {
  if (!(await areOffered(ctx.db, plan.versionIds)))
    throw new Refusal(codes.wrongState, 'plan.failed.version')
  const { rows } = await sql<{ submitter: FrozenPrincipal | null }>`select submitter from plan
    where id = ${plan.id}`.execute(ctx.db)
  const [{ submitter } = { submitter: null }] = rows
  const principal = submitter ? principalOf(submitter) : ctx.principal
  const tasks = await tasksOf({ db: ctx.db, principal }, plan.versionIds)
  const { total, eligible } = await judged(ctx, { ...plan, tasks })
  return { total, eligible }
}

/** Whether a plan is about so many terminals that a second person has to agree. */
const isMany = async ({ db }: Context, count: number): Promise<boolean> =>
  count > (await parameter(db, 'plan.approval.threshold'))

/** The terminals by which it would pass, each with its reason, some at a time. */
export async function findLeftOut(
  ctx: Context,
  { after, ...asked }: Asked & { readonly after?: string | undefined },
): Promise<ReplyOf<typeof plans.leftOut>> {
  const { targets } = await knownTargets(ctx, asked.targets)
  await requireTargets(ctx, targets)
  const tasks = await tasksOf(ctx, asked.versionIds)
  const meant = await meantBy(ctx.db, ctx.principal, { ...asked, targets })
  const later = after ? sql<SqlBool>`device.id > ${after}` : sql<SqlBool>`true`
  const { rows } = await sql<ReplyOf<typeof plans.leftOut>['list'][number]>`
    with page as materialized (select * from (
        select device.id, device.sn, device.org_id, device.model_id, device.firmware,
          ${await planCode(ctx.db, ctx.principal, tasks)} as code
        from device where ${meant} and ${later}) as judged
      where code is not null order by id limit ${mostLeftOut + 1})
    select page.id, page.sn, place.name as org_name, model.name as model_name, page.firmware, page.code
    from page join organization place on place.id = page.org_id join model on model.id = page.model_id
    order by page.id`.execute(ctx.db)
  return { list: rows.slice(0, mostLeftOut), hasMore: rows.length > mostLeftOut }
}
