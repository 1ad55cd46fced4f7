import type { RawBuilder } from 'kysely'
import type pg from 'pg'
import type { Database } from './db.ts'

/** Statement texts and the names they are prepared under. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `muster ${names.size}`
  names.set(text, name)
  return name
}

/**
 * Runs a read that PostgreSQL parses and plans once per connection instead of each time. Only for
 * hot statements of few texts, outside transactions; columns are named as the rows' members.
 */
export async function prepared<R extends object>(
  { pool, db }: { pool: pg.Pool; db: Database },
  statement: RawBuilder<R>,
): Promise<R[]> {
  const { sql: text, parameters } = statement.compile(db)
  const { rows } = await pool.query<R>({ name: nameOf(text), text, values: [...parameters] })
  return rows
}
