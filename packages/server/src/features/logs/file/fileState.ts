import { type ItemState, type LogFileState, logFileStates } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'

/** The states of an item in which its log is so far, where its file says no more. */
const itemStatesOf: Readonly<Record<LogFileState, readonly ItemState[]>> = {
  REQUESTED: ['CREATED', 'QUEUED'],
  QUEUED: ['PUBLISHED', 'DELIVERED', 'ACKED', 'DEFERRED'],
  UPLOADING: ['RUNNING'],
  READY: [],
  // It was handed in, and is there no more.
  EXPIRED: ['SUCCESS'],
  FAILED: ['FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT'],
  CANCELLED: ['CANCELLING', 'CANCELLED'],
}

const literals = (states: readonly ItemState[]) => sql.join(states.map((state) => sql.lit(state)))

const cases = logFileStates.flatMap((state) =>
  itemStatesOf[state].length === 0
    ? []
    : [sql`when item.state in (${literals(itemStatesOf[state])}) then ${sql.lit(state)}`],
)

/** How far a log is: what there is of its file, else what its item says. Over `item` and `handed`. */
export const logFileState: RawBuilder<LogFileState> = sql<LogFileState>`case
  when handed.state = 'STORED' then 'READY'
  when handed.state = 'EXPIRED' then 'EXPIRED'
  when handed.state = 'OPEN' and item.ended_at is null then 'UPLOADING'
  ${sql.join(cases, sql` `)} end`

/** What holds for all that are so far, and an index finds; the rest is looked at one by one. */
function onlyIn(state: LogFileState): Condition {
  if (state === 'READY') return sql<SqlBool>`handed.state = 'STORED'`
  if (state === 'UPLOADING') return sql<SqlBool>`item.ended_at is null`
  if (state === 'EXPIRED') return sql<SqlBool>`handed.state is distinct from 'STORED'`
  return sql<SqlBool>`item.state in (${literals(itemStatesOf[state])})`
}

/** Those that are so far. */
export const isInState = (state: LogFileState): Condition =>
  sql<SqlBool>`(${logFileState} = ${sql.lit(state)} and ${onlyIn(state)})`

/** Items that were given to a terminal at all, and whose log nobody has deleted. */
export const isListed = sql<SqlBool>`item.cmd = 'LOG_PULL'
  and item.state not in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED') and handed.state is distinct from 'DELETED'`
