import type pg from 'pg'
import type { ChangedItem } from './command.device.ts'
import { askAhead, movesFrom } from './command.rules.ts'
import type { Leaving } from './hold.rules.ts'

/** A command on its way to its terminal. */
export interface SendableItem extends ChangedItem, Leaving {
  readonly sn: string
  readonly args: Readonly<Record<string, unknown>>
  readonly attempt: number
  readonly messageId: string
  readonly publications: number
  readonly expiresAt: string
}

/** Which commands to look for. */
export type Wanted =
  | { readonly of: 'items'; readonly ids: readonly string[] }
  | { readonly of: 'devices'; readonly ids: readonly string[] }
  | { readonly of: 'due'; readonly after: SendableItem | null }

const conditions = {
  items: `item.id = any($1::uuid[]) and item.state = 'QUEUED'`,
  devices: `item.device_id = any($1::uuid[])`,
  // From where the page before ended: its items may have stayed as they were.
  due: `item.next_publish_at <= now() and ($1::uuid[] is null or (-item.priority, item.created_at, item.id) >
    (select -last.priority, last.created_at, last.id from push_item last where last.id = any($1::uuid[])))`,
} as const

/** States in which something is sent to the terminal: its task, or that it shall leave it be. */
const sentStates = `'QUEUED', 'PUBLISHED', 'DELIVERED', 'CANCELLING'`

const mayBeSent = `exists (select from device_online online join device on device.id = online.device_id
  where online.device_id = item.device_id and device.status = 1)`

/** Commands that are locked at once. */
export const batchSize = 500

/** The profile that an alias stands for where the terminal is: of its own organisation before those above it. */
const profileNamed = `coalesce((select jsonb_build_object('profile', key.reference)
  from organization here join organization above on above.path @> here.path
    join organization_key key on key.org_id = above.id and key.kind = 'RKI' and key.revoked_at is null
      and (key.expires_at is null or key.expires_at > now())
  where here.id = device.org_id and lower(key.alias) = lower(coalesce(item.args, push.args) ->> 'profile')
  order by nlevel(above.path) desc, key.created_at desc limit 1), '{}')`

/** Locks commands that wait for a terminal of this gateway; those another process works on are left out. */
export async function lockSendable(
  client: pg.ClientBase,
  wanted: Wanted,
  nodeId: string | null,
): Promise<SendableItem[]> {
  const { rows } = await client.query<SendableItem>({
    name: `command.sendable.${wanted.of}`,
    text: `select item.id, item.device_id as "deviceId", device.org_id as "orgId", device.sn, device.lifecycle,
        coalesce(item.sender_org_id, device.org_id) as "senderId", item.push_id as "pushId", item.sender_org_id as "pushOrgId",
        item.cmd, coalesce(item.args, push.args, '{}') || case item.cmd when 'RKI' then ${profileNamed} else '{}' end as args, item.attempt, item.state, item.message_id as "messageId", item.publications,
        item.expires_at as "expiresAt", push.state as "pushState", push.grace_until as "graceUntil",
        push.options -> 'window' as "window", (push.options ->> 'ratePerMinute')::integer as "ratePerMinute",
        case when item.waits_for in ('RATE', 'PACE') then item.next_publish_at end as "turnAt",
        coalesce(item.waits_for = 'BEFORE', false) as "isBehind",
        coalesce(item.args, push.args) #>> '{gate,inBlackout}' is not distinct from 'true' as "isInBlackout"
      from push_item item
        join device on device.id = item.device_id
        left join push on push.id = item.push_id
        join device_online online on online.device_id = item.device_id
      where ${conditions[wanted.of]}
        and item.ended_at is null and item.state in (${sentStates}) and item.expires_at > now()
        and device.status = 1
        and online.node_id is not distinct from $2::uuid
      order by item.priority desc, item.created_at, item.id limit ${batchSize}
      for update of item skip locked`,
    values: [wanted.of === 'due' ? wanted.after && [wanted.after.id] : wanted.ids, nodeId],
  })
  return rows
}

