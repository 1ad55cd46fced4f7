import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import { type FrozenPrincipal, narrowedTo } from './frozen.ts'
import { readHeld } from './heldRights.ts'
import { placedNow } from './reach.ts'

type Db = Kysely<DB>

/**
 * Whom a job runs as: whoever asked for it, with what he held then and holds still; null where he may
 * not come in any more, or his token has ended.
 */
export async function standingNow(
  db: Db,
  frozen: FrozenPrincipal,
): Promise<FrozenPrincipal | null> {
  if (frozen.tokenId && !(await isTokenGood(db, frozen.tokenId))) return null
  const held = await readOwner(db, frozen)
  if (!held) return null
  const [scope = frozen.scope] = await placedNow(db, [frozen.scope])
  return narrowedTo({ ...frozen, scope }, held)
}

/** What whoever asked for a job holds now; null where he may not come in any more. */
export async function readOwner(db: Db, { kind, userId: id }: FrozenPrincipal) {
  const isIn =
    kind === 'client'
      ? sql<boolean>`exists (select from api_client client where client.id = ${id}
          and client.status = 1 and client.deleted_at is null
          and (client.valid_to is null or client.valid_to > now())
          and not is_organization_over(client.org_id))`
      : sql<boolean>`exists (select from app_user account where account.id = ${id}
          and is_usable(account))`
  const { rows } = await sql<{ isIn: boolean }>`select ${isIn} as is_in`.execute(db)
  return rows[0]?.isIn ? readHeld(db, { kind, id }) : null
}

/** Whether a personal token has not ended. */
export async function isTokenGood(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from personal_token
    where id = ${id} and valid_to > now()`.execute(db)
  return rows.length > 0
}
