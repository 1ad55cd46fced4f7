import {
  type Apply,
  appliesPath,
  applies,
  applyKeeps,
  applyKinds,
  type ApplyMove,
  codes,
  columnsOf,
  mayApply,
  type MoveKeep,
  type ParsedOf,
  type ReplyOf,
  rightToDecide,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsOfPerson, ownIdsOf } from '../../../access/person.ts'
import { mayCall } from '../../../access/principal.ts'
import { isFiltered } from '../../../access/dataScope.ts'
import { organizationsBy, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { countStates } from '../../../kit/countStates.ts'
import {
  anyContains,
  beginsWith,
  type Condition,
  equals,
  type Page,
  pageRows,
} from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { deviceScope, modelScope } from '../deviceScope.ts'

const own = organizationsBy('orgId')
const source = organizationsBy('fromOrgId', { creator: null })
const target = organizationsBy('toOrgId', { creator: null })

/** A request is seen by who sees the organisation that asks, gives or gets; a draft by who wrote it. */
export const applyScope: Scope = {
  name: 'requests',
  orgColumn: 'orgId',
  rows: (principal) =>
    sql<SqlBool>`((${own.rows(principal)} or ${source.rows(principal)} or ${target.rows(principal)})
      and (state <> 'DRAFT' or created_by = ${principal.userId}))`,
}

/** What of a request decisions are taken by; locked until the commit. */
export interface LockedApply {
  readonly id: string
  readonly applyNo: string
  readonly kind: Apply['kind']
  readonly state: Apply['state']
  readonly orgId: string
  readonly fromOrgId: string | null
  readonly toOrgId: string
  readonly stationId: string | null
  readonly keep: MoveKeep
  /** Of DECOMMISSION: whoever asked, or tried it again since, says so of the keys of its terminals. */
  readonly keysErased: boolean
  readonly modelId: string | null
  readonly quantity: number
  readonly moved: number
  readonly expectedDate: string | null
  readonly reason: string
  readonly createdBy: string
  readonly version: number
}

/** Locks a request for a move; refuses one that its state does not know. */
export const lockApply = (ctx: Context, id: string, move: ApplyMove): Promise<LockedApply> =>
  readApply(ctx, id, { move, lock: sql`for update` })

interface Reading {
  readonly move: ApplyMove
  readonly lock?: RawBuilder<unknown>
}

/** {@link lockApply} of who only looks whether it can be moved so. */
export async function readApply(
  ctx: Context,
  id: string,
  { move, lock }: Reading,
): Promise<LockedApply> {
  const found = await readSeen(ctx, id, lock)
  requireState(found, move)
  return found
}

/** A request that the caller sees, in whatever state. */
export async function readSeen(
  ctx: Context,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<LockedApply> {
  const { rows } = await sql<LockedApply>`select * from device_apply as row
    where id = ${id} and ${applyScope.rows(ctx.principal)} ${lock}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** {@link lockApply} for who made the request. */
export async function lockOwn(ctx: Context, id: string, move: ApplyMove): Promise<LockedApply> {
  const found = await lockApply(ctx, id, move)
  if (found.createdBy !== ctx.principal.userId) throw new Refusal(codes.warning, 'apply.notOwn')
  return found
}

/** {@link lockApply} for all of some requests, in one order. */
export async function lockApplies(
  ctx: Context,
  ids: readonly string[],
  move: ApplyMove,
): Promise<readonly LockedApply[]> {
  const { rows } = await sql<LockedApply>`select * from device_apply as row
    where id = any(${[...ids]}::uuid[]) and ${applyScope.rows(ctx.principal)}
    order by id for update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  for (const found of rows) requireState(found, move)
  return rows
}

function requireState({ state }: LockedApply, move: ApplyMove): void {
  if (!mayApply(state, move))
    throw new Refusal(codes.wrongState, `apply.isNow.${state}`, { data: { state } })
}

/** Writes what became of a locked request, tells the log and the consoles. */
export const settleApply = (
  ctx: Context,
  before: LockedApply,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> => settleMany(ctx, [before], changes)

/** {@link settleApply} of requests that all become the same. */
export async function settleMany(
  ctx: Context,
  before: readonly LockedApply[],
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const ids = before.map(({ id }) => id)
  await ctx.db
    .updateTable('deviceApply')
    .set((row) => ({
      ...changes,
      version: row('version', '+', 1),
      updatedAt: ctx.now().toISOString(),
    }))
    .where('id', 'in', ids)
    .execute()
  const [only] = before.length === 1 ? before : []
  const about = only && { about: { applyNo: only.applyNo }, before: { state: only.state } }
  ctx.note({ targetIds: ids, ...about, after: changes })
  for (const one of before) ctx.changed(appliesPath, [one.id], placesOf({ ...one, ...changes }))
}

/** Where it is told that a request has changed. */
export const placesOf = ({ state, orgId, fromOrgId, toOrgId }: Placed): string[] =>
  state === 'DRAFT' ? [orgId] : [orgId, toOrgId, ...(fromOrgId ? [fromOrgId] : [])]

type Placed = Pick<LockedApply, 'state' | 'orgId' | 'fromOrgId' | 'toOrgId'>

/** Which of some organisations the caller answers for. */
export async function seenOf(
  ctx: Context,
  orgIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(orgIds.filter((id) => id !== null))]
  const { rows } = await sql<{ id: string }>`select id from organization as row
    where id = any(${ids}::uuid[]) and ${organizationsBy('id', { creator: null }).rows(ctx.principal)}`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ id }) => id))
}

