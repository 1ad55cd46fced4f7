import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { madeWithin, type Placed, rowsWithin, type ScopeColumns } from './dataScope.ts'
import type { Principal } from './principal.ts'

/** Which rows of a table a caller may touch. Every route has one; there is no default. */
export interface Scope {
  readonly name: string
  readonly rows: (principal: Principal, placed?: Placed) => RawBuilder<SqlBool>
  /** The column that names a row's organisation, where rows belong to one. */
  readonly orgColumn: string | null
  /** Where rows are the organisation's of a record that they name: the column, and the table of those records. */
  readonly orgThrough?: { readonly column: string; readonly table: string }
}

const all = sql<SqlBool>`true`

/** Reference data that all organisations share. */
export const everyone: Scope = { name: 'everyone', rows: () => all, orgColumn: null }

/** Nothing but what belongs to the caller's own session; the handler names the user itself. */
export const ownSession: Scope = { name: 'ownSession', rows: () => all, orgColumn: null }

/** Records of the organisations in the caller's data scope; `more` names further columns to judge by. */
export function organizationsBy(column: string, more: Partial<ScopeColumns> = {}): Scope {
  const creator = column.replace(/\w+$/, 'createdBy')
  const columns = { organization: column, creator, vendor: null, model: null, ...more }
  return {
    name: `organizations(${column})`,
    orgColumn: column,
    rows: (principal, placed) => rowsWithin(principal, columns, placed),
  }
}

/** Vendors and models, which all organisations share, cut to those that the caller has to do with. */
export const madeBy = (columns: Pick<ScopeColumns, 'vendor' | 'model'>): Scope => ({
  name: `made(${[columns.vendor, columns.model].filter(Boolean).join()})`,
  orgColumn: null,
  rows: ({ scope }) => madeWithin(scope, columns),
})
