import { isInPlace } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { giveHeld } from '../command/giveAll.ts'
import { wipe } from '../life/moveTo.ts'
import { type LockedApply, settleApply } from './apply.queries.ts'
import { giveToOrganization } from './giveToOrganization.ts'
import { replaceTerminals, scrapTerminals } from './inPlace.ts'
import { requireStation } from './station.ts'
import {
  fitOf,
  type Judged,
  judgeItems,
  noteItems,
  pickStock,
  without,
} from './terminals.queries.ts'

/** Does what was asked for with the terminals that permit it; what keeps the others is written down with them. */
export async function carryOut(ctx: Context, apply: LockedApply): Promise<void> {
  const judged = await actOn(ctx, apply)
  const moved = await noteItems(ctx, apply.id, judged)
  await settleApply(ctx, apply, {
    state: moved === apply.quantity ? 'DONE' : 'PARTIAL',
    moved,
    ...(apply.keysErased ? { keysErased: true } : {}),
    decidedBy: ctx.principal.userId,
    decidedAt: ctx.now().toISOString(),
    expiresAt: null,
  })
}

function actOn(ctx: Context, apply: LockedApply): Promise<readonly Judged[]> {
  if (!isInPlace(apply.kind)) return moveTerminals(ctx, apply)
  return apply.kind === 'REPLACE' ? replaceTerminals(ctx, apply) : scrapTerminals(ctx, apply)
}

async function moveTerminals(ctx: Context, apply: LockedApply): Promise<readonly Judged[]> {
  const { toOrgId: orgId, stationId, keep, reason } = apply
  await requireStation(ctx, apply)
  const to = { orgId, stationId, keep, reason }
  const { judged } = await giveToOrganization(ctx, to, async () => {
    if (apply.kind === 'STOCK') await pickStock(ctx, apply)
    const judged = await wiped(ctx, apply, await judgeItems(ctx, apply, 'HELD'))
    const given = judged.flatMap(({ deviceId, orgId, lifecycle, fault }) =>
      deviceId && orgId && lifecycle && !fault ? [{ id: deviceId, orgId, lifecycle }] : [],
    )
    return { judged, given }
  })
  return judged
}

/** Tells those that may move to erase what they hold; one that cannot be told stays, or it would go along. */
async function wiped(
  ctx: Context,
  { keep }: LockedApply,
  judged: readonly Judged[],
): Promise<readonly Judged[]> {
  const ids = fitOf(judged)
  if (keep !== 'WIPE' || ids.length === 0) return judged
  const { refused } = await giveHeld(ctx, ids, wipe)
  return without(judged, new Set(refused.map(({ id }) => id)))
}
