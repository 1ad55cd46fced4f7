import type { TaskItem } from '@muster/contract'
import { sql } from 'kysely'
import { unanswered } from './command.rules.ts'

/** What keeps an `item` that has not ended from leaving: its `push` as a whole, its `device`, or what is noted of itself. */
export const waitsFor = sql<TaskItem['waitsFor']>`case when item.ended_at is null then
  case when push.state = 'APPROVAL' then 'APPROVAL'
    when device.status = 0 and item.state = any(${[...unanswered]}::text[]) then 'DISABLED' else item.waits_for end end`

const isNoted = sql`${waitsFor} = item.waits_for`

/** The same with why, and until when: that is noted of what is noted of itself alone. */
export const waits = sql`${waitsFor} as waits_for, case when ${isNoted} then item.waits_reason end as waits_reason,
  case when ${isNoted} then item.next_publish_at end as waits_until`
