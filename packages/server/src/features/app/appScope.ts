import { type SqlBool, sql } from 'kysely'
import { organizationsBy, type Scope } from '../../access/scope.ts'

/** Applications of the organisations in the caller's data scope. */
export const appScope = organizationsBy('orgId')

const ofApp = organizationsBy('app.orgId')

/** Versions of these applications. */
export const apkScope: Scope = {
  name: 'versions',
  orgColumn: null,
  orgThrough: { column: 'appId', table: 'app' },
  rows: (principal) =>
    sql<SqlBool>`app_id in (select app.id from app where ${ofApp.rows(principal)})`,
}
