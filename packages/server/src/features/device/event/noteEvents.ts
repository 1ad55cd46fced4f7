import type { EventCode } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Something that happened to a terminal. */
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
  const rows = events.map(({ deviceId, code, data = {}, happenedAt = new Date() }) => ({
    device_id: deviceId,
    code,
    data,
    happened_at: happenedAt.toISOString(),
  }))
  await sql`insert into device_event (device_id, code, data, happened_at)
    select device_id, code, data, happened_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as told (device_id uuid, code text, data jsonb, happened_at timestamptz)`.execute(db)
}
