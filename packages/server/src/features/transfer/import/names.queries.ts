import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { NamedBy } from './importer.ts'

/** A record that a text names, or why it names none. */
export type Found =
  | { readonly id: string }
  | { readonly fault: 'rule.unknownRecord' | 'rule.disabledRecord' | 'import.ambiguous' }

interface NamedRow {
  readonly id: string
  readonly status: number
  readonly names: readonly (string | null)[]
}

/** Finds the records that some texts name: one query, whatever the number of texts. */
export async function findNamed(
  ctx: Context,
  { to, by, scope }: NamedBy,
  texts: readonly string[],
): Promise<(text: string) => Found> {
  const wanted = texts.map((text) => text.toLowerCase())
  if (wanted.length === 0) return () => ({ fault: 'rule.unknownRecord' })
  const folded = by.map((column) => sql`lower(${sql.ref(column)})`)
  const matches = folded.map((name) => sql`${name} = any(${wanted}::text[])`)
  const { rows } = await sql<NamedRow>`select id, status, array[${sql.join(folded)}] as names
    from ${sql.table(to)} as row where deleted_at is null and (${sql.join(matches, sql` or `)})
      and ${scope.rows(ctx.principal)}`.execute(ctx.db)
  const byName = by.map((_, place) => Map.groupBy(rows, ({ names }) => names[place] ?? null))
  return (text) => {
    for (const known of byName) {
      const [first, second] = known.get(text.toLowerCase()) ?? []
      if (second) return { fault: 'import.ambiguous' }
      if (first) return first.status === 0 ? { fault: 'rule.disabledRecord' } : { id: first.id }
    }
    return { fault: 'rule.unknownRecord' }
  }
}

/**
 * What may be written to name a record, where there are not too many of them to choose from; null
 * where there are.
 */
export async function namesOf(
  ctx: Context,
  { to, by, scope }: NamedBy,
  most: number,
): Promise<readonly string[] | null> {
  const [surest = 'code'] = by
  const { rows } = await sql<{ name: string }>`select ${sql.ref(surest)} as name
    from ${sql.table(to)} as row where deleted_at is null and status = 1
      and ${scope.rows(ctx.principal)} order by 1 limit ${most + 1}`.execute(ctx.db)
  return rows.length > most ? null : rows.map(({ name }) => name)
}
