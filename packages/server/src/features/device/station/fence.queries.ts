import {
  type Fence,
  fenceAreaOf,
  type FenceState,
  type FenceTurn,
  type GeoPoint,
  type HeldFence,
  judgeFence,
  sideOf,
} from '@muster/contract'
import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { type DeviceEvent, noteEventsBy } from '../event/noteEvents.ts'
import { acts, countsFrom } from './fenceHours.ts'

/** Where a terminal says it is. */
export interface Seen extends GeoPoint {
  readonly deviceId: string
  /** Metres by which it may be wrong. */
  readonly accuracy: number
  /** Epoch milliseconds of the server's clock. */
  readonly at: number
}

interface Row {
  readonly deviceId: string
  readonly orgId: string
  readonly stationId: string
  readonly fence: Fence
  readonly latitude: number | null
  readonly longitude: number | null
  /** The clock that its station goes by. */
  readonly zone: string | null
  readonly state: FenceState | null
  /** Epoch milliseconds. */
  readonly since: number | null
  readonly turningSince: number | null
}

/**
 * Judges where terminals are by the fences of their stations, a whole batch in two statements.
 * Answers those that went from one side to the other.
 */
export async function judgeFences(
  client: pg.ClientBase,
  seen: readonly Seen[],
): Promise<Touched[]> {
  const places = new Map(seen.map((place) => [place.deviceId, place]))
  if (places.size === 0) return []
  const { rows } = await client.query<Row>({
    name: 'fence.judged',
    text: `with held as materialized (select * from device_fence where device_id = any($1::uuid[])
        order by device_id for update)
      select device.id as "deviceId", device.org_id as "orgId", station.id as "stationId", station.fence,
        station.latitude, station.longitude, held.state,
        case when station.fence -> 'schedule' <> 'null' then station_zone(station.timezone_id, station.area_id) end as zone, (extract(epoch from held.since) * 1000)::float8 as since,
        (extract(epoch from held.turning_since) * 1000)::float8 as "turningSince"
      from device join station on station.id = device.station_id
        left join held on held.device_id = device.id
      where device.id = any($1::uuid[]) and is_fenced(device.lifecycle) and device.deleted_at is null
        and station.fence is not null and station.status = 1 and station.deleted_at is null
        and not exists (select from device_fence_exemption exemption where exemption.device_id = device.id)`,
    values: [[...places.keys()]],
  })
  const known = rows.flatMap((row) => judgedOf(row, places.get(row.deviceId)))
  if (known.length > 0) await save(client, known)
  return tell(
    client,
    known.flatMap(({ row, turn, place }) =>
      turn ? [{ ...row, turn, place, isRetold: acts(row.fence) }] : [],
    ),
  )
}

interface Known {
  readonly row: Row
  readonly place: Seen
  readonly held: HeldFence
  readonly turn: FenceTurn | null
}

function judgedOf(row: Row, place: Seen | undefined): Known[] {
  const area = fenceAreaOf(row.fence, row)
  if (!area || !place) return []
  const side = sideOf(area, place, place.accuracy)
  if (side === null) return []
  const dwellMs = row.fence.dwellMinutes * 60_000
  const hours = { schedule: row.fence.schedule ?? null, zone: row.zone }
  const seen = {
    side,
    at: place.at,
    dwellMs,
    // Whoever comes back does so at any hour.
    ...(side === 'OUT' && { countsFrom: countsFrom(hours, place.at, dwellMs) }),
  }
  return [{ row, place, ...judgeFence(heldOf(row), seen) }]
}

const heldOf = ({ state, since, turningSince }: Row): HeldFence | null =>
  state && since !== null ? { state, since, turningSince } : null

async function save(client: pg.ClientBase, known: readonly Known[]): Promise<void> {
  const rows = known.map(({ row, held, turn }) => ({
    deviceId: row.deviceId,
    stationId: row.stationId,
    state: held.state,
    since: held.since,
    turningSince: held.turningSince,
    turnsAt:
      held.turningSince === null ? null : held.turningSince + row.fence.dwellMinutes * 60_000,
    isRetold: turn !== null && acts(row.fence),
  }))
  await client.query({
    name: 'fence.held',
    text: `insert into device_fence as known (device_id, station_id, state, since, turning_since, turns_at, settings_rev)
      select "deviceId", "stationId", state, to_timestamp(since / 1000),
        to_timestamp("turningSince" / 1000), to_timestamp("turnsAt" / 1000),
        case when "isRetold" then nextval('settings_rev') end
      from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, "stationId" uuid, state text,
        since float8, "turningSince" float8, "turnsAt" float8, "isRetold" boolean)
      order by 1
      on conflict (device_id) do update set station_id = excluded.station_id, state = excluded.state,
        since = excluded.since, turning_since = excluded.turning_since, turns_at = excluded.turns_at,
        settings_rev = coalesce(excluded.settings_rev, known.settings_rev)`,
    values: [JSON.stringify(rows)],
  })
}

interface Turned {
  readonly deviceId: string
  readonly orgId: string
  readonly stationId: string
  readonly turn: FenceTurn
  readonly place?: GeoPoint
  readonly isRetold: boolean
}

async function tell(client: pg.ClientBase, turned: readonly Turned[]): Promise<Touched[]> {
  const events = turned.map(
    ({ deviceId, stationId, turn, place }): DeviceEvent => ({
      deviceId,
      code: turn,
      data: {
        stationId,
        ...(place && { latitude: place.latitude, longitude: place.longitude }),
      },
    }),
  )
  await noteEventsBy(client, events)
  return turned.map(({ deviceId, orgId, isRetold }) => ({
    id: deviceId,
    orgId,
    ...(isRetold && { isRetold }),
  }))
}

interface Due extends Omit<Turned, 'turn'> {
  readonly state: FenceState
  readonly isJudged: boolean
}

/** Whether anybody still looks at where a terminal is: `device` beside its `station`. */
const isJudgedSql = `(is_fenced(device.lifecycle) and station.status = 1)`

/** {@link acts} of the fence of a row named `station`. */
const actsSql = `coalesce(station.fence ->> 'action' <> 'ALARM' or (station.fence -> 'blocksPayments')::boolean, false)`

/**
 * Terminals that were seen on the other side and have said nothing since: the dwell is over. So many
 * at a time, found by an index of those alone that are turning.
 */
export async function turnFences(client: pg.ClientBase): Promise<Touched[]> {
  const { rows } = await client.query<Due>(
    `with due as (select device_id from device_fence where turns_at <= now()
        order by device_id limit 1000 for update skip locked)
      update device_fence held set turning_since = null, turns_at = null,
        state = case when not ${isJudgedSql} then held.state when held.state = 'OUT' then 'IN' else 'OUT' end,
        since = case when not ${isJudgedSql} then held.since else held.turning_since end,
        settings_rev = case when ${actsSql} and ${isJudgedSql} then nextval('settings_rev') else held.settings_rev end
      from due join device on device.id = due.device_id
        join device_fence had on had.device_id = due.device_id join station on station.id = had.station_id
      where held.device_id = due.device_id
      returning held.device_id as "deviceId", device.org_id as "orgId", held.station_id as "stationId", held.state,
        ${isJudgedSql} as "isJudged", ${actsSql} as "isRetold"`,
  )
  return tell(
    client,
    rows
      .filter(({ isJudged }) => isJudged)
      .map(({ state, ...row }) => ({
        ...row,
        turn: state === 'OUT' ? ('FENCE_LEFT' as const) : ('FENCE_ENTERED' as const),
      })),
  )
}
