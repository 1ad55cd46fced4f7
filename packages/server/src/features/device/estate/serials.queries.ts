import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'

/** The terminals with these serial numbers, by the index that keeps each once. */
export const isOneOf = (sns: readonly string[]): Condition =>
  sql<SqlBool>`device.sn = any(${[...sns]}::text[])`
