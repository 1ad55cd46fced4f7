import {
  groups,
  paramTemplates,
  plans,
  repairs,
  type SearchedKind,
  stations,
  upgradeVersions,
  vendors,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayCall, type Principal } from '../../../access/principal.ts'
import { madeBy, organizationsBy, type Scope } from '../../../access/scope.ts'
import { allOf, anyContains, type Condition } from '../../../kit/page.ts'
import { deviceScope } from '../../device/index.ts'

/** What is found of a kind, and where. */
interface Sought {
  /** What a caller must hold: what its list asks for. */
  readonly permission: string
  readonly table: string
  /** The column that stands for the record, and that its list finds. */
  readonly name: string
  /** Another column by which it is found, and which is shown beside it. */
  readonly detail: string
  readonly among: (principal: Principal) => Condition
}

const alive = sql<SqlBool>`deleted_at is null`
const within = (scope: Scope) => (principal: Principal) => allOf([alive, scope.rows(principal)])
const own = within(organizationsBy('orgId'))

const kinds: Readonly<Record<SearchedKind, Sought>> = {
  station: {
    permission: stations.page.permission,
    table: 'station',
    name: 'name',
    detail: 'code',
    among: own,
  },
  group: {
    permission: groups.page.permission,
    table: 'device_group',
    name: 'name',
    detail: 'name',
    among: own,
  },
  plan: {
    permission: plans.page.permission,
    table: 'plan',
    name: 'name',
    detail: 'planNo',
    among: own,
  },
  version: {
    permission: upgradeVersions.page.permission,
    table: 'upgrade_version',
    name: 'name',
    detail: 'versionName',
    among: within(organizationsBy('orgId', { vendor: 'vendorId' })),
  },
  template: {
    permission: paramTemplates.page.permission,
    table: 'param_template',
    name: 'name',
    detail: 'code',
    among: own,
  },
  repair: {
    permission: repairs.page.permission,
    table: 'repair',
    name: 'ticketNo',
    detail: 'ticketNo',
    among: (principal) =>
      sql<SqlBool>`device_id in (select id from device where ${deviceScope.rows(principal)})`,
  },
  vendor: {
    permission: vendors.page.permission,
    table: 'vendor',
    name: 'name',
    detail: 'code',
    among: within(madeBy({ vendor: 'id', model: null })),
  },
}

/** A record with its name, and what stands beside it. */
export interface NamedRecord {
  readonly kind: SearchedKind
  readonly id: string
  readonly name: string
  readonly detail: string
}

/** Of fewer letters no index knows anything. */
const fewestLetters = 3

/** Columns of numbers that begin with letters and a day. */
const numbers: ReadonlySet<string> = new Set(['ticketNo', 'planNo'])
/** As much of one as every record of a year or a month has. */
const isOfMany = (text: string): boolean => /^[a-z]{0,3}\d{0,7}$/i.test(text)

/**
 * The caller's records with the text in what they are called, of each kind whose list he may open,
 * the shortest names first; null: there is nothing to look for.
 */
export function recordsByName(
  { principal }: { readonly principal: Principal },
  { text, limit }: { readonly text: string; readonly limit: number },
): RawBuilder<NamedRecord> | null {
  if ([...text.trim()].length < fewestLetters) return null
  const sees = Object.entries(kinds).filter(([, { permission }]) => mayCall(principal, permission))
  if (sees.length === 0) return null
  const found = sees.flatMap(([kind, { table, name, detail, among }]) => {
    const [named, beside] = [sql.ref(name), sql.ref(detail)]
    const columns = [...new Set([name, detail])].filter(
      (column) => !numbers.has(column) || !isOfMany(text.trim()),
    )
    if (columns.length === 0) return []
    return sql`(select ${kind} as kind, id, ${named} as name, ${beside} as detail from ${sql.table(table)}
      where ${allOf([among(principal), anyContains(columns, text)])}
      order by length(${named}), ${named}, id limit ${limit})`
  })
  if (found.length === 0) return null
  return sql<NamedRecord>`select kind, id, name, case when detail = name then '' else detail end as detail
    from (${sql.join(found, sql` union all `)}) found order by kind, length(name), name, id`
}
