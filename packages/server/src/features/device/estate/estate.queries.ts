import { countCap, type Device, type devices, type ParsedOf, type ReplyOf } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, type Condition, contains, equals } from '../../../kit/page.ts'
import { organizationsBy } from '../../../kit/scope.ts'
import { prefixEnd, type Window } from './estate.rules.ts'

export type EstateQuery = ParsedOf<(typeof devices)['page']>['query']

/** A terminal of either side of the recycle bin; a living one has nulls where the bin shows its removal. */
export type BinDevice = ReplyOf<(typeof devices)['recyclePage']>['list'][number]

/** Beyond so many organisations a list of their ids costs more than asking the tree for each terminal. */
const maxOrganizations = 1000

/**
 * The organisations whose terminals the caller sees, cut to a subtree: as a list of ids where it
 * is short, because then the planner knows how many terminals to expect.
 */
export async function organizationsIn(ctx: Context, top: string | undefined): Promise<Condition> {
  if (ctx.principal.scope.all && top === undefined) return sql<SqlBool>`true`
  const mine = organizationsBy('id').rows(ctx.principal)
  const below =
    top === undefined
      ? sql``
      : sql`and path <@ (select above.path from organization above where above.id = ${top})`
  const found = sql<{ id: string }>`select id from organization where ${mine} ${below}`
  const { rows } = await sql<{ id: string }>`${found} limit ${maxOrganizations + 1}`.execute(ctx.db)
  if (rows.length <= maxOrganizations)
    return sql<SqlBool>`org_id = any(${rows.map(({ id }) => id)}::uuid[])`
  const outside = await sql`select from organization where not ${mine} limit 1`.execute(ctx.db)
  if (top === undefined && outside.rows.length === 0) return sql<SqlBool>`true`
  // "is true" keeps it a hashed lookup on the way through the list; a join would sort the estate.
  return sql<SqlBool>`(org_id in (${found})) is true`
}

const isOnline = sql<SqlBool>`exists (select from device_online online where online.device_id = device.id)`
const hasState = sql<SqlBool>`exists (select from device_state state where state.device_id = device.id)`

const presenceIs: Readonly<Record<Device['presence'], Condition>> = {
  ONLINE: isOnline,
  OFFLINE: sql<SqlBool>`${hasState} and not ${isOnline}`,
  NEVER: sql<SqlBool>`not ${hasState} and not ${isOnline}`,
}

/** Conditions on columns that the tally has too: what they leave is counted without counting. */
export function tallied({ modelId, vendorId, lifecycle }: EstateQuery): Condition[] {
  const conditions: Condition[] = []
  if (modelId) conditions.push(equals('modelId', modelId))
  if (vendorId)
    conditions.push(
      sql<SqlBool>`model_id = any(array(select model.id from model where model.vendor_id = ${vendorId}))`,
    )
  if (lifecycle) conditions.push(equals('lifecycle', lifecycle))
  return conditions
}

/** Conditions that only the terminals themselves can answer. */
export function searched({ sn, tid, name, presence, keyword }: EstateQuery): Condition[] {
  const conditions: Condition[] = []
  if (sn) conditions.push(beginsWith(sql`sn`, sn.toUpperCase()))
  if (tid) conditions.push(beginsWith(sql`tid collate "C"`, tid))
  if (name) conditions.push(contains('name', name))
  if (presence) conditions.push(presenceIs[presence])
  if (keyword?.trim()) conditions.push(anyContains(['sn', 'name', 'tid'], keyword.trim()))
  return conditions
}

/** A range instead of a pattern: it can use an index whatever the caller may see. */
const beginsWith = (column: RawBuilder<unknown>, prefix: string): Condition =>
  sql<SqlBool>`${column} >= ${prefix} and ${column} < ${prefixEnd(prefix)}`

/** How many living terminals match conditions that the tally can answer. */
export async function tally(ctx: Context, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`select coalesce(sum(count), 0)::bigint as total
    from device_tally where ${allOf(conditions)}`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** How many terminals match, counted no further than {@link countCap} and one. */
export async function countUpToCap(
  ctx: Context,
  conditions: readonly Condition[],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from
    (select 1 from device where ${allOf(conditions)} limit ${countCap + 1}) matching`.execute(
    ctx.db,
  )
  return rows[0]?.total ?? 0
}

/** Columns that an index of the whole estate keeps in order; ids are in order of creation. */
const walked: ReadonlyMap<string, string> = new Map([
  ['sn', 'sn'],
  ['createdAt', 'id'],
])

export const isWalked = (sortField: string | undefined): boolean => walked.has(sortField ?? 'sn')

interface Wanted {
  readonly conditions: readonly Condition[]
  readonly window: Window
  readonly query: Pick<EstateQuery, 'sortField' | 'sortOrder'>
}

/**
 * The terminals of one page. Their ids are found first, in the terminals' own table and mostly in
 * its index alone; only these few rows are then joined with what a list shows of them.
 */
export async function listDevices(ctx: Context, wanted: Wanted): Promise<BinDevice[]> {
  const { conditions, window, query } = wanted
  const { sortField = 'sn' } = query
  const order = orderOf(query, window)
  // Any other order needs the joined columns and is only for lists that are short enough to sort.
  const source = walked.has(sortField) ? sql`device` : sql`device_row as device`
  const { rows } = await sql<
    BinDevice & { updatedByName: string | null; deletedByName: string | null }
  >`
    select shown.* from device_row shown
    where shown.id = any(array(select id from ${source} where ${allOf(conditions)}
      order by ${order} limit ${window.limit} offset ${window.offset}))
    order by ${order}`.execute(ctx.db)
  const list = rows.map((row) => ({
    ...row,
    updatedBy: row.updatedByName,
    deletedBy: row.deletedByName,
  }))
  return window.fromEnd ? list.toReversed() : list
}

function orderOf({ sortField = 'sn', sortOrder }: Wanted['query'], { fromEnd }: Window) {
  const isDown = (sortOrder === 'desc') !== fromEnd
  const direction = isDown ? sql`desc` : sql`asc`
  const column = walked.get(sortField)
  if (column) return sql`${sql.ref(column)} ${direction}`
  const name = sortField.replace(/^(updated|deleted)By$/, '$&Name')
  return sql`${sql.ref(name)} ${direction} nulls last, id ${direction}`
}
