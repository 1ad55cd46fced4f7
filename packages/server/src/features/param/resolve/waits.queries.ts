import { mostParamWaiting, type ParamSync, type ParamWait } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { waitsFor as itemWaitsFor } from '../../device/index.ts'

/** The nearest of those who speak of `held` has said that it is in no hurry. */
const isForNext = sql`exists (select from param_set said
  left join param_assignment own on own.id = said.assignment_ids[1]
  left join json_document document on document.id = said.assignment_ids[1]
  where said.id = held.set_id and coalesce(own.options, document.options) ->> 'when' = 'NEXT')`

/** What is under way for `held`, also before it has left; as `takeDue` finds it. */
const itsTask = sql`select item.id, ${itemWaitsFor} as waits_for
  from push_item item join push on push.id = item.push_id join device on device.id = item.device_id
  where item.device_id = held.device_id and item.cmd = 'PARAM' and item.ended_at is null
    and coalesce(item.args, push.args) #>> '{gate,appId}' = held.app_id::text
  order by item.id desc limit 1`

/**
 * Why what is PENDING of `held` has not left; null: it is about to, or is not PENDING. What is under way the task
 * says; all else is as `takeDue` judges it.
 */
export const waitsFor: RawBuilder<ParamWait | null> = sql`case when held.state = 'PENDING' then (
    select case
      when task.id is not null then coalesce(task.waits_for,
        case when not exists (select from device_online online where online.device_id = held.device_id) then 'OFFLINE' end)
      -- Documents are for the terminal itself.
      when not exists (select from json_code document where document.id = held.app_id)
        and not exists (select from device_app installed
          where installed.device_id = held.device_id and installed.package = subject.package) then 'NO_APP'
      -- Also whom somebody called it off for. Otherwise its task is just being made.
      when held.due_at is null then case when held.item_id is not null or ${isForNext} then 'NEXT' end
      -- Nothing else that is PENDING is put off for so long.
      when held.due_at > clock_timestamp() + interval '5 minutes' then 'GIVER' end
    from param_subject subject left join lateral (${itsTask}) as task on true
    where subject.id = held.app_id) end`

/** Why terminals of an assignment or a document are PENDING, of the first of them. */
export async function waitsOf(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<Pick<ParamSync, 'waits' | 'waitsCapped'>> {
  const { rows } = await sql<{ for: ParamWait | null; count: number; looked: number }>`
    with held as materialized (
      select held.* from param_set join param_desired held on held.set_id = param_set.id
        and held.until is null and held.state = 'PENDING'
      where param_set.assignment_ids @> array[${id}::uuid] limit ${mostParamWaiting})
    select ${waitsFor} as "for", count(*)::integer as count, sum(count(*)) over ()::integer as looked
    from held group by 1 order by 2 desc, 1`.execute(db)
  return {
    waits: rows.flatMap(({ for: what, count }) => (what === null ? [] : [{ for: what, count }])),
    waitsCapped: (rows[0]?.looked ?? 0) >= mostParamWaiting,
  }
}
