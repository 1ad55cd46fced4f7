import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'

/**
 * Ends the waiting of terminals whose last command to lock or unlock is at its end, whoever ended it:
 * it was done, or they are as they were before. Null: of all terminals.
 */
export async function settleLocks(
  client: Pick<pg.ClientBase, 'query'>,
  deviceIds: readonly string[] | null,
): Promise<Touched[]> {
  const { rows } = await client.query<Touched>({
    name: 'lock.settle',
    text: `with waiting as materialized (
        select device_id, state from device_lock
          where state in ('LOCKING', 'UNLOCKING') and ($1::uuid[] is null or device_id = any($1::uuid[]))
          order by device_id for update),
      ended as (
        select waiting.device_id, case when last.state = 'SUCCESS'
            then case last.cmd when 'LOCK' then 'LOCKED' else 'NONE' end
            else case waiting.state when 'LOCKING' then 'NONE' else 'LOCKED' end end as state
          from waiting left join lateral (select item.cmd, item.state, item.ended_at from push_item item
            where item.device_id = waiting.device_id and item.cmd in ('LOCK', 'UNLOCK')
              and item.state not in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED')
            order by item.created_at desc, item.id desc limit 1) as last on true
          where last.cmd is null or last.ended_at is not null)
      update device_lock locked set state = ended.state, since = now()
      from ended join device on device.id = ended.device_id where locked.device_id = ended.device_id
      returning device.id, device.org_id as "orgId"`,
    values: [deviceIds],
  })
  return rows
}

/** What a terminal says of itself. */
export interface LockReport {
  readonly deviceId: string
  readonly isLocked: boolean
}

/** Believes terminals what they say, but where a command is on its way that will change it. */
export async function saveLockReports(
  client: Pick<pg.ClientBase, 'query'>,
  reports: readonly LockReport[],
): Promise<Touched[]> {
  if (reports.length === 0) return []
  const { rows } = await client.query<Touched>({
    name: 'lock.reports',
    text: `with told as (select * from unnest($1::uuid[], $2::boolean[]) as told (device_id, is_locked)),
      -- One that is not locked and never was needs no row.
      saved as (
        insert into device_lock (device_id, state)
          select device_id, case when is_locked then 'LOCKED' else 'NONE' end from told
            where is_locked or exists (select from device_lock known where known.device_id = told.device_id)
            order by device_id
          on conflict (device_id) do update set state = excluded.state, since = now()
            where device_lock.state <> excluded.state
              and device_lock.state = any(case excluded.state when 'LOCKED' then '{NONE,LOCKING}'::text[]
                else '{LOCKED,UNLOCKING}' end)
          returning device_id)
      select device.id, device.org_id as "orgId" from saved join device on device.id = saved.device_id`,
    values: [reports.map(({ deviceId }) => deviceId), reports.map(({ isLocked }) => isLocked)],
  })
  return rows
}
