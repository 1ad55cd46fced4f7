import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../../../platform/transaction.ts'
import { expireItems, timeOutItems } from '../command/expiry.queries.ts'
import { holdBack } from '../command/holdBack.ts'
import { nextPublication } from '../command/command.rules.ts'
import {
  batchSize,
  lockSendable,
  lockUnsendable,
  park,
  parkSize,
  savePublished,
  type SendableItem,
  unpark,
} from '../command/publish.queries.ts'
import type { UpMessage } from '../envelope.rules.ts'
import { type Arrival, store } from '../ingest/ingest.ts'
import { endPushes } from '../push/endPushes.ts'
import { followPushes, type Store } from '../push/follow.ts'

/** A practice: its tables, which nobody else sees, and its clock. */
export interface PracticeStore extends Omit<Store, 'live'> {
  readonly pool: pg.Pool
}

/** Something that was to reach a terminal. */
export type PracticeItem = Pick<SendableItem, 'id' | 'deviceId' | 'args' | 'state' | 'attempt'>

type Told<K extends UpMessage['kind']> = Pick<Extract<UpMessage, { kind: K }>, 'kind' | 'body'>

/** What a copied terminal says, at a moment of the practice's clock. */
export interface PracticeWord {
  readonly deviceId: string
  readonly at: number
  /** Null: it is heard of, and says nothing. */
  readonly told: Told<'info'> | Told<'task'> | null
}

// Nobody is told of what is only tried.
const silent = { changed: () => undefined }

/** Takes the pushes of a practice on by what takes on all others. */
export async function followPractice(practice: PracticeStore): Promise<void> {
  await followPushes({ ...practice, live: silent })
  await inTransaction(practice.pool, endPushes)
}

/** Ends what nobody answered in time. */
export async function expirePractice({ pool }: PracticeStore): Promise<void> {
  await inTransaction(pool, async (client) => {
    await expireItems(client)
    await timeOutItems(client)
  })
}

/**
 * What would leave by now: through the gates, hours and paces of the link itself, up to where it is sent.
 * It is handed to the caller instead.
 */
export async function leaveInPractice({ pool, now }: PracticeStore): Promise<PracticeItem[]> {
  for (let parked = parkSize; parked === parkSize; )
    parked = await inTransaction(pool, async (client) => {
      const ids = await lockUnsendable(client)
      if (ids.length > 0) await park(client, ids)
      return ids.length
    })
  const left: PracticeItem[] = []
  let after: SendableItem | null = null
  for (let locked = batchSize; locked === batchSize; ) {
    const items: readonly SendableItem[] = await inTransaction(pool, async (client) => {
      const found = await lockSendable(client, { of: 'due', after }, null)
      const { leaving } = await holdBack(client, found, now())
      await savePublished(
        client,
        leaving.map(({ id, publications }) => ({
          id,
          nextPublishAt: nextPublication(publications + 1, now()),
        })),
      )
      left.push(...leaving)
      return found
    })
    after = items.at(-1) ?? null
    locked = items.length
  }
  return left
}

/** Stores what copied terminals say, as the link stores what terminals say. */
export async function hearInPractice(
  { pool, now }: PracticeStore,
  words: readonly PracticeWord[],
): Promise<void> {
  for (let at = 0; at < words.length; at += batchSize)
    await store({ pool, now }, words.slice(at, at + batchSize).map(arrivalOf), { nodeId: null })
}

function arrivalOf({ deviceId, at, told }: PracticeWord): Arrival {
  const done = () => undefined
  if (told === null) return { kind: 'polled', deviceId, at, done }
  const message = { ...told, id: randomUUID(), ts: at, asks: false }
  return { kind: 'up', deviceId, sn: deviceId, arrivalId: randomUUID(), at, message, done }
}

/** Brings copied terminals on line, or lets them go. */
export async function meetInPractice(
  { pool }: PracticeStore,
  { come, gone }: { readonly come: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('delete from device_online where device_id = any($1::uuid[])', [gone])
    await client.query(
      `insert into device_online (device_id, session_id, since, org_id, model_id)
        select id, gen_random_uuid(), now(), org_id, model_id from device where id = any($1::uuid[])
        on conflict do nothing`,
      [come],
    )
    await client.query(
      `insert into device_state (device_id, last_seen_at) select unnest($1::uuid[]), now()
        on conflict (device_id) do update set last_seen_at = excluded.last_seen_at`,
      [[...come, ...gone]],
    )
    if (come.length > 0) await unpark(client, come)
  })
}
