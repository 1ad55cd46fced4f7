import type pg from 'pg'
import { eventPlace, placeOfDevice } from '../event/eventPlace.ts'
import { keyedId } from '../keyedId.ts'
import type { EventRow } from './sortBatch.rules.ts'

/** Hours in which what is told under the same key is the same event. */
const knownHours = 48

/**
 * Keeps what terminals say has happened to them, each event once however often it is told: its id
 * comes from its key, and whoever stores another copy waits at the terminal's state, which every
 * message of a terminal locks first.
 */
export async function saveEvents(
  client: pg.ClientBase,
  events: readonly EventRow[],
): Promise<void> {
  const rows = events.map(({ deviceId, key, body }) => ({
    id: keyedId(deviceId, key),
    deviceId,
    code: body.code,
    severity: body.sev ?? null,
    isOver: body.over ?? false,
    data: body.data ?? {},
    happenedAt: body.at,
  }))
  await client.query({
    name: 'link.events',
    text: `insert into device_event (id, device_id, ${eventPlace}, code, severity, is_over, data, happened_at)
      select told.id, told."deviceId", ${placeOfDevice}, told.code, told.severity, told."isOver", told.data,
        to_timestamp(told."happenedAt" / 1000)
      from jsonb_to_recordset($1::jsonb) as told (id uuid, "deviceId" uuid, code text, severity text,
          "isOver" boolean, data jsonb, "happenedAt" float8)
        join device on device.id = told."deviceId"
      where not exists (select from device_event known where known.device_id = told."deviceId"
        and known.at > now() - interval '${knownHours} hours' and known.id = told.id)
      order by told."happenedAt"`,
    values: [JSON.stringify(rows)],
  })
}
