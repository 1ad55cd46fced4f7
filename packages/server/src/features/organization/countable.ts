import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../access/principal.ts'
import type { Condition } from '../../kit/page.ts'
import { organizationsBy } from '../../access/scope.ts'

const tallied = organizationsBy('tally.orgId', { creator: null, model: 'tally.modelId' })
const counted = organizationsBy('tally.orgId', { model: 'tally.modelId' })

interface Countable {
  /** To be named `tally`: terminals by organisation and model. */
  readonly source: RawBuilder<unknown>
  /** Which of them the caller sees. */
  readonly mine: Condition
}

/**
 * What a caller's terminals are counted from. The tally does not know who made what: what is
 * somebody's because he made it is counted one by one.
 */
export function countable(principal: Principal): Countable {
  const { all, rules } = principal.scope
  if (all || !rules.some(({ isOwn }) => isOwn))
    return { source: sql`device_tally`, mine: tallied.rows(principal) }
  const source = sql`(select org_id, model_id, lifecycle, created_by, 1 as count from device where deleted_at is null)`
  return { source, mine: counted.rows(principal) }
}
