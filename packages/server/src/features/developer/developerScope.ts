import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsOfPerson } from '../../access/person.ts'
import { organizationsBy, type Scope } from '../../access/scope.ts'

const own = organizationsBy('orgId')

type Caller = Parameters<Scope['rows']>[0]

/** Of a row of a developer: whether the caller, by whatever he acts, is a member of his and nothing more. */
export const isMereMember = (principal: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`id in (select member.developer_id from developer_member member
    where member.account_id = any(${idsOfPerson(principal)}) and member.role = 'MEMBER')`

/** Developers that somebody sees: of the organisations in his data scope, the one that he acts for, and those he has a role at. */
export const developerScope: Scope = {
  name: 'developers',
  orgColumn: 'orgId',
  rows: (principal) =>
    sql<SqlBool>`(${own.rows(principal)} or account_id = ${principal.userId}::uuid
      or id in (select member.developer_id from developer_member member
        where member.account_id = ${principal.userId}::uuid))`,
}

/** Developers that somebody may do something with: a mere member of one only looks, also where his organisations hold it. */
export const actingScope: Scope = {
  ...developerScope,
  rows: (principal) =>
    sql<SqlBool>`(${developerScope.rows(principal)} and not ${isMereMember(principal)})`,
}
