import { codes } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'
import { overQuota } from './organization.queries.ts'

/** Refuses when terminals that were just written do not fit into the quotas above them. */
export async function requireRoom(ctx: Context, orgIds: readonly string[]): Promise<void> {
  const full = await overQuota(ctx, orgIds)
  if (full)
    throw new Refusal(codes.warning, 'device.quotaReached', {
      params: { name: full.name, limit: full.limit },
    })
}
