import { codes, developers } from '@muster/contract'
import { sql } from 'kysely'
import { idsOfPerson, isOnePerson } from '../../access/person.ts'
import { mayCall } from '../../access/principal.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { isMereMember } from './developerScope.ts'

/** Whether the caller, by whatever he acts, works for a developer. */
export async function isMember({ db, principal }: Context, developerId: string): Promise<boolean> {
  const { rows } = await sql`select from developer_member where developer_id = ${developerId}
    and account_id = any(${idsOfPerson(principal)}) limit 1`.execute(db)
  return rows.length > 0
}

/** A mere member changes nothing about his developer, whatever else he may do, nor does a client that he has made. */
export async function requireActing(
  { db, principal }: Context,
  developerId: string,
): Promise<void> {
  const { rows } = await sql`select from developer where id = ${developerId}
    and ${isMereMember(principal)}`.execute(db)
  if (rows.length > 0) throw new Refusal(codes.warning, 'developer.member.looks')
}

/** Whoever decides about developers leaves none by himself: he would decide about his own a moment later. */
export async function requireLetGo(ctx: Context, accountId: string): Promise<void> {
  if (mayCall(ctx.principal, developers.review.permission) && (await isOnePerson(ctx, [accountId])))
    throw new Refusal(codes.warning, 'developer.leavesByOther')
}

/** Who is told what the account of a developer is told: it, and those who manage with it. */
export async function toldOf(
  { db }: Pick<Context, 'db'>,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select member.account_id as id
    from developer_member member join app_user account on account.id = member.account_id
    where member.developer_id = ${id} and member.role = 'MANAGER' and account.deleted_at is null`.execute(
    db,
  )
  return [...new Set([accountId, ...rows.map((row) => row.id)])]
}
