import type { Filter } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'
import { conditionOf } from './facts.ts'
import type { Lookup } from './lookup.ts'

/** Which terminals a filter finds, as a condition over `device`: the one translation of the language. */
export async function filterCondition(filter: Filter, lookup: Lookup): Promise<Condition> {
  if ('field' in filter) return conditionOf(filter, lookup)
  // What is not known of a terminal does not hold, and its opposite does.
  if ('not' in filter)
    return sql<SqlBool>`(${await filterCondition(filter.not, lookup)}) is not true`
  const parts = 'all' in filter ? filter.all : filter.any
  const conditions: Condition[] = []
  for (const part of parts) conditions.push(await filterCondition(part, lookup))
  return sql<SqlBool>`(${sql.join(conditions, 'all' in filter ? sql` and ` : sql` or `)})`
}
