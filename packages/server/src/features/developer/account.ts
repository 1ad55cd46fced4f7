import { sql } from 'kysely'
import { organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal } from '../../kit/refusal.ts'

const accounts = organizationsBy('orgId')

/** Whoever acts for a developer has an account that lives, and that the caller sees. */
export async function requireAccount(ctx: Context, id: unknown): Promise<void> {
  const { rows } = await sql<{ status: number }>`select status from app_user
    where id = ${id}::uuid and deleted_at is null
      and (id = ${ctx.principal.userId} or ${accounts.rows(ctx.principal)}) for share`.execute(
    ctx.db,
  )
  if (!rows[0]) throw fieldRefusal('accountId', 'rule.unknownRecord')
  if (rows[0].status === 0) throw fieldRefusal('accountId', 'rule.disabledRecord')
}
