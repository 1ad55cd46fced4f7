import type pg from 'pg'
import { askAfterSeconds, movesFrom } from './command.rules.ts'

/** A command of which its terminal has said nothing (more) for long. */
export interface SilentItem {
  readonly id: string
  readonly sn: string
}

/** Commands that are asked for at once. */
export const mostAsked = 500

/**
 * Locks commands to ask for, of enabled terminals that are connected to this gateway: a page of them,
 * after the last of the page before.
 */
export async function lockSilent(
  client: pg.ClientBase,
  nodeId: string | null,
  after: string | null,
): Promise<SilentItem[]> {
  const { rows } = await client.query<SilentItem>({
    name: 'command.silent',
    text: `select item.id, device.sn from push_item item
        join device on device.id = item.device_id
        join device_online online on online.device_id = item.device_id
      where item.ask_at <= now() and item.ended_at is null and device.status = 1
        and online.node_id is not distinct from $1::uuid
        and ($2::uuid is null or item.id > $2)
      order by item.id limit ${mostAsked} for update of item skip locked`,
    values: [nodeId, after],
  })
  return rows
}

/** Notes that terminals are asked now; each command once after its time, until its terminal speaks of it. */
export async function saveAsked(client: pg.ClientBase, ids: readonly string[]): Promise<void> {
  await client.query({
    name: 'command.asked',
    text: `update push_item set asked_at = now(),
        ask_at = case when expires_at > now() then expires_at + make_interval(secs => $2::integer) end
      where id = any($1::uuid[])`,
    values: [ids, askAfterSeconds],
  })
}

/** A terminal that is back has so long to say by itself how far it has come. */
const backSeconds = 30

/**
 * Terminals are connected again that were restarting for an upgrade when they were heard of last: who has
 * lost what he was at is asked soon, not when the time of the upgrade is over.
 */
export async function askRestarted(
  client: Pick<pg.ClientBase, 'query'>,
  deviceIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'command.askRestarted',
    text: `with back as (
        select item.id from push_item item
          where item.device_id = any($1::uuid[]) and item.cmd = 'UPGRADE' and item.ended_at is null
            and item.state = 'RUNNING' and item.step in ('REBOOTING', 'NO_CONTACT')
          order by item.id for update)
      update push_item item set ask_at = least(item.ask_at, now() + make_interval(secs => $2::integer))
      from back where item.id = back.id`,
    values: [deviceIds, backSeconds],
  })
}

/** Has terminals asked for all that they have taken and not ended, as soon as they are there. */
export async function askAllTaken(client: pg.ClientBase): Promise<void> {
  await client.query(
    'update push_item set ask_at = now() where ended_at is null and state = any($1::text[])',
    [[...movesFrom.TIMEOUT, 'CANCELLING']],
  )
}
