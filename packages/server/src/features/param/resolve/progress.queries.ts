import { paramDeliveryStates } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { waitsOf } from './waits.queries.ts'

/** Of each assignment how many terminals run with what they should, do not yet, and are kept from it. */
export async function progressOf(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Progress>> {
  const { rows } = await sql<Progress & { readonly id: string }>`select wanted.id,
      coalesce(sum(kept.devices) filter (where kept.state = 'APPLIED'), 0)::integer as synced_count,
      coalesce(sum(kept.devices) filter (where param_fails(kept.state)), 0)::integer as failed_count,
      coalesce(sum(kept.devices) filter (where kept.state <> 'APPLIED' and not param_fails(kept.state)), 0)::integer
        as pending_count
    from unnest(${[...ids]}::uuid[]) wanted (id)
      join param_set on param_set.assignment_ids @> array[wanted.id]
      join param_set_tally kept on kept.set_id = param_set.id
    group by wanted.id`.execute(db)
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}

interface Progress {
  readonly syncedCount: number
  readonly pendingCount: number
  readonly failedCount: number
}

/** How many of the terminals of an assignment are how far. */
export async function syncOf(ctx: Context, id: string) {
  const { db } = ctx
  const { rows } = await sql<{
    state: string
    devices: number
  }>`select kept.state, sum(kept.devices)::integer as devices
    from param_set join param_set_tally kept on kept.set_id = param_set.id
    where param_set.assignment_ids @> array[${id}::uuid] group by kept.state having sum(kept.devices) > 0`.execute(
    db,
  )
  const byState = new Map(rows.map(({ state, devices }) => [state, devices]))
  return {
    states: Object.fromEntries(
      paramDeliveryStates.flatMap((state) => {
        const devices = byState.get(state)
        return devices === undefined ? [] : [[state, devices]]
      }),
    ),
    // Where none waits, or none is held, nobody looks for why.
    ...(byState.has('PENDING') ? await waitsOf(ctx, id) : { waits: [], waitsCapped: false }),
    heldBy: byState.has('HELD') ? await heldByOf(ctx, id) : [],
  }
}

/** Rules that hold what an assignment says back from terminals, and from how many. */
async function heldByOf({ db }: Pick<Context, 'db'>, id: string) {
  const { rows } = await sql<{ ruleId: string; name: string; count: number }>`
    select rule.id as rule_id, rule.name, count(*)::integer as count
    from param_set join param_desired held on held.set_id = param_set.id and held.until is null and held.state = 'HELD'
      cross join lateral param_held_by(held.device_id, held.app_id) by (rule_id)
      join param_rule rule on rule.id = by.rule_id
    where param_set.assignment_ids @> array[${id}::uuid] group by rule.id order by rule.name`.execute(
    db,
  )
  return rows
}
