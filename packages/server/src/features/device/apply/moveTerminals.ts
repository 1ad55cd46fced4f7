import type { Context } from '../../../kit/context.ts'
import { type LockedApply, settleApply } from './apply.queries.ts'
import { giveToOrganization } from './giveToOrganization.ts'
import { judgeItems, noteItems, pickStock } from './terminals.queries.ts'

/** Moves the terminals of a request that may move; what keeps the others is written down with them. */
export async function moveTerminals(ctx: Context, apply: LockedApply): Promise<void> {
  const { id, toOrgId, quantity, reason } = apply
  const { judged } = await giveToOrganization(ctx, { orgId: toOrgId, reason }, async () => {
    if (apply.kind === 'STOCK') await pickStock(ctx, apply)
    const judged = await judgeItems(ctx, apply)
    const given = judged.flatMap(({ deviceId, orgId, lifecycle, fault }) =>
      deviceId && orgId && lifecycle && !fault ? [{ id: deviceId, orgId, lifecycle }] : [],
    )
    return { judged, given }
  })
  const moved = await noteItems(ctx, id, judged)
  await settleApply(ctx, apply, {
    state: moved === quantity ? 'DONE' : 'PARTIAL',
    moved,
    decidedBy: ctx.principal.userId,
    decidedAt: ctx.now().toISOString(),
    expiresAt: null,
  })
}
