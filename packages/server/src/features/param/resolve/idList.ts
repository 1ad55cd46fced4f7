import { type RawBuilder, sql } from 'kysely'

/** Ids as PostgreSQL takes them. Written by hand: the driver's own quoting of thousands costs more than what is asked with them. */
export const idList = (ids: readonly string[]): RawBuilder<string[]> =>
  sql`${`{${ids.join(',')}}`}::uuid[]`

/** The same of ids that are numbers. As a list they are one parameter, of which a statement takes 65,535. */
export const numberList = (ids: readonly number[]): RawBuilder<number[]> =>
  sql`${`{${ids.join(',')}}`}::bigint[]`

/** The same of hashes, hexadecimal here. */
export const hashList = (hashes: readonly string[]): RawBuilder<Buffer[]> =>
  sql`array(select decode(hex, 'hex') from unnest(${`{${hashes.join(',')}}`}::text[]) hex)`
