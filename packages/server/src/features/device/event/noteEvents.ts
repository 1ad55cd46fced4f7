import type { EventCode } from '@muster/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Context } from '../../../kit/context.ts'
import { eventPlace, placeOfDevice } from './eventPlace.ts'

/** Something that the server found has happened to a terminal. */
export interface DeviceEvent {
  readonly deviceId: string
  readonly code: EventCode
  readonly data?: Readonly<Record<string, unknown>>
  /** When it happened; without it, now. */
  readonly happenedAt?: Date
}

/** Keeps what happened to terminals, in the transaction in which it was found. */
export async function noteEvents(
  { db }: Pick<Context, 'db'>,
  events: readonly DeviceEvent[],
): Promise<void> {
  if (events.length === 0) return
  await sql`${sql.raw(insert)} (${rowsOf(events)}::jsonb) ${sql.raw(columns)}`.execute(db)
}

/** The same in a transaction of the ingest. */
export async function noteEventsBy(
  client: pg.ClientBase,
  events: readonly DeviceEvent[],
): Promise<void> {
  if (events.length === 0) return
  await client.query({
    name: 'device.events',
    text: `${insert} ($1::jsonb) ${columns}`,
    values: [rowsOf(events)],
  })
}

const insert = `insert into device_event (device_id, ${eventPlace}, code, source, data, happened_at)
  select told.device_id, ${placeOfDevice}, told.code, 'PLATFORM', told.data, coalesce(told.happened_at, now())
  from jsonb_to_recordset`
const columns = `as told (device_id uuid, code text, data jsonb, happened_at timestamptz)
  join device on device.id = told.device_id`

const rowsOf = (events: readonly DeviceEvent[]): string =>
  JSON.stringify(
    events.map(({ deviceId, code, data = {}, happenedAt = null }) => ({
      device_id: deviceId,
      code,
      data,
      happened_at: happenedAt?.toISOString() ?? null,
    })),
  )
