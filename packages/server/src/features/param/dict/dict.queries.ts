import { type ParamUse, type ParamUses, paramShape, type ParamShape } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { templateScope } from '../template/templateScope.ts'
import { countBeyond, countValues, mostUses, ofPid, valuesSeen } from '../variable/uses.queries.ts'

const stored = z.object(paramShape())

/** Type and rules of a stored entry. */
export const shapeOf = (row: object): ParamShape => stored.parse(row)

/** Living entries by their PIDs. */
export async function entriesOf({ db }: Pick<Context, 'db'>, pids: readonly string[]) {
  const rows = await db
    .selectFrom('paramDict')
    .selectAll()
    .where('pid', 'in', pids)
    .where('deletedAt', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.pid, row]))
}

/** What depends on what, as far as it leads on from parameters. */
export async function dependenciesFrom(
  { db }: Pick<Context, 'db'>,
  pids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ pid: string; parent: string }>`with recursive chain as (
      select pid, depends_on ->> 'pid' as parent from param_dict
        where pid = any(${[...pids]}::text[]) and depends_on is not null and deleted_at is null
      union
      select next.pid, next.depends_on ->> 'pid' from chain
        join param_dict next on next.pid = chain.parent and next.depends_on is not null
          and next.deleted_at is null)
    select pid, parent from chain limit 10000`.execute(db)
  return new Map(rows.map((row) => [row.pid, row.parent]))
}

/** What depends on a parameter that is not there, of these or by one of these: nothing, but after a change that is then refused. */
export async function strayOf({ db }: Pick<Context, 'db'>, ids: readonly string[]) {
  const { rows } = await sql<{ title: string; parent: string }>`select child.title,
      child.depends_on ->> 'pid' as parent
    from param_dict child left join param_dict parent
      on parent.pid = child.depends_on ->> 'pid' and parent.deleted_at is null
    where child.depends_on is not null and child.deleted_at is null and parent.id is null
      and (child.id = any(${[...ids]}::uuid[])
        or child.depends_on ->> 'pid' in (select pid from param_dict where id = any(${[...ids]}::uuid[])))
    limit 1`.execute(db)
  return rows
}

/** What names a parameter: others that are shown by its value, templates that have it, values of assignments. */
export async function usesOf(ctx: Context, pid: string): Promise<ParamUses> {
  const which = ofPid(pid)
  const templates = mayCall(ctx.principal, 'PARAM_TEMPLATE_LIST')
    ? templateScope.rows(ctx.principal)
    : sql<SqlBool>`false`
  const { rows } = await sql<ParamUse>`select * from (
    select 'DICT' as kind, id, pid as code, title as name
    from param_dict where depends_on ->> 'pid' = ${pid} and deleted_at is null
    union all
    (select 'TEMPLATE', id, code, name from param_template
    where deleted_at is null and ${templates} and (pids @> array[${pid}::text]
      or id in (select template_id from param_template_rev where pids @> array[${pid}::text])) limit ${mostUses})
    union all
    select 'VALUE', said.id, null, said.target from ${valuesSeen(ctx, which)} said) as found
    order by 1, 3, 4 limit ${mostUses}`.execute(ctx.db)
  const { rows: counts } = await sql<{ values: number; beyond: number }>`select
    ${countValues(ctx, which)} as values, ${countBeyond(ctx, which)} as beyond`.execute(ctx.db)
  return { uses: rows, values: 0, beyond: 0, ...counts[0] }
}

export async function groupsOf({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct group_name as name from param_dict
    where group_name is not null and deleted_at is null order by 1 limit 1000`.execute(db)
  return rows.map(({ name }) => name)
}
