import { type Call, countCap } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import type { Scope } from '../access/scope.ts'
import { alive, matchingIn, type Searched } from './matchingRows.ts'
import { allOf, type Condition, type Row } from './page.ts'

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

/** How many living records that a list shows are in each of these states. */
export function statesOf<S extends string>(
  calls: { readonly page: Call },
  bin: { readonly view: string; readonly scope: Scope },
  options: Searched,
) {
  const matching = matchingIn(calls, bin, options)
  return async (ctx: Context, query: Row, states: readonly S[]): Promise<Record<S, number>> => {
    const asked = new Map<S, readonly Condition[]>()
    for (const state of states) asked.set(state, await matching(ctx, { ...query, state }))
    return countStates(ctx, {
      view: bin.view,
      states,
      matching: (state) => [alive, ...(asked.get(state) ?? [])],
    })
  }
}
