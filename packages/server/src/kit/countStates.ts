import { countCap } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { allOf, type Condition } from './page.ts'

/** Which rows are counted, and by which states. */
export interface CountedStates<S extends string> {
  readonly view: string
  readonly states: readonly S[]
  /** What the list's page asks of its rows where it is filtered by a state. */
  readonly matching: (state: S) => readonly Condition[]
}

/**
 * How many rows of a view are in each state, counted no further than one beyond {@link countCap}. Each
 * state is a read of its own, so that none reads more than a page filtered by it does: give it states
 * that an index finds.
 */
export async function countStates<S extends string>(
  ctx: Context,
  { view, states, matching }: CountedStates<S>,
): Promise<Record<S, number>> {
  const counts = states.map(
    (state) => sql`select ${state}::text as state, count(*)::integer as count from
      (select 1 from ${sql.table(view)} as row where ${allOf(matching(state))} limit ${countCap + 1}) as matching`,
  )
  const { rows } = await sql<{
    state: S
    count: number
  }>`${sql.join(counts, sql` union all `)}`.execute(ctx.db)
  // Every state has its row.
  return Object.fromEntries(rows.map(({ state, count }) => [state, count])) as Record<S, number>
}
