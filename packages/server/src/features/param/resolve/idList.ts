import { type RawBuilder, sql } from 'kysely'

/** Ids as PostgreSQL takes them. Written by hand: the driver's own quoting of thousands costs more than what is asked with them. */
export const idList = (ids: readonly string[]): RawBuilder<string[]> =>
  sql`${`{${ids.join(',')}}`}::uuid[]`
