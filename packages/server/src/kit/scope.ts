import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Principal } from './context.ts'

/** Which rows of a table a caller may touch. Every route has one; there is no default. */
export interface Scope {
  readonly name: string
  readonly rows: (principal: Principal) => RawBuilder<SqlBool>
  /** The column that names a row's organisation, where rows belong to one. */
  readonly orgColumn: string | null
}

const all = sql<SqlBool>`true`

/** Reference data that all organisations share. */
export const everyone: Scope = { name: 'everyone', rows: () => all, orgColumn: null }

/** Nothing but what belongs to the caller's own session; the handler names the user itself. */
export const ownSession: Scope = { name: 'ownSession', rows: () => all, orgColumn: null }

/** Records of the organisations in the caller's data scope, by the column that names theirs. */
export const organizationsBy = (column: string): Scope => ({
  name: `organizations(${column})`,
  orgColumn: column,
  rows: ({ scope }) => {
    if (scope.all) return all
    const ref = sql.ref(column)
    return sql<SqlBool>`${ref} in (select scoped.id from organization as scoped
      where scoped.path <@ any(${scope.subtrees}::ltree[]) or scoped.id = any(${scope.organizations}::uuid[]))`
  },
})
