import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/**
 * Counts terminals as left out that a part was to reach and that came to no item of it: whoever began the
 * plan sees them no more, or they are gone. Once for each part, when all of it is written down.
 */
export async function settleParts(db: Kysely<DB>, planId: string): Promise<void> {
  await sql`with whole as (update plan_push made set is_settled = true from push
      where push.id = made.push_id and made.plan_id = ${planId} and made.place = 1 and made.purpose = 'FORTH'
        and not made.is_settled and (push.expanded_at is not null or push.ended_at is not null)
      returning made.push_id, made.part),
    gone as (update plan_target target set outcome = 'EXCLUDED' from whole
      where target.plan_id = ${planId} and target.part = whole.part and target.outcome is null
        and not exists (select from push_item item
          where item.push_id = whole.push_id and item.device_id = target.device_id)
      returning target.wave)
    ${countGone(planId)}`.execute(db)
}

/** Counts the terminals of a part as left out to which nobody could give anything: no push is made of nobody. */
export async function leaveOutPart(db: Kysely<DB>, planId: string, part: number): Promise<void> {
  await sql`with gone as (update plan_target set outcome = 'EXCLUDED'
      where plan_id = ${planId} and part = ${part} and outcome is null returning wave)
    ${countGone(planId)}`.execute(db)
}

/** The end of a statement that has left terminals out, by the waves of `gone`. */
const countGone = (planId: string): RawBuilder<unknown> =>
  sql`update plan_wave wave set excluded = wave.excluded + counted.count
    from (select wave, count(*) as count from gone group by 1) as counted
    where wave.plan_id = ${planId} and wave.wave = counted.wave`
