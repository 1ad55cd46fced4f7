import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { isHeld, isWanted } from './artifact.queries.ts'
import type { Download } from './download.queries.ts'

/** Seconds that a slot is held without being read by. */
export const leaseSeconds = 60

export interface SlotRules {
  /** Terminals of one organisation, and of one station, that may read at a time. */
  readonly organization: number
  readonly station: number
}

/** A download that its token found; null as lease: all slots are taken. */
export interface Taken extends Download {
  readonly lease: string | null
}

interface Row extends Download {
  readonly token: string
  readonly lease: string
  readonly hasSlot: boolean
  readonly isHeld: boolean
}

/** Those that this place's slots are asked for, and as many free slots that nobody else is taking. */
const grantedOf = (asked: string, limit: string) => `
  select one.place_id, slot.nth, one.item_id, one.lease
  from (select *, row_number() over (partition by place_id order by item_id) as turn from ${asked}) as one
    join (select place_id, nth, row_number() over (partition by place_id order by nth) as turn
      from (select place_id, count(*) as wanted from ${asked} group by place_id) as place
        cross join lateral (select nth from download_slot free
          where free.place_id = place.place_id and free.nth < ${limit} and free.lease_until <= now()
          limit place.wanted for update skip locked) as free
    ) as slot using (place_id, turn)`

const takeSql = `
  with asked as materialized (select encode(given.hash, 'hex') as token, given.lease, download.item_id,
      download.org_id, download.station_id, sha256, bytes, name, expires_at <= now() as is_over,
      ${isWanted} as is_wanted, ${isHeld} as is_held
    from unnest($1::bytea[], $2::uuid[]) as given (hash, lease)
      cross join (select set_config('synchronous_commit', 'off', true)) as quick
      join download on download.token_hash = given.hash),
  reading as materialized (select * from asked where is_wanted and not is_over and not is_held),
  own as materialized (select slot.place_id, slot.nth, slot.item_id, reading.lease
    from reading join download_slot slot on slot.item_id = reading.item_id
      and slot.place_id in (reading.org_id, reading.station_id) and slot.lease_until > now()),
  at_station as materialized (select station_id as place_id, item_id, lease from reading
    where station_id is not null and (station_id, item_id) not in (select place_id, item_id from own)),
  of_station as materialized (${grantedOf('at_station', '$4')}),
  at_organization as materialized (select org_id as place_id, item_id, lease from reading
    where (org_id, item_id) not in (select place_id, item_id from own)
      and (station_id is null or (station_id, item_id) in
        (select place_id, item_id from own union all select place_id, item_id from of_station))),
  of_organization as materialized (${grantedOf('at_organization', '$3')}),
  held as materialized (select reading.item_id from reading where (org_id, item_id) in
    (select place_id, item_id from own union all select place_id, item_id from of_organization)
    and (station_id is null or (station_id, item_id) in
      (select place_id, item_id from own union all select place_id, item_id from of_station))),
  taken as (update download_slot slot set item_id = one.item_id, lease_id = one.lease,
      lease_until = now() + make_interval(secs => ${leaseSeconds})
    from (select * from own union all select * from of_station union all select * from of_organization) as one
    where slot.place_id = one.place_id and slot.nth = one.nth
      and one.item_id in (select item_id from held)),
  noted as (update download set requests = requests + 1, read_at = now()
    where item_id in (select item_id from held))
  select token, lease, item_id as "itemId", org_id as "orgId", station_id as "stationId", sha256, bytes,
    name, is_over as "isOver", is_wanted as "isWanted", is_held as "isHeld",
    item_id in (select item_id from held) as "hasSlot"
  from asked`

/** Finds downloads by their tokens and takes a slot for each, or goes on with its own. */
export async function takeSlots(
  pool: pg.Pool,
  tokenHashes: readonly Buffer[],
  rules: SlotRules,
): Promise<ReadonlyMap<string, Taken>> {
  const rows = await take(pool, tokenHashes, rules)
  const missed = rows.filter((one) => one.isWanted && !one.isOver && !one.isHeld && !one.hasSlot)
  const isMore = missed.length > 0 && (await addSlots(pool, missed, rules))
  const again = missed.map(({ token }) => Buffer.from(token, 'hex'))
  const late = isMore ? await take(pool, again, rules) : []
  return new Map(
    [...rows, ...late].map(({ token, lease, hasSlot, ...download }) => [
      token,
      { ...download, lease: hasSlot ? lease : null },
    ]),
  )
}

