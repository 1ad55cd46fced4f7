import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { DataScope, ScopePlace } from './dataScope.ts'
import { coversScope } from './grant.rules.ts'
import type { Principal } from './principal.ts'

interface Reader {
  readonly db: Kysely<DB>
  readonly principal: Principal
}

/**
 * What a caller sees, kept beside what he asks for (column `reach_id`): whoever reads it later must
 * see as much. His own records lie, for others, where he is at home. Where organisations lie is
 * looked up then: one that was moved makes no other reach.
 */
export function reachOf({ scope, orgId }: Pick<Principal, 'scope' | 'orgId'>): RawBuilder<string> {
  const home: ScopePlace = { id: orgId, path: '', withBelow: false }
  const rules = scope.rules.map((rule) => {
    const places = rule.isOwn ? [...rule.places, home] : rule.places
    return { ...rule, isOwn: false, places: places.map((place) => ({ ...place, path: '' })) }
  })
  return sql<string>`reach_of(${JSON.stringify({ all: scope.all, rules })}::jsonb)`
}

/** Rows whose `reach_id` names nothing that the caller does not see himself. */
export async function withinReach({ db, principal }: Reader): Promise<RawBuilder<SqlBool>> {
  if (principal.scope.all) return sql<SqlBool>`true`
  const { rows } = await sql<{ id: string; scope: DataScope }>`select id, scope from reach
    where ${isNamed}`.execute(db)
  const scopes = await placedNow(
    db,
    rows.map(({ scope }) => scope),
  )
  const seen = rows.filter((_, at) => coversScope(principal.scope, scopes[at] ?? everything))
  return sql<SqlBool>`reach_id = any(${seen.map(({ id }) => id)}::uuid[])`
}

/** Whether a task or a file was made under a reach: one lookup each, whatever there is of them. */
const isNamed = sql<SqlBool>`((select true from async_task where reach_id = reach.id limit 1) is not null
  or (select true from file_task where reach_id = reach.id limit 1) is not null)`

/** Forgets reaches that nothing names any more, but for those that somebody is about to name. */
export async function forgetReaches({ db }: Pick<Reader, 'db'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`select id from reach where not ${isNamed}
      for update skip locked`.execute(trx)
    // Asked once more: who held one a moment ago has named it by now.
    await sql`delete from reach where id = any(${rows.map(({ id }) => id)}::uuid[])
      and not ${isNamed}`.execute(trx)
  })
}

const everything: DataScope = { all: true, rules: [] }

/** Scopes with their organisations where they lie now: one that was moved is the same one. */
export async function placedNow(
  db: Kysely<DB>,
  scopes: readonly DataScope[],
): Promise<DataScope[]> {
  const ids = scopes.flatMap(({ rules }) =>
    rules.flatMap(({ places }) => places.map(({ id }) => id)),
  )
  if (ids.length === 0) return [...scopes]
  const { rows } = await sql<Pick<ScopePlace, 'id' | 'path'>>`select id, path::text
    from organization where id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  const paths = new Map(rows.map(({ id, path }) => [id, path]))
  const placed = (place: ScopePlace) => ({ ...place, path: paths.get(place.id) ?? place.path })
  return scopes.map((scope) => ({
    ...scope,
    rules: scope.rules.map((rule) => ({ ...rule, places: rule.places.map(placed) })),
  }))
}
