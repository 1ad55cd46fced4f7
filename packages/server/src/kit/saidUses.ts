import { sql } from 'kysely'
import { translate } from '../platform/texts.ts'
import type { Context } from './context.ts'
import { needed, type Use } from './references.ts'

/** Of one kind of use so many are named. */
const mostSaid = 3

/** Says of records which living ones elsewhere need them; those that the caller does not see have no name. */
export async function saidUses(
  ctx: Context,
  ids: readonly string[],
  uses: readonly Use[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const said = new Map<string, string[]>()
  for (const use of uses) {
    const names = use.isList
      ? sql`${sql.ref(use.field)} @> array[named.id]`
      : sql`${sql.ref(use.field)} = named.id`
    const { rows } = await sql<{ owner: string; name: string; shown: boolean }>`
      select named.id as owner, used.name, used.shown from unnest(${[...ids]}::uuid[]) as named (id)
        cross join lateral (select ${sql.ref(use.name)} as name, ${use.scope.rows(ctx.principal)} as shown
          from ${sql.table(use.table)} where ${names} and ${needed(use)}
          order by 2 desc, 1 limit ${mostSaid}) as used`.execute(ctx.db)
    for (const { owner, name, shown } of rows) {
      const words = translate(ctx.language, shown ? use.says : 'refusal.inUse', { name })
      const own = said.get(owner) ?? []
      if (!own.includes(words)) said.set(owner, [...own, words])
    }
  }
  return said
}