async function take(pool: pg.Pool, hashes: readonly Buffer[], rules: SlotRules): Promise<Row[]> {
  const leases = hashes.map(() => randomUUID())
  const { rows } = await pool.query<Row>({
    name: 'delivery.slots',
    text: takeSql,
    values: [hashes, leases, rules.organization, rules.station],
  })
  return rows
}

/** Adds slots where fewer are there than may be; false: there are as many. */
async function addSlots(
  pool: pg.Pool,
  missed: readonly Download[],
  rules: SlotRules,
): Promise<boolean> {
  const organizations = missed.map(({ orgId }) => orgId)
  const stations = missed.flatMap(({ stationId }) => stationId ?? [])
  const { rowCount } = await pool.query({
    name: 'delivery.moreSlots',
    text: `insert into download_slot (place_id, nth)
      select place.id, more.nth
      from (select id, count(*) as wanted, $3::bigint as most from unnest($1::uuid[]) as id group by id
          union all select id, count(*), $4::bigint from unnest($2::uuid[]) as id group by id) as place
        cross join lateral (select coalesce(max(nth) + 1, 0) as there from download_slot
          where place_id = place.id) as has
        cross join lateral generate_series(has.there, least(has.there + place.wanted, place.most) - 1)
          as more (nth)
      order by 1, 2
      on conflict do nothing`,
    values: [organizations, stations, rules.organization, rules.station],
  })
  return (rowCount ?? 0) > 0
}

/** What a request has read by its slot. */
export interface Reading {
  readonly itemId: string
  readonly lease: string
  /** Bytes since it said so last. */
  readonly bytes: number
}

const columnsOf = (readings: readonly Reading[]) => [
  readings.map(({ itemId }) => itemId),
  readings.map(({ lease }) => lease),
  readings.map(({ bytes }) => bytes),
]

const readSql = `with given as (select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])
      as given (item_id, lease, bytes) order by item_id),
    counted as (update download set served_bytes = served_bytes + own.bytes, read_at = now()
      from (select item_id, sum(bytes) as bytes from given group by item_id) as own
      where download.item_id = own.item_id
      returning download.item_id)`

/** Holds slots on, as long as they are read by; answers the leases that nobody else has taken over, of items that go on. */
export async function renewSlots(
  pool: pg.Pool,
  readings: readonly Reading[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ lease: string }>({
    name: 'delivery.renew',
    text: `${readSql}, held as (update download_slot slot
        set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from given where slot.item_id = given.item_id and slot.lease_id = given.lease
        returning slot.item_id, slot.lease_id)
      select distinct held.lease_id as lease from held join push_item item on item.id = held.item_id
        where item.ended_at is null`,
    values: columnsOf(readings),
  })
  return new Set(rows.map(({ lease }) => lease))
}

/** Gives slots back; of one that another request has taken over only the bytes are counted. */
export async function freeSlots(pool: pg.Pool, readings: readonly Reading[]): Promise<void> {
  await pool.query({
    name: 'delivery.free',
    text: `${readSql} update download_slot slot set item_id = null, lease_id = null, lease_until = now()
        from given where slot.item_id = given.item_id and slot.lease_id = given.lease`,
    values: columnsOf(readings),
  })
}

/** Counts what another program was told to send; its slot lasts for its lease. */
export async function countRedirected(pool: pg.Pool, itemId: string, bytes: number): Promise<void> {
  await pool.query({
    name: 'delivery.redirected',
    text: 'update download set served_bytes = served_bytes + $2 where item_id = $1',
    values: [itemId, bytes],
  })
}

/** Forgets the slots of places where nobody has read for a day. */
export async function forgetSlots(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from download_slot where place_id in (select place_id from download_slot
    group by place_id having max(lease_until) < now() - interval '1 day')`)
}
