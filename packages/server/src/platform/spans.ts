import { type RawBuilder, type SqlBool, sql } from 'kysely'

const begins = {
  createdFrom: sql`created_at >=`,
  createdTo: sql`created_at <`,
  updatedFrom: sql`updated_at >=`,
  updatedTo: sql`updated_at <`,
} as const

/** When records were made or last changed, as conditions: from, and before. */
export function spansOf(
  query: {
    readonly [K in keyof typeof begins]?: unknown
  },
): RawBuilder<SqlBool>[] {
  return Object.entries(begins).flatMap(([name, begin]) => {
    const moment: unknown = Reflect.get(query, name)
    return moment === undefined ? [] : [sql<SqlBool>`${begin} ${moment}`]
  })
}
