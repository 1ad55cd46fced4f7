import { devicesPath, type TextKey } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import { lifecycleIn } from '../estate/estate.rules.ts'
import { settingsPath } from '../paths.ts'
import { findTarget, giveTo, type HeldDevice, noteMoves } from './life.queries.ts'
import { part, requireNone, rowsOf, told } from './makeMove.ts'

interface Wanted {
  readonly orgId: string
  readonly reason?: string | undefined
}

/** Gives each of some terminals that may go to another organisation to it, and names the others. */
export async function moveAll(ctx: Context, ids: readonly string[], wanted: Wanted) {
  const parted = await partFor(ctx, ids, wanted)
  if (parted.may.length > 0) await give(ctx, parted.may, wanted)
  return { count: parted.may.length, refused: told(ctx, parted) }
}

/** Gives one terminal to another organisation, or refuses with the reason. */
export async function moveOneTo(ctx: Context, id: string, wanted: Wanted) {
  const { may, refused } = await partFor(ctx, [id], wanted)
  requireNone(refused)
  await give(ctx, may, wanted)
  return { count: 1 }
}

/** The quota's lock comes before the terminals', as with everybody who brings terminals in. */
async function partFor(ctx: Context, ids: readonly string[], { orgId }: Wanted) {
  await holdPlaces(ctx, [orgId])
  const parted = await part(ctx, ids, 'MOVE')
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

async function give(ctx: Context, devices: readonly HeldDevice[], { orgId, reason }: Wanted) {
  const target = await findTarget(ctx, orgId)
  if (!target) throw fieldRefusal('orgId', 'rule.unknownRecord')
  const before = new Map(devices.map((device) => [device.id, device]))
  const written = await giveTo(ctx, [...before.keys()], { orgId, unused: lifecycleIn(target) })
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
  const after = { orgId, ...(reason ? { reason } : {}) }
  ctx.note({ targetIds: [...before.keys()], rows: rowsOf(written), after })
}
