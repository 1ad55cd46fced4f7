import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import { estateOf, seesOwn, tallied } from '../../device/index.ts'

/** What a card is filtered by. */
export interface EstateFilter {
  readonly orgId?: string | undefined
  readonly vendorId?: string | undefined
  readonly modelId?: string | undefined
}

/** Counts that are kept beforehand; each has a view of its name and `_live` over the terminals themselves. */
type Kept = 'device_tally' | 'device_spread' | 'estate_count' | 'online_hour'

/** Where a caller's figures come from, and which of their rows are his. */
export interface Asked {
  readonly from: (kept: Kept) => RawBuilder<unknown>
  readonly mine: Condition
}

/**
 * The counts by organisation and model answer every data scope but that of what somebody made
 * himself: few enough terminals to be asked themselves.
 */
export async function askedBy(ctx: Context, { orgId, ...filter }: EstateFilter): Promise<Asked> {
  const isOwn = seesOwn(ctx)
  return {
    from: (kept) => sql.table(isOwn ? `${kept}_live` : kept),
    mine: allOf([await estateOf(ctx, orgId), ...tallied(filter)]),
  }
}
