import { type ParamUse, paramShape, type ParamShape } from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'

const stored = z.object(paramShape)

/** Type and rules of a stored entry. */
export const shapeOf = (row: object): ParamShape => stored.parse(row)

/** The living entry of a PID; null: none. */
export async function findByPid({ db }: Pick<Context, 'db'>, pid: string) {
  const row = await db
    .selectFrom('paramDict')
    .selectAll()
    .where('pid', '=', pid)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** What depends on what, as far as it leads on from a parameter. */
export async function dependenciesFrom(
  { db }: Pick<Context, 'db'>,
  pid: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ pid: string; parent: string }>`with recursive chain as (
      select pid, depends_on ->> 'pid' as parent from param_dict
        where pid = ${pid} and depends_on is not null and deleted_at is null
      union
      select next.pid, next.depends_on ->> 'pid' from chain
        join param_dict next on next.pid = chain.parent and next.depends_on is not null
          and next.deleted_at is null)
    select pid, parent from chain limit 1000`.execute(db)
  return new Map(rows.map((row) => [row.pid, row.parent]))
}

/** What depends on a parameter that is not there: nothing, but after a change that is then refused. */
export async function strayOf({ db }: Pick<Context, 'db'>) {
  const { rows } = await sql<{ title: string; parent: string }>`select child.title,
      child.depends_on ->> 'pid' as parent
    from param_dict child left join param_dict parent
      on parent.pid = child.depends_on ->> 'pid' and parent.deleted_at is null
    where child.depends_on is not null and child.deleted_at is null and parent.id is null
    limit 1`.execute(db)
  return rows
}

/** What names a parameter: so far those of the dictionary that are shown by its value. */
export async function usesOf({ db }: Pick<Context, 'db'>, pid: string): Promise<ParamUse[]> {
  const { rows } = await sql<ParamUse>`select 'DICT' as kind, id, pid as code, title as name
    from param_dict where depends_on ->> 'pid' = ${pid} and deleted_at is null
    order by pid limit 1000`.execute(db)
  return rows
}

export async function groupsOf({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct group_name as name from param_dict
    where group_name is not null and deleted_at is null order by 1 limit 1000`.execute(db)
  return rows.map(({ name }) => name)
}
