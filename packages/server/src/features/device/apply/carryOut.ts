import { isInPlace } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { type LockedApply, settleApply } from './apply.queries.ts'
import { giveToOrganization } from './giveToOrganization.ts'
import { replaceTerminals, scrapTerminals } from './inPlace.ts'
import { type Judged, judgeItems, noteItems, pickStock } from './terminals.queries.ts'

/** Does what was asked for with the terminals that permit it; what keeps the others is written down with them. */
export async function carryOut(ctx: Context, apply: LockedApply): Promise<void> {
  const judged = await actOn(ctx, apply)
  const moved = await noteItems(ctx, apply.id, judged)
  await settleApply(ctx, apply, {
    state: moved === apply.quantity ? 'DONE' : 'PARTIAL',
    moved,
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
  const { toOrgId, reason } = apply
  const { judged } = await giveToOrganization(ctx, { orgId: toOrgId, reason }, async () => {
    if (apply.kind === 'STOCK') await pickStock(ctx, apply)
    const judged = await judgeItems(ctx, apply)
    const given = judged.flatMap(({ deviceId, orgId, lifecycle, fault }) =>
      deviceId && orgId && lifecycle && !fault ? [{ id: deviceId, orgId, lifecycle }] : [],
    )
    return { judged, given }
  })
  return judged
}
