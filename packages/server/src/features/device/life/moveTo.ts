import { deviceLife, devicesPath, type MoveKeep, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { Undo } from '../../../platform/actionNote.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import type { Asked } from '../command/command.queries.ts'
import { giveAll } from '../command/giveAll.ts'
import { giveOne } from '../command/giveOne.ts'
import { lifecycleIn } from '../estate/estate.rules.ts'
import { settingsPath } from '../paths.ts'
import { announceCounts } from '../station/announceStations.ts'
import { isInLine } from '../station/station.queries.ts'
import { stationScope } from '../station/stationScope.ts'
import { findTarget, giveTo, type HeldDevice, type Moved, noteMoves } from './life.queries.ts'
import { part, requireNone, rowsOf, told } from './makeMove.ts'
import { dropOwnRows, takeProfilesAlong } from './ownRows.queries.ts'

interface Wanted {
  readonly orgId: string
  readonly stationId?: string | null | undefined
  readonly keep: MoveKeep
  readonly reason?: string | null | undefined
}

type Held = Pick<HeldDevice, 'id' | 'orgId' | 'lifecycle'>

/** Gives each of some terminals that may go to another organisation to it, and names the others. */
export async function moveAll(ctx: Context, ids: readonly string[], wanted: Wanted) {
  const parted = await partFor(ctx, ids, wanted)
  const refused = told(ctx, parted)
  const { may, kept } =
    wanted.keep === 'WIPE' ? await wiped(ctx, parted.may) : { may: parted.may, kept: [] }
  if (may.length > 0) await give(ctx, may, wanted)
  return { count: may.length, refused: [...refused, ...kept] }
}

/** Gives one terminal to another organisation, or refuses with the reason. */
export async function moveOneTo(ctx: Context, id: string, wanted: Wanted) {
  const { may, refused } = await partFor(ctx, [id], wanted)
  requireNone(refused)
  if (wanted.keep === 'WIPE') await giveOne(ctx, id, wipe)
  await give(ctx, may, wanted)
  return { count: 1 }
}

/** Whoever moves it has decided on it, by a right of its own. */
export const wipe: Asked = { cmd: 'WIPE', args: { keepSim: true }, isDecided: true }

/** The quota's lock comes before the terminals', as with everybody who brings terminals in. */
async function partFor(ctx: Context, ids: readonly string[], wanted: Wanted) {
  const { orgId } = wanted
  await holdPlaces(ctx, [orgId])
  await requireStation(ctx, wanted)
  const parted = await part(ctx, ids, { event: 'MOVE' })
  const isThere = ({ orgId: now }: HeldDevice) => now === orgId
  const stays: TextKey = 'life.not.there'
  return {
    may: parted.may.filter((device) => !isThere(device)),
    refused: [
      ...parted.refused,
      ...parted.may.filter(isThere).map(({ id, sn: name }) => ({ id, name, why: stays })),
    ],
  }
}

/** Tells terminals to erase what they hold; those that cannot be told stay, or it would go along with them. */
async function wiped(ctx: Context, devices: readonly HeldDevice[]) {
  if (devices.length === 0) return { may: devices, kept: [] }
  const ids = devices.map(({ id }) => id)
  const { refused: kept } = await giveAll(ctx, ids, wipe)
  const stays = new Set(kept.map(({ id }) => id))
  return { may: devices.filter(({ id }) => !stays.has(id)), kept }
}

/** A station that the caller sees, of the new organisation or of one above or below it. */
async function requireStation(ctx: Context, { stationId, orgId }: Wanted): Promise<void> {
  if (!stationId) return
  const { rows } = await sql<{ status: number }>`select status from station where id = ${stationId}
    and deleted_at is null and ${stationScope.rows(ctx.principal)} for share`.execute(ctx.db)
  if (!rows[0]) throw fieldRefusal('stationId', 'rule.unknownRecord')
  if (rows[0].status === 0) throw fieldRefusal('stationId', 'rule.disabledRecord')
  if (!(await isInLine(ctx, stationId, orgId)))
    throw fieldRefusal('stationId', 'station.otherBranch')
}

/** Gives held terminals to an enabled organisation of the caller's, whose quota is held, too. */
export async function give(ctx: Context, devices: readonly Held[], wanted: Wanted) {
  const { orgId, stationId, keep, reason } = wanted
  const target = await findTarget(ctx, orgId)
  if (!target) throw fieldRefusal('orgId', 'rule.unknownRecord')
  const before = new Map(devices.map((device) => [device.id, device]))
  const ids = [...before.keys()]
  const isReset = keep !== 'KEEP'
  if (isReset) await dropOwnRows(ctx, ids)
  const unused = lifecycleIn(target)
  const written = await giveTo(ctx, ids, { orgId, unused, stationId, isReset })
  if (!isReset) await takeProfilesAlong(ctx, ids, orgId)
  await requireRoom(ctx, [orgId])
  await noteMoves(
    ctx,
    written.map(({ id, lifecycle }) => ({
      deviceId: id,
      event: 'MOVE',
      from: before.get(id)?.lifecycle ?? lifecycle,
      to: lifecycle,
      reason: reason || null,
    })),
  )
  for (const { id } of written) {
    ctx.changed(devicesPath, [id], [orgId, before.get(id)?.orgId ?? orgId])
    ctx.changed(settingsPath, [id], [orgId])
  }
  if (stationId) announceCounts(ctx, [stationId], orgId)
  const after = { orgId, keep, ...(stationId ? { stationId } : {}), ...(reason ? { reason } : {}) }
  ctx.note({ targetIds: ids, rows: rowsOf(written, isReset ? undefined : undoOf), after })
}

/** Back to where it was. What was reset with it stays so, and nobody unclaims a terminal. */
const undoOf = ({ before: { orgId, stationId, lifecycle } }: Moved): Undo | undefined =>
  lifecycle === 'UNCLAIMED'
    ? undefined
    : { call: deviceLife.moveMany, more: { orgId, stationId, keep: 'KEEP' } }
