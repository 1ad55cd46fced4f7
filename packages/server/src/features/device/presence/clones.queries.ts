import type pg from 'pg'
import { eventPlace, placeOfDevice } from '../event/eventPlace.ts'
import type { SortedBatch } from '../ingest/sortBatch.rules.ts'

/** Terminals of a batch whose connection was taken over, from another address as far as is known. */
export function contestedIn(
  { passed, closed }: Pick<SortedBatch, 'passed' | 'closed'>,
  entered: readonly { readonly id: string; readonly isContested?: boolean | null }[],
): string[] {
  const takenOver = [...passed, ...closed].filter(({ reason }) => reason === 'takeover')
  const contested = entered.filter(({ isContested }) => isContested === true)
  return [
    ...new Set([...takenOver.map(({ deviceId }) => deviceId), ...contested.map(({ id }) => id)]),
  ]
}

/**
 * Suspects a clone where two fight for one identity: within ten minutes a connection took over from
 * one of another address, and that address took over again, at least twice. An address that changes,
 * as those of mobile networks do, comes not back in turns. Told once a minute at the most.
 */
export async function noteClones(
  client: pg.ClientBase,
  deviceIds: readonly string[],
): Promise<void> {
  if (deviceIds.length === 0) return
  await client.query({
    name: 'link.clones',
    text: `with recent as (
        select session.device_id, session.ip, session.connected_at,
          lag(session.ip) over way as before, lag(session.ip, 2) over way as twice_before,
          lag(session.reason) over way as reason_before
        from device_session session
        where session.device_id = any($1::uuid[]) and session.connected_at > now() - interval '10 minutes'
        window way as (partition by session.device_id order by session.connected_at)),
      fought as (
        select device_id, count(*) as times, array_agg(distinct ip) as addresses from recent
        where reason_before = 'takeover' and ip = twice_before and ip <> before
        group by 1 having count(*) >= 2)
      insert into device_event (device_id, ${eventPlace}, code, source, data, happened_at)
        select fought.device_id, ${placeOfDevice}, 'CLONE_SUSPECTED', 'PLATFORM', jsonb_build_object('times', fought.times,
          'addresses', array_to_string(fought.addresses, ', ')), now()
        from fought join device on device.id = fought.device_id where not exists (select from device_event told where told.device_id = fought.device_id
          and told.code = 'CLONE_SUSPECTED' and told.at > now() - interval '1 minute')`,
    values: [deviceIds],
  })
}
