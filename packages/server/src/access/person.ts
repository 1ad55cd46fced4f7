import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import type { Principal } from './principal.ts'

/** Who calls, and where to look for what else he acts by. */
interface Caller {
  readonly db: Kysely<DB>
  readonly principal: Pick<Principal, 'userId'>
}

/**
 * All ids that the caller acts by, as an array in SQL: his own, which is also that of his tokens, and those of API
 * clients of his; of a client, those of its makers as well. Wherever a second person decides, they are one.
 */
export const idsOfPerson = ({ userId }: Pick<Principal, 'userId'>): RawBuilder<string[]> =>
  sql<string[]>`array(select one_person(${userId}::uuid))`

/** Which of those the caller is, as a person. */
export async function ownIdsOf(
  { db, principal }: Caller,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const named = new Set(ids.filter((id) => id !== null))
  if (named.size === 0) return named
  const { rows } = await sql<{
    id: string
  }>`select id from unnest(${[...named]}::uuid[]) as named (id)
    where id = any(${idsOfPerson(principal)})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether the caller is, as a person, one of those. */
export const isOnePerson = async (
  caller: Caller,
  ids: readonly (string | null)[],
): Promise<boolean> =>
  ids.includes(caller.principal.userId) || (await ownIdsOf(caller, ids)).size > 0
