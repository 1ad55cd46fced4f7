import { type ApplyImpact, codes, mayApply } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { refusedOf } from '../command/giveAll.ts'
import { lifecycleOf } from '../lifecycle.rules.ts'
import { wipe } from '../life/moveTo.ts'
import { erased } from './inPlace.ts'
import { readSeen, type LockedApply } from './apply.queries.ts'
import { countStock, fitOf, type Judged, judgeItems, without } from './terminals.queries.ts'

/** What an approval would do with the terminals of a request that nothing was done with yet. */
export async function impactOf(ctx: Context, id: string, withRows: boolean): Promise<ApplyImpact> {
  const apply = await readSeen(ctx, id)
  const { state, kind } = apply
  if (!mayApply(state, 'approve') && !mayApply(state, 'execute'))
    throw new Refusal(codes.wrongState, `apply.isNow.${state}`, { data: { state } })
  const judged = await judgeNow(ctx, apply)
  const total = apply.quantity - apply.moved
  const faults = Map.groupBy(
    judged.flatMap(({ fault }) => fault ?? []),
    (fault) => fault,
  )
  const named = fitOf(judged).length
  return {
    total,
    may: kind === 'STOCK' ? named + (await countStock(ctx, apply, total - named)) : named,
    kept: [...faults].map(([fault, all]) => ({ fault, count: all.length })),
    ...(withRows ? { rows: judged.map(rowOf) } : {}),
  }
}

async function judgeNow(ctx: Context, apply: LockedApply): Promise<readonly Judged[]> {
  const judged = await judgeItems(ctx, apply, 'LOOKED_AT')
  if (apply.kind === 'DECOMMISSION') return erased(ctx, apply, judged)
  const ids = fitOf(judged)
  if (apply.keep !== 'WIPE' || ids.length === 0) return judged
  return without(judged, await refusedOf(ctx, ids, wipe))
}

const rowOf = ({ sn, lifecycle, fault }: Judged) => ({
  sn,
  lifecycle: lifecycle === null ? null : lifecycleOf(lifecycle),
  fault,
})