export interface Publication {
  readonly id: string
  readonly nextPublishAt: Date | null
}

/** Notes that commands go out now; one that is sent again keeps its state and its message id. */
export async function savePublished(
  client: pg.ClientBase,
  publications: readonly Publication[],
): Promise<void> {
  await client.query({
    name: 'command.published',
    text: `update push_item item
      set state = case when item.state = any($2::text[]) then 'PUBLISHED' else item.state end,
        published_at = coalesce(item.published_at, now()), publications = item.publications + 1,
        next_publish_at = sent."nextPublishAt", waits_for = null, waits_reason = null,
        ask_at = case when item.publications > 0 or item.state = 'CANCELLING' then item.ask_at
          else item.expires_at - least(make_interval(secs => ${askAhead.seconds}), (item.expires_at - now()) / ${askAhead.part}) end
      from jsonb_to_recordset($1::jsonb) as sent (id uuid, "nextPublishAt" timestamptz)
      where item.id = sent.id`,
    values: [JSON.stringify(publications), movesFrom.PUBLISHED],
  })
}

/** Ends commands whose secrets were sealed with a key that is lost: they have to be given anew. */
export async function endUnreadable(
  client: pg.ClientBase,
  items: readonly Pick<SendableItem, 'id'>[],
): Promise<void> {
  await client.query({
    name: 'command.unreadable',
    text: `update push_item set state = 'FAILED', code = 'C403', message = 'sealed with a key that is lost',
        ended_at = now(), next_publish_at = null
      where id = any($1::uuid[])`,
    values: [items.map(({ id }) => id)],
  })
}

/**
 * Commands whose message was taken from the outbox, and which did not go out. Where the terminal is
 * there, somebody else held them for a moment. Where it is not it may just be coming, unseen, in a
 * transaction that cannot see the command either: they are looked at once more when that one is over.
 * Answers those that somebody holds now: their messages wait on. Whoever calls this holds commands
 * already, and must wait for none: who has the others, as {@link unpark}, may be waiting for his.
 */
export async function lookAgain(
  client: pg.ClientBase,
  itemIds: readonly string[],
): Promise<string[]> {
  if (itemIds.length === 0) return []
  const { rows } = await client.query<{ id: string }>({
    name: 'command.lookAgain',
    text: `with waiting as materialized (select item.id from push_item item
          where item.id = any($1::uuid[]) and item.state = 'QUEUED' and item.next_publish_at is null),
        free as (select item.id from push_item item
          where item.id in (select waiting.id from waiting)
            and item.state = 'QUEUED' and item.next_publish_at is null
          for update skip locked),
        looked as (update push_item item set next_publish_at = now() + case
            when ${mayBeSent} then interval '0' else interval '30 seconds' end
          from free where item.id = free.id)
      select waiting.id from waiting where waiting.id not in (select free.id from free)`,
    values: [itemIds],
  })
  return rows.map(({ id }) => id)
}

/** Commands that are parked at once. */
export const parkSize = 1000

/** Locks commands that are due, but whose terminal is away or disabled. */
export async function lockUnsendable(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'command.unsendable',
    text: `select item.id from push_item item
      where item.next_publish_at <= now() and item.state in (${sentStates})
        and not ${mayBeSent}
      limit ${parkSize} for update of item skip locked`,
  })
  return rows.map(({ id }) => id)
}

/**
 * These commands are not due any more until their terminal comes or is enabled; a statement after
 * {@link lockUnsendable}, so that it sees who came before the lock. Who comes after it waits for it.
 */
export async function park(client: pg.ClientBase, itemIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'command.park',
    text: `update push_item item set next_publish_at = null,
        -- A turn that it was given is not kept for it.
        waits_for = case when item.waits_for in ('RATE', 'PACE') then null else item.waits_for end
      where item.id = any($1::uuid[]) and not ${mayBeSent}`,
    values: [itemIds],
  })
}

