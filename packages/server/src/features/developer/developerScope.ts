import { type SqlBool, sql } from 'kysely'
import { organizationsBy, type Scope } from '../../access/scope.ts'

const own = organizationsBy('orgId')

/** Developers of the organisations in the caller's data scope, the one that he acts for, and those he is a member of. */
export const developerScope: Scope = {
  name: 'developers',
  orgColumn: 'orgId',
  rows: (principal) =>
    sql<SqlBool>`(${own.rows(principal)} or account_id = ${principal.userId}::uuid
      or id in (select member.developer_id from developer_member member
        where member.account_id = ${principal.userId}::uuid))`,
}
