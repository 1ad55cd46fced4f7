import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import type { Condition } from '../../kit/page.ts'

interface Asked {
  readonly table: 'plan' | 'upgradeVersion'
  readonly ids: readonly string[]
  /** On the table as `row`. */
  readonly waits: Condition
}

/** Those of some records about which the caller may decide. */
export async function waitingAmong(
  { db }: Pick<Context, 'db'>,
  { table, ids, waits }: Asked,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`select row.id from ${sql.table(table)} as row
    where row.id = any(${[...ids]}::uuid[]) and ${waits}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