const place = organizationsBy('orgId', { creator: null })

/**
 * Of some requests those that take terminals which the caller does not see out of organisations that
 * he does: who has to do with some vendors or models only answers for no others.
 */
export async function beyondSight(
  { db, principal }: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!principal.scope.rules.some(isFiltered)) return new Set()
  const { rows } = await sql<{ id: string }>`select request.id from device_apply request
    where request.id = any(${[...ids]}::uuid[]) and request.from_org_id is not null and (
      exists (select from device_apply_item item
        where item.apply_id = request.id and item.moved_at is null
          and exists (select from device where id = item.device_id and deleted_at is null
            and ${place.rows(principal)} and (${deviceScope.rows(principal)}) is not true))
      or request.kind = 'STOCK' and not exists (select from model
        where id = request.model_id and ${modelScope.rows(principal)}))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Query = ParsedOf<(typeof applies)['page']>['query']

// What is worked out, most of it for the caller, orders no list.
const workedOut = ['isMine', 'mayDecide', 'waitsForMe', 'waitingSince', 'approver']
const sortable = new Set([...columnsOf(applies.page)].filter((name) => !workedOut.includes(name)))

/** Requests that the caller sees, the latest first unless told otherwise. */
export async function applyPage(ctx: Context, query: Query): Promise<Page<Apply>> {
  const from = {
    view: 'deviceApplyRow',
    order: ['-id'],
    sortable,
    conditions: [applyScope.rows(ctx.principal), ...conditionsOf(query, ctx)],
  }
  const page = await pageRows<StoredApply>(ctx, from, query)
  return { ...page, list: await shown(ctx, page.list) }
}

/** How many of them are in each state that has not ended. */
export const countApplies = (
  ctx: Context,
  query: ParsedOf<(typeof applies)['countStates']>['query'],
): Promise<ReplyOf<typeof applies.countStates>> =>
  countStates(ctx, {
    view: 'deviceApplyRow',
    states: ['DRAFT', 'SUBMITTED', 'SOURCE_APPROVED', 'PARTIAL'],
    matching: (state) => [
      applyScope.rows(ctx.principal),
      ...conditionsOf({ ...query, state }, ctx),
    ],
  })

function conditionsOf(
  { kind, state, orgId, sn, waiting, from, to, keyword }: Omit<Query, 'pageNum' | 'pageSize'>,
  ctx: Context,
) {
  const conditions: Condition[] = []
  if (kind) conditions.push(equals('kind', kind))
  if (state) conditions.push(equals('state', state))
  if (from) conditions.push(sql<SqlBool>`created_at >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`created_at < ${to}`)
  if (waiting) conditions.push(waitsFor(ctx))
  if (sn)
    conditions.push(sql<SqlBool>`id in (select item.apply_id from device_apply_item as item
      where ${beginsWith(sql`item.sn`, sn.toUpperCase())})`)
  if (orgId) {
    // Uncorrelated, so that it is asked once for all rows.
    const below = sql`(select below.id from organization as below
      join organization as top on below.path <@ top.path where top.id = ${orgId})`
    conditions.push(
      sql<SqlBool>`(org_id in ${below} or from_org_id in ${below} or to_org_id in ${below})`,
    )
  }
  if (keyword?.trim()) conditions.push(anyContains(['applyNo', 'reason'], keyword.trim()))
  return conditions
}

