import type { Kysely, RawBuilder } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'

/** Statement texts and the names they are prepared under. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `muster ${names.size}`
  names.set(text, name)
  return name
}

/** Where a statement runs: in a transaction where there is one, else over the pool. */
interface Reader {
  readonly db: Kysely<DB>
  readonly platform: { readonly pool: pg.Pool }
}

/**
 * Runs a read that PostgreSQL parses and plans once per connection instead of each time. Only for
 * hot statements of few texts; columns are named as the rows' members. Within a transaction it runs
 * there, without a name: it must see what that one sees, and whoever holds a connection must not
 * wait for a second one. Behind a pooler it has no name either, see `openPool`.
 */
export async function prepared<R extends object>(
  { db, platform: { pool } }: Reader,
  statement: RawBuilder<R>,
): Promise<R[]> {
  if (db.isTransaction) return (await statement.execute(db)).rows
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await pool.query<R>({ name: nameOf(text), text, values: [...parameters] })
  return rows
}
