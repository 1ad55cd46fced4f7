import { sql } from 'kysely'

/**
 * When something showed what an item has done that its terminal did not write for its sake: its
 * inventory, a connection after its restart, a report after it was asked for one; over `item`.
 */
export const provedAt = sql<string | null>`case
  when item.proved_at is not null then item.proved_at
  when item.acked_at is null or item.ended_at is not null and item.state <> 'SUCCESS' then null
  when item.cmd = 'REBOOT' then (select min(back.connected_at) from device_session back
    where back.device_id = item.device_id and back.connected_at >= item.acked_at
      and back.connected_at <= coalesce(item.ended_at, now()) + interval '15 minutes')
  when item.cmd in ('SYNC', 'LOCATE') then (select told.reported_at from device_snapshot told
    where told.device_id = item.device_id and told.reported_at >= item.acked_at
      and told.kind = case item.cmd when 'SYNC' then 'info' else 'loc' end) end`
