import { countCap } from '@muster/contract'
import { sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import type { Counted } from './push.rules.ts'
import { itemScope } from './retry.queries.ts'
import { seesAllOf } from './rights.ts'

interface StateCount extends Counted {
  readonly step: string
}

/** What a reader sees of the terminals of a push. */
export interface Seen {
  readonly counts: readonly StateCount[]
  readonly seesAll: boolean
  /** There are more: only so many were counted. */
  readonly capped: boolean
}

export const nothingSeen: Seen = { counts: [], seesAll: false, capped: false }

interface Shown {
  readonly id: string
  readonly principal: FrozenPrincipal | null
}

/**
 * Items of some pushes by state and step. Whoever sees whatever a push may be for reads the figures
 * that are kept; for others their items are counted, no further than lists are.
 */
export async function figuresFor(ctx: Context, pushes: readonly Shown[]): Promise<readonly Seen[]> {
  const seesAll = await seesAllOf(ctx, pushes)
  const ids = pushes.map(({ id }) => id)
  const kept = await keptOf(
    ctx,
    ids.filter((_, at) => seesAll[at]),
  )
  const counted = await countedOf(
    ctx,
    ids.filter((_, at) => !seesAll[at]),
  )
  return ids.map((id, at) => {
    if (seesAll[at]) return { counts: kept.get(id) ?? [], seesAll: true, capped: false }
    const counts = counted.get(id) ?? []
    return { counts, seesAll: false, capped: sumOf(counts) > countCap }
  })
}

const sumOf = (counts: readonly StateCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

type ByPush = ReadonlyMap<string, readonly StateCount[]>
type Row = StateCount & { readonly pushId: string }

async function keptOf({ db }: Context, ids: readonly string[]): Promise<ByPush> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select push_id, state, step, sum(count)::integer as count from push_tally
    where push_id = any(${[...ids]}::uuid[]) group by 1, 2, 3 having sum(count) <> 0`.execute(db)
  return Map.groupBy(rows, ({ pushId }) => pushId)
}

async function countedOf({ db, principal }: Context, ids: readonly string[]): Promise<ByPush> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select given.id as push_id, seen.state, coalesce(seen.step, '') as step, count(*)::integer as count
    from unnest(${[...ids]}::uuid[]) as given (id)
      cross join lateral (select item.state, item.step
        from push_item item join device on device.id = item.device_id
        where item.push_id = given.id and ${itemScope.rows(principal)} limit ${countCap + 1}) as seen
    group by 1, 2, 3`.execute(db)
  return Map.groupBy(rows, ({ pushId }) => pushId)
}
