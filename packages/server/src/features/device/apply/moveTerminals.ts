import { devicesPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import { settingsPath } from '../paths.ts'
import { type LockedApply, settleApply } from './apply.queries.ts'
import { judgeItems, noteItems, pickStock, putInto } from './terminals.queries.ts'

/** Moves the terminals of a request that may move; what keeps the others is written down with them. */
export async function moveTerminals(ctx: Context, apply: LockedApply): Promise<void> {
  const { id, toOrgId, quantity } = apply
  await holdPlaces(ctx, [toOrgId])
  if (apply.kind === 'STOCK') await pickStock(ctx, apply)
  const judged = await judgeItems(ctx, apply)
  const movable = judged.flatMap(({ deviceId, fault }) => (deviceId && !fault ? [deviceId] : []))
  await putInto(ctx, toOrgId, movable)
  await requireRoom(ctx, [toOrgId])
  const moved = await noteItems(ctx, id, judged)
  await settleApply(ctx, apply, {
    state: moved === quantity ? 'DONE' : 'PARTIAL',
    moved,
    decidedBy: ctx.principal.userId,
    decidedAt: ctx.now().toISOString(),
    expiresAt: null,
  })
  const left = judged.flatMap(({ orgId }) => orgId ?? [])
  ctx.changed(devicesPath, movable, [...new Set([toOrgId, ...left])])
  // Another organisation may have other settings for them.
  ctx.changed(settingsPath, movable, [toOrgId])
}
