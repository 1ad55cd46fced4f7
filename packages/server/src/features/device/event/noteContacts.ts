import type { EventCode } from '@muster/contract'
import type pg from 'pg'
import { eventPlace, placeOfDevice } from './eventPlace.ts'

/** A terminal that was heard of although it should not, or that was missed. */
export interface Contact {
  readonly deviceId: string
  readonly code: Extract<EventCode, 'UNAUTHORISED_CONTACT' | 'LOST_CONTACT'>
  readonly ip: string | null
}

/**
 * Keeps who was heard of, of each terminal once an hour: whoever is refused tries again all the
 * time. The index of events by terminal answers what was kept before.
 */
export async function noteContacts(
  client: Pick<pg.ClientBase, 'query'>,
  contacts: readonly Contact[],
): Promise<void> {
  if (contacts.length === 0) return
  await client.query({
    name: 'event.contacts',
    text: `insert into device_event (device_id, ${eventPlace}, code, source, data, happened_at)
      select distinct on (told."deviceId", told.code) told."deviceId", ${placeOfDevice}, told.code, 'PLATFORM',
        jsonb_strip_nulls(jsonb_build_object('ip', told.ip)), now()
      from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, code text, ip text)
        join device on device.id = told."deviceId"
      where not exists (select from device_event recent where recent.device_id = told."deviceId"
        and recent.at > now() - interval '1 hour' and recent.code = told.code)`,
    values: [JSON.stringify(contacts)],
  })
}
