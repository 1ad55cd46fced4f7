import { sql } from 'kysely'
import { principalOf } from '../../../access/frozen.ts'
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
  const [after] = plan.versionIds
  const made: Moved[] = []
  for (const name of await versionsBefore(giving, plan.id))
    for (const id of await wholeVersions({ db, principal }, { after, name })) {
      const told = { ...broughtBy(plan.options), downgrade: true }
      const tasks = await tasksOf({ db, principal }, [id], told)
      const targets = { plan: { id: plan.id, before: name } }
      const part = { tasks, targets, wave: plan.wave, part: 0, purpose: 'BACK' } as const
      made.push(...(await giveParts(giving, { ...plan, endAt: null }, part)))
    }
  if (made.length > 0) await movePlan(db, plan.id, { state: 'ROLLING_BACK', reason })
  return made
}

/** What ran on those that have got a version. */
async function versionsBefore({ db }: Giving, planId: string): Promise<string[]> {
  const { rows } = await sql<{
    before: string
  }>`select distinct target.before from plan_target target
      join plan_push made on made.plan_id = target.plan_id and made.part = target.part and made.place = 1
        and made.purpose = 'FORTH'
      join push_item item on item.push_id = made.push_id and item.device_id = target.device_id and item.state = 'SUCCESS'
    where target.plan_id = ${planId} and target.before is not null order by 1`.execute(db)
  return rows.map(({ before }) => before)
}
