import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { sliceSize } from './expand.queries.ts'
import type { Touched } from './work.ts'

/** The item of a push for a terminal: those of one all begin with its moment, which names their month. */
const itemOf = (item: string, pushId: string) => {
  const table = sql.table(item)
  const of = sql.ref(pushId)
  return sql`${table}.push_id = ${of} and ${table}.device_id = told.device_id
    and ${table}.id between (left(${of}::text, 13) || '-0000-0000-000000000000')::uuid
      and (left(${of}::text, 13) || '-ffff-ffff-ffffffffffff')::uuid`
}

/**
 * Lets go what waits for the push before it, on terminals where that is done, and ends it where that has
 * failed; a slice of them in a transaction of its own. Null: there is none.
 */
export async function goOnNext(db: Kysely<DB>): Promise<readonly Touched[] | null> {
  return db.transaction().execute(async (own) => {
    const { rows: told } = await sql<{ pushId: string; deviceId: string }>`delete from push_next
      where ctid = any(array(select ctid from push_next limit ${sliceSize} for update skip locked))
      returning push_id, device_id`.execute(own)
    if (told.length === 0) return null
    const { rows } = await sql<Touched>`with told as materialized (
        select distinct * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told ("pushId" uuid, "deviceId" uuid)),
      known as materialized (select "pushId" as push_id, "deviceId" as device_id from told),
      judged as materialized (
        select item.id, push.id as push_id, push.org_id,
          coalesce(former.state = 'SUCCESS' or former.state = 'FILTERED' and former.code = 'I202', false) as is_done
        from known told join push on push.after_push_id = told.push_id and push.ended_at is null
          join push_item item on ${itemOf('item', 'push.id')} and item.state = 'QUEUED' and item.waits_for = 'BEFORE'
          left join push_item former on ${itemOf('former', 'told.push_id')}
        where former.id is null or former.ended_at is not null
        order by item.id for update of item),
      moved as (update push_item item set waits_for = null,
          state = case when judged.is_done then item.state else 'CANCELLED' end,
          code = case when judged.is_done then item.code else 'S610' end,
          ended_at = case when not judged.is_done then now() end,
          next_publish_at = case when judged.is_done then now() end
        from judged where item.id = judged.id returning item.id)
      select distinct push_id as id, org_id from judged`.execute(own)
    return rows
  })
}
