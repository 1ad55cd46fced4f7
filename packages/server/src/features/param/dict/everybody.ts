import { codes } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'

const templates = organizationsBy('template.orgId')

/** Whether a template beyond the caller's organisations has one of these parameters: its default holds for terminals of others. */
async function isOfOthers(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  pids: readonly string[],
): Promise<boolean> {
  if (principal.scope.all || pids.length === 0) return false
  const { rows } = await sql`select from param_template_pid field
      join param_template_rev rev on rev.id = field.template_rev_id
      join param_template template on template.id = rev.template_id
    where field.pid = any(${[...pids]}::text[]) and (${templates.rows(principal)}) is not true limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A default that terminals of others get is said by who sees the whole platform, as a variable of everybody. */
export async function requireOwnDefault(
  ctx: Context,
  { pid, field }: { readonly pid: string; readonly field: string },
): Promise<void> {
  if (await isOfOthers(ctx, [pid])) throw fieldRefusal(field, 'variable.platformOnly')
}

/** The same of entries that go, come back, or are switched, with the defaults that they have. */
export async function requireOwnDefaults(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ctx.principal.scope.all || ids.length === 0) return
  const { rows } = await sql<{ pid: string }>`select pid from param_dict
    where id = any(${[...ids]}::uuid[]) and num_nonnulls(default_value, sealed) = 1`.execute(ctx.db)
  const pids = rows.map(({ pid }) => pid)
  if (await isOfOthers(ctx, pids)) throw new Refusal(codes.warning, 'variable.platformOnly')
}
