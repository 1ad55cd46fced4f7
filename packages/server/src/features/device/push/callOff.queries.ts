import { recallableStates } from '@muster/contract'
import { sql } from 'kysely'

const recallable = sql`item.state in (${sql.join(recallableStates.map((state) => sql.lit(state)))})`

/**
 * Calls items off: what no terminal was told ends; those that were told are told to leave it be, and
 * end with what they answer.
 */
export const callOff = sql`state = case when ${recallable} then 'CANCELLING' else 'CANCELLED' end,
  code = case when ${recallable} then item.code else 'S602' end,
  ended_at = case when ${recallable} then null else now() end,
  -- Another message: it is sent by itself, until it is answered.
  message_id = case when ${recallable} then uuid7() else item.message_id end,
  publications = case when ${recallable} then 0 else item.publications end,
  next_publish_at = case when ${recallable} then now() end,
  ask_at = null, waits_for = null, waits_reason = null`

/** What can be called off: not at its end, and not called off yet. */
export const canBeCalledOff = sql`item.state in ('CREATED', 'QUEUED', ${sql.join(
  recallableStates.map((state) => sql.lit(state)),
)})`
