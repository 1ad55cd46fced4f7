import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import { deviceScope } from '../deviceScope.ts'
import {
  type HeldDevice,
  holdDevices,
  noteMoves,
  setLifecycle,
  type Written,
} from './life.queries.ts'
import { followMoves } from '../repair/follow.queries.ts'
import { handRowsOver } from './handover.queries.ts'
import { handedOver, whyNotMove } from './life.rules.ts'
import { announce, endItems, rowsOf } from './makeMove.ts'

interface Pair {
  readonly old: HeldDevice
  readonly next: HeldDevice
}

/**
 * Puts a terminal in the place of another one: what belongs to the place goes over, the old one's
 * credential is void, and it may connect no more.
 */
export async function swap(
  ctx: Context,
  id: string,
  { newSn, reason }: { readonly newSn: string; readonly reason: string },
) {
  const pair = await holdPair(ctx, id, newSn)
  requireFit(ctx, pair)
  const { old, next } = pair
  const values = await placeOf(ctx, old.id)
  const gone = await setLifecycle(ctx, [old.id], 'REPLACED')
  // The old one lets go first: a terminal id is one terminal's.
  await leavePlace(ctx, old.id)
  const taken = await takePlace(ctx, next.id, values)
  await handRowsOver(ctx, { from: old.id, to: next.id })
  await requireRoom(ctx, [old.orgId])
  await noteBoth(ctx, pair, reason)
  await followMoves(ctx, [old], { event: 'SWAP', to: 'REPLACED', reason, otherId: next.id })
  await endItems(ctx, [old], 'REPLACED')
  announce(ctx, [...gone, taken], next.orgId)
  ctx.note({
    targetIds: [old.id, next.id],
    rows: rowsOf([...gone, taken]),
    before: { sn: old.sn, lifecycle: old.lifecycle },
    after: { sn: next.sn, lifecycle: 'ACTIVE', reason, ...values },
  })
  return { count: 1, newId: next.id }
}

function requireFit(ctx: Context, { old, next }: Pair): void {
  const why = whyNotMove(old, 'SWAP', { now: ctx.now() })
  if (why) throw new Refusal(codes.wrongState, why)
  const unfit = whyNotMove(next, 'SUCCEED', { now: ctx.now() })
  if (unfit) throw fieldRefusal('newSn', unfit)
}

const noteBoth = (ctx: Context, { old, next }: Pair, reason: string): Promise<void> =>
  noteMoves(ctx, [
    {
      deviceId: old.id,
      event: 'SWAP',
      from: old.lifecycle,
      to: 'REPLACED',
      reason,
      otherId: next.id,
    },
    {
      deviceId: next.id,
      event: 'SUCCEED',
      from: next.lifecycle,
      to: 'ACTIVE',
      reason,
      otherId: old.id,
    },
  ])

/** Both terminals, locked in one order, after the quotas above the place. */
interface Found {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly status: number
  readonly lifecycle: string
}

/** What a swap does not ask for. */
const unknown = { informedAt: null, isWiped: false, isUnsafe: false, sentToRepair: null } as const

async function holdPair(ctx: Context, id: string, newSn: string): Promise<Pair> {
  const { rows } = await sql<Found>`
    select id, sn, org_id, status, lifecycle from device where (id = ${id} or sn = ${newSn.toUpperCase()})
      and deleted_at is null and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const old = rows.find((row) => row.id === id)
  if (!old) throw notFound()
  // Judged again when it is held; nobody looks for a successor of what cannot be replaced.
  const why = whyNotMove({ ...old, ...unknown }, 'SWAP', { now: ctx.now() })
  if (why) throw new Refusal(codes.wrongState, why)
  await requireReplaceable(ctx, old.orgId)
  const next = rows.find((row) => row.id !== id)
  if (old.sn === newSn.toUpperCase()) throw fieldRefusal('newSn', 'life.not.itself')
  if (!next) throw fieldRefusal('newSn', 'life.not.successor')
  if (next.status === 0) throw fieldRefusal('newSn', 'life.not.disabled')
  await holdPlaces(ctx, [old.orgId])
  const held = await holdDevices(ctx, [old.id, next.id])
  const of = (wanted: string): HeldDevice => {
    const found = held.find((device) => device.id === wanted)
    if (!found) throw notFound()
    return found
  }
  const pair = { old: of(old.id), next: of(next.id) }
  // The quotas above its new place are not held, and who holds them may wait for this terminal.
  if (pair.old.orgId !== old.orgId) throw new Refusal(codes.wrongState, 'life.not.stayed')
  return pair
}

/** Its organisation, or one above that says it last, may want its terminals repaired and never replaced. */
async function requireReplaceable({ db }: Context, orgId: string): Promise<void> {
  const { rows } = await sql<{ isAllowed: boolean | null }>`
    select (settings ->> 'allowReplacement')::boolean as is_allowed
    from organization_setting where org_id = ${orgId}`.execute(db)
  if (rows[0]?.isAllowed === false) throw new Refusal(codes.wrongState, 'life.not.replaceable')
}

type Place = Record<(typeof handedOver)[number], unknown>

async function placeOf(ctx: Context, id: string): Promise<Place> {
  const columns = sql.join(handedOver.map((column) => sql.ref(column)))
  const { rows } = await sql<Place>`select ${columns} from device where id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** It keeps its organisation: whose it was stays to be seen. */
async function leavePlace(ctx: Context, id: string): Promise<void> {
  await sql`update device set tid = null, mid = null, name = null, station_id = null, tags = '{}'
    where id = ${id}`.execute(ctx.db)
}

async function takePlace(ctx: Context, id: string, values: Place): Promise<Written> {
  const set = sql.join(handedOver.map((column) => sql`${sql.ref(column)} = ${values[column]}`))
  const { rows } = await sql<Written>`update device set ${set}, lifecycle = 'ACTIVE',
      activated_at = coalesce(activated_at, ${ctx.now()}), version = version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId}
    where id = ${id} returning id, sn, org_id, version, lifecycle`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
