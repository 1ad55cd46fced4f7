import type { TaskWindow, UpgradePart } from '@muster/contract'
import type pg from 'pg'

/** An upgrade that is under way on a terminal. */
export interface Work {
  readonly itemId: string
  readonly attempt: number
  readonly state: string
  readonly step: string | null
  readonly message: string | null
  readonly title: string
  readonly part: UpgradePart
  readonly version: string
  readonly isForced: boolean
  /** When it may install, in its own time; null: at any time. */
  readonly windows: readonly TaskWindow[] | null
  readonly zone: string
  /** Its terminal is disabled: nothing is given to it until it is enabled again. */
  readonly isHeld: boolean
}

/** What tells an attempt at an item from all others. */
export const keyOf = ({ itemId, attempt }: Work): string => `${itemId} ${attempt}`

const args = 'coalesce(item.args, push.args)'
const columns = `item.id as "itemId", item.attempt, item.state, item.step, item.message, ${args} ->> 'title' as title,
  ${args} #>> '{upgrade,part}' as part, ${args} #>> '{upgrade,version}' as version,
  coalesce((${args} #>> '{opt,force}')::boolean, false)
    or coalesce((${args} #>> '{opt,deadline}')::float8 <= extract(epoch from now()) * 1000, false) as "isForced",
  ${args} #> '{opt,win}' as windows,
  coalesce((select zone.zone_id from organization own join organization above on above.path @> own.path
    join timezone zone on zone.id = above.timezone_id where own.id = device.org_id
    order by nlevel(above.path) desc limit 1), 'UTC') as zone,
  device.status <> 1 as "isHeld"`
const source = `push_item item join device on device.id = item.device_id
  left join push on push.id = item.push_id`

/** What a terminal is to do now: to leave something be before all else. */
export async function findWork(pool: pg.Pool, deviceId: string): Promise<Work[]> {
  const { rows } = await pool.query<Work>({
    name: 'ddi.work',
    text: `select ${columns} from ${source}
      where item.device_id = $1 and item.cmd = 'UPGRADE' and item.ended_at is null
        and item.state in ('PUBLISHED', 'DELIVERED', 'ACKED', 'RUNNING', 'DEFERRED', 'CANCELLING')
      order by item.state = 'CANCELLING' desc, item.priority desc, item.created_at, item.id limit 20`,
    values: [deviceId],
  })
  return rows
}

/** The number of an attempt at an item, one for all times that it is asked for. */
export async function numberOf(
  pool: pg.Pool,
  { deviceId, itemId, attempt }: { deviceId: string; itemId: string; attempt: number },
): Promise<number> {
  const { rows } = await pool.query<{ number: number }>({
    name: 'ddi.number',
    text: `with known as (select number from ddi_action where item_id = $2 and attempt = $3),
      made as (insert into ddi_action (device_id, item_id, attempt)
        select $1, $2, $3 where not exists (select from known)
        on conflict (item_id, attempt) do update set device_id = excluded.device_id returning number)
      select number from known union all select number from made`,
    values: [deviceId, itemId, attempt],
  })
  return rows[0]?.number ?? 0
}

/** An attempt by its number, and how its item stands. */
export interface Action extends Work {
  readonly number: number
  readonly isOver: boolean
  /** The item has begun anew meanwhile. */
  readonly isPast: boolean
  /** The message in which its terminal spoke of it last; null: it has not. */
  readonly lastMessageId: string | null
}

export async function findAction(
  pool: pg.Pool,
  { deviceId, number }: { deviceId: string; number: number },
): Promise<Action | null> {
  const { rows } = await pool.query<Action>({
    name: 'ddi.action',
    text: `select ${columns}, action.number, item.ended_at is not null as "isOver",
        action.attempt <> item.attempt as "isPast",
        (select report.message_id from push_report report where report.item_id = item.id
          order by report.received_at desc, report.id desc limit 1) as "lastMessageId"
      from ddi_action action join ${source.replace('push_item item', 'push_item item on item.id = action.item_id')}
      where action.number = $2 and action.device_id = $1 and item.device_id = $1`,
    values: [deviceId, number],
  })
  return rows[0] ?? null
}

/** Forgets numbers of what is long over: nothing is under way for more than a month. */
export async function forgetActions(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from ddi_action where created_at < now() - interval '62 days'`)
}
