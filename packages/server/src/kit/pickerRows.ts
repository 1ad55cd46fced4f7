import { type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { allOf, anyContains, type Condition, equals, type Row } from './page.ts'
import type { Bin } from './recycleBin.ts'

/** The rows that hold a word in any of these columns. */
export function keywordOf({ keyword }: Row, search: readonly string[]): Condition[] {
  return typeof keyword === 'string' && keyword.trim() ? [anyContains(search, keyword.trim())] : []
}

interface Asked {
  readonly query: Row
  /** Columns that a keyword is looked for in; the first two name a record. */
  readonly search: readonly [name: string, ...others: string[]]
}

interface Option {
  readonly id: string
  readonly name: string
  readonly code: string | null
}

/** Enabled records for pickers, or the one record that a form already names. */
export async function listRows(
  ctx: Context,
  bin: Pick<Bin, 'table' | 'scope'>,
  { query, search }: Asked,
): Promise<Option[]> {
  const [name, code] = search
  const one = query['id'] ? [equals('id', query['id'])] : [equals('status', 1)]
  const where = allOf([
    sql<SqlBool>`deleted_at is null`,
    bin.scope.rows(ctx.principal),
    ...one,
    ...keywordOf(query, search),
  ])
  const { rows } = await sql<Option>`select id, ${sql.ref(name)} as name,
    ${code ? sql.ref(code) : sql`null`} as code from ${sql.table(bin.table)} as row
    where ${where} order by ${sql.ref(name)} limit 1000`.execute(ctx.db)
  return rows
}