/** Whether a caller may decide on requests of a kind that do this with the terminals. */
export function mayDecideOn(
  principal: Context['principal'],
  { kind, keep }: Pick<Apply, 'kind' | 'keep'>,
): boolean {
  const right = rightToDecide(kind, keep)
  return right === null || mayCall(principal, right)
}

/** Kinds, with what they do with the terminals, that a caller may decide. */
const decidable = (principal: Context['principal']): string[] =>
  applyKinds.flatMap((kind) =>
    applyKeeps[kind].flatMap((keep) =>
      mayDecideOn(principal, { kind, keep }) ? [`${kind} ${keep}`] : [],
    ),
  )

/** Waits for a decision that the caller may take. */
const waitsFor = ({ principal }: Context): Condition =>
  mayCall(principal, applies.approve.permission)
    ? sql<SqlBool>`(created_by <> all(${idsOfPerson(principal)})
        and (approver_id is null or approver_id = ${principal.userId}) 
        and kind || ' ' || keep = any(${decidable(principal)}::text[])
        and ((state = 'SUBMITTED' and (from_org_id is null or ${source.rows(principal)}))
          or (state = 'SOURCE_APPROVED' and ${target.rows(principal)})))`
    : sql<SqlBool>`false`

type OfCaller = 'isMine' | 'mayDecide' | 'waitsForMe'

interface StoredApply extends Omit<Apply, OfCaller | 'createdBy' | 'decidedBy'> {
  readonly createdBy: string
  readonly approverId: string | null
  readonly createdByName: string | null
  readonly decidedByName: string | null
}

async function shown(ctx: Context, rows: readonly StoredApply[]) {
  const seen = await seenOf(
    ctx,
    rows.flatMap(({ fromOrgId, toOrgId }) => [fromOrgId, toOrgId]),
  )
  const beyond = await beyondSight(
    ctx,
    rows.map(({ id }) => id),
  )
  const mayDecide = mayCall(ctx.principal, applies.approve.permission)
  const own = await ownIdsOf(
    ctx,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map((row) => {
    const isMine = row.createdBy === ctx.principal.userId
    const isTurn =
      row.state === 'SUBMITTED'
        ? row.fromOrgId === null || (seen.has(row.fromOrgId) && !beyond.has(row.id))
        : row.state === 'SOURCE_APPROVED' && seen.has(row.toOrgId)
    const isDecider =
      mayDecide && mayDecideOn(ctx.principal, row) && !own.has(row.createdBy) && isTurn
    return {
      ...row,
      createdBy: row.createdByName ?? '',
      decidedBy: row.decidedByName,
      isMine,
      mayDecide: isDecider,
      waitsForMe: isDecider && [null, ctx.principal.userId].includes(row.approverId),
    }
  })
}

/** One request, as lists show it. */
export async function findApply(ctx: Context, id: string) {
  const { rows } = await sql<StoredApply>`select * from device_apply_row as row
    where id = ${id} and ${applyScope.rows(ctx.principal)}`.execute(ctx.db)
  const [found] = await shown(ctx, rows)
  if (!found) throw notFound()
  return found
}
