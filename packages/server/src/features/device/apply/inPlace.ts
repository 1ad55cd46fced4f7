import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { holdPlaces } from '../../organization/index.ts'
import { unwiped } from '../life/life.queries.ts'
import { moveMany } from '../life/makeMove.ts'
import { swap } from '../life/swap.ts'
import type { LockedApply } from './apply.queries.ts'
import { fitOf, type Judged, judgeItems, without } from './terminals.queries.ts'

/** Scraps the terminals of a request, by the same move as everybody scraps them. */
export async function scrapTerminals(ctx: Context, apply: LockedApply): Promise<readonly Judged[]> {
  const { reason, keysErased } = apply
  const judged = await erased(ctx, apply, await judgeItems(ctx, apply, 'HELD'))
  const ids = fitOf(judged)
  if (ids.length > 0) await moveMany(ctx, ids, { event: 'SCRAP', reason, keysErased })
  return judged
}

/** One that may hold keys stays as it is, where whoever asks has not said that they are erased. */
export async function erased(
  ctx: Context,
  { keysErased }: Pick<LockedApply, 'keysErased'>,
  judged: readonly Judged[],
): Promise<readonly Judged[]> {
  const ids = fitOf(judged)
  if (keysErased || ids.length === 0) return judged
  return without(judged, await unwiped(ctx, ids), 'KEYS_HELD')
}

/** Swaps each terminal of a request for the one that was named with it; one that cannot keeps no other back. */
export async function replaceTerminals(
  ctx: Context,
  apply: LockedApply,
): Promise<readonly Judged[]> {
  await holdAll(ctx, apply.id)
  const done: Judged[] = []
  for (const one of await judgeItems(ctx, apply, 'HELD')) {
    const isSwapped = one.fault === null && (await trySwap(ctx, one, apply.reason))
    done.push(isSwapped || one.fault !== null ? one : { ...one, fault: 'NO_SUCCESSOR' })
  }
  return done
}

/** Quotas first, then both sides of all swaps in the order that everybody locks terminals. */
async function holdAll(ctx: Context, id: string): Promise<void> {
  const both = sql`(select device.id from device_apply_item item
    join device on device.id = item.device_id or (device.sn = item.successor_sn and device.deleted_at is null)
    where item.apply_id = ${id} and item.moved_at is null)`
  const { rows } = await sql<{ orgId: string }>`select distinct org_id from device
    where id in ${both}`.execute(ctx.db)
  await holdPlaces(
    ctx,
    rows.map(({ orgId }) => orgId),
  )
  await sql`select id from device where id in ${both} order by id for no key update`.execute(ctx.db)
}

async function trySwap(
  ctx: Context,
  { deviceId, successorSn }: Judged,
  reason: string,
): Promise<boolean> {
  if (deviceId === null || successorSn === null) return false
  await sql`savepoint swap`.execute(ctx.db)
  try {
    await swap(ctx, deviceId, { newSn: successorSn, reason })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint swap`.execute(ctx.db)
    return false
  }
  await sql`release savepoint swap`.execute(ctx.db)
  return true
}
