import type { itemWaits } from '@muster/contract'
import type pg from 'pg'
import type { ChangedItem } from './command.device.ts'
import {
  answerSeconds,
  longestSeconds,
  movesFrom,
  silenceSeconds,
  unanswered,
} from './command.rules.ts'

const touched = `item.id, item.device_id as "deviceId", device.org_id as "orgId",
  item.push_id as "pushId", item.sender_org_id as "pushOrgId"`

/** What is waited for until it is one's turn: its terminal never heard of it. */
const turnWaits: readonly (typeof itemWaits)[number][] = [
  'PACE',
  'RATE',
  'BEFORE',
  'WINDOW',
  'PAUSED',
  'STOPPED',
]

/** Ends commands that nobody answered in time; one that was asked for just now has its moment. */
export async function expireItems(client: Pick<pg.ClientBase, 'query'>): Promise<ChangedItem[]> {
  const { rows } = await client.query<ChangedItem>({
    name: 'command.expire',
    text: `with late as (
        select item.id from push_item item
          where item.ended_at is null and item.expires_at <= now() and item.state = any($1::text[])
            and (item.asked_at is null or item.asked_at <= now() - make_interval(secs => $2::integer))
          order by item.expires_at limit 1000 for update skip locked)
      update push_item item set state = 'EXPIRED', ended_at = now(), next_publish_at = null,
          -- It may be no fault of its terminal.
          code = case when item.waits_for = 'BLACKOUT' then 'S609'
            when item.published_at is null and item.waits_for = any($3::text[]) then 'S611' else 'S601' end
        from late, device where item.id = late.id and device.id = item.device_id
        returning ${touched}`,
    values: [unanswered, answerSeconds, turnWaits],
  })
  return rows
}

/**
 * Ends commands whose terminal took them, or was told to leave them be, and then fell silent, also when it was asked. Who is away
 * cannot be asked; nor can anybody while no gateway runs, for which nothing waits longer than the
 * same time again; and no command outlives its end by a day, whatever its terminal answers.
 */
export async function timeOutItems(client: Pick<pg.ClientBase, 'query'>): Promise<ChangedItem[]> {
  const { rows } = await client.query<ChangedItem>({
    name: 'command.timeOut',
    text: `with silent as (
        select item.id from push_item item
            left join device_online online on online.device_id = item.device_id
          where item.ended_at is null and item.expires_at <= now() - make_interval(secs => $2::integer)
            and item.state = any($1::text[])
            and (item.expires_at <= now() - make_interval(secs => $4::integer)
              or coalesce(item.last_report_at, item.published_at, item.queued_at) <= now() - make_interval(secs => $2::integer)
                and (item.asked_at between item.last_report_at and now() - make_interval(secs => $3::integer)
                  or online.device_id is null
                  or item.expires_at <= now() - make_interval(secs => 2 * $2::integer)))
          order by item.expires_at limit 1000 for update of item skip locked)
      update push_item item set state = case item.state when 'CANCELLING' then 'CANCELLED' else 'TIMEOUT' end,
          code = case when item.state = 'CANCELLING' then 'S602'
            -- Nobody has heard of it since it restarted for an upgrade.
            when item.step in ('REBOOTING', 'NO_CONTACT') then 'I216' else 'C406' end, ended_at = now(), next_publish_at = null
        from silent, device where item.id = silent.id and device.id = item.device_id
        returning ${touched}`,
    values: [[...movesFrom.TIMEOUT, 'CANCELLING'], silenceSeconds, answerSeconds, longestSeconds],
  })
  return rows
}