/**
 * Commands of terminals that came or were enabled are due in a moment. Usually the gateway sends
 * them before; but it may be lost with its gateway. All that are open are locked, also what is due
 * or will be: {@link park} may be about to say of them that nobody need look.
 */
export async function unpark(
  client: Pick<pg.ClientBase, 'query'>,
  deviceIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'command.unpark',
    text: `with open as materialized (
        select item.id, item.next_publish_at, item.state, item.waits_for from push_item item
          where item.device_id = any($1::uuid[]) and item.ended_at is null and item.state in (${sentStates})
          order by item.id for update)
      update push_item item set next_publish_at = now() + interval '3 seconds'
      from open where item.id = open.id
        and (open.next_publish_at is null or open.state = 'QUEUED' and open.waits_for is null)`,
    values: [deviceIds],
  })
}

/** The terminals' connections acknowledged these commands. */
export async function saveDelivered(
  client: pg.ClientBase,
  itemIds: readonly string[],
): Promise<ChangedItem[]> {
  const { rows } = await client.query<ChangedItem>({
    name: 'command.delivered',
    text: `update push_item item set delivered_at = now(),
        state = case when item.state = any($2::text[]) then 'DELIVERED' else item.state end
      from device
      where item.id = any($1::uuid[]) and item.delivered_at is null and device.id = item.device_id
      returning item.id, item.device_id as "deviceId", device.org_id as "orgId",
        item.push_id as "pushId", item.sender_org_id as "pushOrgId"`,
    values: [itemIds, movesFrom.DELIVERED],
  })
  return rows
}

/** A message to a terminal, taken from the outbox. */
export interface OutboxMessage {
  readonly sn: string
  readonly messageId: string
  readonly expiresAt: number
  readonly path: string
  readonly body: unknown
}

/** Messages that are taken from the outbox at once. */
export const claimSize = 500

/**
 * Takes messages from the outbox that this gateway can send. A command to a terminal that is absent or
 * disabled is taken too: its item waits for the terminal; other messages wait in the outbox until
 * they expire.
 */
export async function claimOutbox(
  client: pg.ClientBase,
  nodeId: string | null,
): Promise<OutboxMessage[]> {
  const { rows } = await client.query<{ payload: OutboxMessage }>({
    name: 'command.claimOutbox',
    text: `with claimed as (
        select waiting.id from outbox waiting
          left join device on device.sn = waiting.key
          left join device_online online on online.device_id = device.id
        where waiting.kind = 'device' and waiting.available_at <= now()
          and case when online.device_id is not null and (device.status = 1 or waiting.payload ->> 'path' = 'cmd')
              then online.node_id is not distinct from $1::uuid
            else waiting.payload ->> 'path' = 'cmd'
              or (waiting.payload ->> 'expiresAt')::float8 < extract(epoch from now()) * 1000 end
        order by waiting.id limit ${claimSize} for update of waiting skip locked)
      delete from outbox using claimed where outbox.id = claimed.id
      returning outbox.payload`,
    values: [nodeId],
  })
  return rows.map(({ payload }) => payload)
}

/** Puts messages back that were taken from the outbox: they are taken again in a moment. */
export async function putBack(
  client: pg.ClientBase,
  messages: readonly OutboxMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await client.query({
    name: 'command.putBack',
    text: `insert into outbox (kind, key, payload, available_at)
      select 'device', message.payload ->> 'sn', message.payload, now() + interval '1 second'
      from unnest($1::jsonb[]) as message (payload)`,
    values: [messages.map((message) => JSON.stringify(message))],
  })
}

/** How far waiting messages are counted. */
export const mostCounted = 10_000

/** How many messages wait in the outbox, counted no further than {@link mostCounted}. */
export async function outboxDepth(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ depth: number }>(
    `select count(*) as depth from (select 1 from outbox where outbox.kind = 'device' limit ${mostCounted}) waiting`,
  )
  return rows[0]?.depth ?? 0
}
