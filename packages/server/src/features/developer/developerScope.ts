import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DeveloperRole } from '@muster/contract'
import { organizationsBy, type Scope } from '../../access/scope.ts'

const own = organizationsBy('orgId')

/** Developers of the organisations in the caller's data scope, the one that he acts for, and those he has a role at. */
const withRole = (roles: readonly DeveloperRole[]): Scope => ({
  name: 'developers',
  orgColumn: 'orgId',
  rows: (principal): RawBuilder<SqlBool> =>
    sql<SqlBool>`(${own.rows(principal)} or account_id = ${principal.userId}::uuid
      or id in (select member.developer_id from developer_member member
        where member.account_id = ${principal.userId}::uuid and member.role = any(${[...roles]}::text[])))`,
})

/** Developers that somebody sees. */
export const developerScope = withRole(['MANAGER', 'MEMBER'])

/** Developers that somebody may do something with: a mere member of one only looks. */
export const actingScope = withRole(['MANAGER'])
