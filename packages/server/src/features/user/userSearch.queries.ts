import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { organizationsBy } from '../../access/scope.ts'

interface NamedUser {
  readonly id: string
  readonly userName: string
  readonly realName: string
  readonly orgName: string
}

const scoped = organizationsBy('person.org_id')

/** The caller's users with a name, or a word of one, that begins so; found by the index of their words. */
export function usersByName(
  { principal }: Pick<Context, 'principal'>,
  beginning: string,
  limit: number,
): RawBuilder<NamedUser> {
  const typed = beginning.replace(/[\\%_]/g, '\\$&')
  const matches = sql<SqlBool>`(person.user_name ilike ${`${typed}%`}
    or person.real_name ilike ${`${typed}%`} or person.real_name ilike ${`% ${typed}%`})`
  return sql<NamedUser>`select person.id, person.user_name, person.real_name, organization.name as org_name
    from app_user person join organization on organization.id = person.org_id
    where person.status = 1 and person.deleted_at is null and ${matches} and ${scoped.rows(principal)}
    order by person.user_name limit ${limit}`
}
