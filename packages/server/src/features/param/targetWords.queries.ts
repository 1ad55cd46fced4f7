import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { anyContains, type Condition, contains } from '../../kit/page.ts'

/** Records that a word may name before it is looked for row by row. */
const mostNamed = 1000

/** Terminals have a name that an index of words knows where they are in no bin; of the others there are few. */
const terminals = (
  word: string,
) => sql`(select id from device where deleted_at is null and ${contains('sn', word)}
  union all select id from device where deleted_at is not null and ${contains('sn', word)})`

const named = (table: string) => (word: string) =>
  sql`(select id from ${sql.table(table)} where ${contains('name', word)})`

/** What a list's rows may be about, by the column that holds its id. */
const kinds = {
  assignment: {
    own: ['name', 'remark'],
    shown: ['targetName', 'appName'],
    targets: [terminals, named('deviceGroup'), named('station'), named('organization')],
    apps: [named('app')],
  },
  document: {
    own: ['name', 'code', 'remark'],
    shown: ['targetName'],
    targets: [terminals, named('deviceGroup'), named('model'), named('organization')],
    apps: [],
  },
} as const

/**
 * What has a word in its own columns, or in the name of its target or application: these are found first, by their
 * own indexes of words, and the rows then by ids. A word that names very many, or is too short for such an index, is
 * looked for in the rows as they are shown: of a common one the first rows are soon found.
 */
export async function hasWord(
  { db }: Pick<Context, 'db'>,
  kind: keyof typeof kinds,
  word: string,
): Promise<Condition> {
  const { own, shown, targets, apps } = kinds[kind]
  const asShown = anyContains([...own, ...shown], word)
  if (!/[\p{L}\p{N}]{3}/u.test(word)) return asShown
  const idsOf = async (sources: readonly ((word: string) => RawBuilder<unknown>)[]) => {
    if (sources.length === 0) return []
    const all = sql.join(
      sources.map((source) => source(word)),
      sql` union all `,
    )
    const { rows } = await sql<{ id: string }>`${all} limit ${mostNamed + 1}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const targetIds = await idsOf(targets)
  const appIds = await idsOf(apps)
  if (Math.max(targetIds.length, appIds.length) > mostNamed) return asShown
  const isNamed = sql<SqlBool>`target_id = any(${targetIds}::uuid[])`
  const isOfApp = appIds.length > 0 ? sql` or app_id = any(${appIds}::uuid[])` : sql``
  return sql<SqlBool>`(${anyContains(own, word)} or ${isNamed}${isOfApp})`
}
