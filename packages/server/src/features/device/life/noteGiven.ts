import type { Context } from '../../../kit/context.ts'
import { noteMoves } from './life.queries.ts'
import { takeProfilesAlong } from './ownRows.queries.ts'

interface Given {
  readonly id: string
  readonly orgId: string
  /** What it was before, and what it is there. */
  readonly from: string
  readonly lifecycle: string
}

/** Terminals that a form or a sheet has given to another organisation: on record as moves, their own profiles along. */
export async function noteGiven(ctx: Context, given: readonly Given[]): Promise<void> {
  if (given.length === 0) return
  for (const [orgId, there] of Map.groupBy(given, (one) => one.orgId))
    await takeProfilesAlong(
      ctx,
      there.map(({ id }) => id),
      orgId,
    )
  await noteMoves(
    ctx,
    given.map(({ id: deviceId, from, lifecycle: to }) => ({
      deviceId,
      event: 'MOVE',
      from,
      to,
      reason: null,
    })),
  )
}
