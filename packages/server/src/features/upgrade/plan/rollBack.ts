import { sql } from 'kysely'
import { principalOf } from '../../../access/frozen.ts'
import { kindBack, runsWhatCame } from '../../device/index.ts'
import { type GoingPlan, movePlan } from './goingPlan.ts'
import { broughtBy, giveParts, type Giving, type Moved } from './release.ts'
import { tasksOf, wholeVersions } from './versions.queries.ts'

/**
 * Brings those that have got a version from a plan back to what they had, as far as a whole version of
 * that may be given; who is installing still ends with the new one. Answers the pushes.
 */
export async function bringBack(
  giving: Giving,
  plan: GoingPlan,
  reason: string | null,
): Promise<Moved[]> {
  const { db } = giving
  const principal = principalOf(giving.giver)
  const made: Moved[] = []
  await claimBack(db, plan.id)
  for (const name of await versionsBefore(giving, plan.id))
    for (const id of await wholeVersions({ db, principal }, { planId: plan.id, name })) {
      const told = { ...broughtBy(plan.options), downgrade: true }
      const tasks = await tasksOf({ db, principal }, [id], told)
      const targets = { plan: { id: plan.id, before: name } }
      const part = { tasks, targets, wave: plan.wave, part: 0, purpose: 'BACK' } as const
      made.push(...(await giveParts(giving, { ...plan, endAt: null }, part)))
    }
  if (made.length > 0) await movePlan(db, plan.id, { state: 'ROLLING_BACK', reason })
  return made
}

/** Takes those that have got a version, and nothing newer since, for the way back; whom another plan is at stays as it is. */
async function claimBack(db: Giving['db'], id: string): Promise<void> {
  await sql`insert into plan_claim as known (device_id, kind, plan_id)
    select got.device_id, (${kindBack('plan')}), plan.id from (select distinct target.device_id from plan_target target
        join plan_push made on made.plan_id = target.plan_id and made.part = target.part and made.purpose = 'FORTH'
        join push_item item on item.push_id = made.push_id and item.device_id = target.device_id
          and item.state = 'SUCCESS'
        join device on device.id = target.device_id
        where target.plan_id = ${id} and ${runsWhatCame}) as got join plan on plan.id = ${id}
    order by 1
    on conflict (device_id, kind) do update set plan_id = excluded.plan_id
      where known.plan_id <> excluded.plan_id and not is_plan_at(known.plan_id, known.device_id)`.execute(
    db,
  )
}

/** What ran on those that have got a version and are taken for the way back. */
async function versionsBefore({ db }: Giving, planId: string): Promise<string[]> {
  const { rows } = await sql<{
    before: string
  }>`select distinct target.before from plan_target target
      join plan_push made on made.plan_id = target.plan_id and made.part = target.part and made.purpose = 'FORTH'
      join push_item item on item.push_id = made.push_id and item.device_id = target.device_id and item.state = 'SUCCESS'
      join plan_claim held on held.device_id = target.device_id and held.plan_id = target.plan_id
        and held.kind = (${kindBack('target')})
    where target.plan_id = ${planId} and target.before is not null order by 1`.execute(db)
  return rows.map(({ before }) => before)
}
