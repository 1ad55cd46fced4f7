import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { allOf, anyContains } from '../../kit/page.ts'
import { organizationsBy } from '../../access/scope.ts'

interface NamedOrganization {
  readonly id: string
  readonly name: string
  readonly code: string
}

const scoped = organizationsBy('id')

/** So many are looked at for the shortest names, which fit best. */
const mostWeighed = 200

/**
 * The caller's organisations with the text in their name or code. No index: reading tens of thousands
 * takes milliseconds, and the search ends where enough are found.
 */
export function organizationsByName(
  { principal }: Pick<Context, 'principal'>,
  text: string,
  limit: number,
): RawBuilder<NamedOrganization> {
  const mine = allOf([
    sql<SqlBool>`deleted_at is null`,
    scoped.rows(principal),
    anyContains(['name', 'code'], text),
  ])
  return sql<NamedOrganization>`select id, name, code
    from (select id, name, code from organization where ${mine} limit ${mostWeighed}) found
    order by length(name), name, id limit ${limit}`
}
