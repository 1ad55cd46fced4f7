import { usersPath } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { accountScope } from './accountBin.ts'

/** Changes all of some accounts, or none when one of them is not there for the caller. */
export async function changeMany(
  ctx: Context,
  ids: readonly string[],
  set: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const { rows } = await sql<{
    id: string
    version: number
    userName: string
    orgId: string
    before: string
  }>`
    with mine as (select id, org_id from app_user where id = any(${[...ids]}::uuid[])
      and deleted_at is null and ${accountScope.rows(ctx.principal)} order by id for update)
    update app_user set ${set}, version = app_user.version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId}
    from mine where app_user.id = mine.id
    returning app_user.id, app_user.version, app_user.user_name, app_user.org_id, mine.org_id as before`.execute(
    ctx.db,
  )
  if (rows.length < new Set(ids).size) throw notFound()
  for (const { id, orgId, before } of rows) ctx.changed(usersPath, [id], [orgId, before])
  const changed = rows.map(({ id }) => id)
  ctx.note({ targetIds: changed, rows })
  return changed
}

/** Lifts a lock that failures brought; 0 where there was none. */
export async function liftLock(ctx: Context, id: string): Promise<number> {
  // In the order of a sign-in: the account, then what is counted of its name and its devices.
  const account = await sql`update app_user set failed_attempts = 0, locked_until = null
    where id = ${id} and (failed_attempts > 0 or locked_until is not null)`.execute(ctx.db)
  const guesses = await sql`delete from sign_in_guess where account = ${id}
    or account = (select lower(user_name) from app_user where id = ${id})`.execute(ctx.db)
  return Number(guesses.numAffectedRows ?? 0n) + Number(account.numAffectedRows ?? 0n) > 0 ? 1 : 0
}

export async function addRole(
  ctx: Context,
  userIds: readonly string[],
  roleId: string,
): Promise<void> {
  await sql`insert into user_role (user_id, role_id)
    select unnest(${[...userIds]}::uuid[]), ${roleId} on conflict do nothing`.execute(ctx.db)
}
