import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { notFound } from '../../kit/refusal.ts'
import { organizationsBy } from '../../access/scope.ts'

const mine = organizationsBy('id')

/** Refuses unless the organisation is there, and the caller's to see. */
export async function requireOrganization(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql<{ name: string; code: string }>`select name, code from organization
    where id = ${id} and deleted_at is null and ${mine.rows(ctx.principal)}`.execute(ctx.db)
  const [about] = rows
  if (!about) throw notFound()
  ctx.note({ about })
}
