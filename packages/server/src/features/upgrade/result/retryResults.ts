import {
  codes,
  countCap,
  type ParsedOf,
  retriedStates,
  type upgradeResults,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { forgiveLess, lockPush, retryPush, wavesOfPushes } from '../../device/index.ts'
import { takeAgain } from '../plan/again.ts'
import { conditionsOf } from './result.queries.ts'

type Wish = ParsedOf<typeof upgradeResults.retryMany>['body']

/** Pushes that one call begins anew: more are steered as plans. */
const mostPushes = 50
/** Results that one call begins anew where it does not mean whole pushes, as many as it may name. */
const mostResults = 1000

/** Has results begin anew: those that are named, or all of an error code. */
export async function retryResults(ctx: Context, { ids, ...seen }: Wish) {
  const { code, sn, sns, orgId, modelId, from, to } = seen
  // Else all of a push are meant, of which there may be more.
  const isNarrow = ids !== undefined || [sn, sns, orgId, modelId, from, to].some(Boolean)
  const which = allOf([
    ...conditionsOf(ctx, seen),
    ids
      ? sql<boolean>`item.id = any(${ids}::uuid[])`
      : sql<boolean>`item.state = any(${[...retriedStates]}::text[])`,
  ])
  const { rows } = await sql<{ pushId: string; ids: string[] }>`select push_id, array_agg(id) as ids
    from (select item.push_id, item.id from push_item item join device on device.id = item.device_id
      where ${which} limit ${isNarrow ? mostResults : countCap}) as meant group by 1 order by 1 limit ${mostPushes}`.execute(
    ctx.db,
  )
  if (ids && rows.reduce((sum, row) => sum + row.ids.length, 0) < new Set(ids).size)
    throw notFound()
  const meant = isNarrow ? rows.flatMap((row) => row.ids) : null
  const pushIds = rows.map(({ pushId }) => pushId)
  if (rows.length === 0) throw new Refusal(codes.warning, 'push.nothingToRetry')
  const taken = await takeAgain(ctx, pushIds, { code: code ?? null, ids: meant })
  let count = 0
  for (const row of rows) {
    if (!taken.has(row.pushId)) continue
    const push = await lockPush(ctx, { id: row.pushId, kinds: ['UPGRADE'] })
    count += await retryPush(ctx, push, { code, ids: isNarrow ? row.ids : undefined })
  }
  await forgiveLess(ctx.db, wavesOfPushes(pushIds))
  if (count === 0) throw new Refusal(codes.warning, 'push.nothingToRetry')
  return { count }
}
