import { deviceMessages, type Fence, type OrganizationSettings } from '@muster/contract'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { fenceTold } from './fenceTold.rules.ts'

const { configuration } = deviceMessages

export type Configuration = z.output<typeof configuration.body>

/** The settings in force for a terminal, as it is told them. */
export interface DeviceSettings {
  readonly sn: string
  /** One that is not is told nothing. */
  readonly isEnabled: boolean
  readonly configuration: Configuration
}

interface Row extends Pick<DeviceSettings, 'isEnabled'> {
  readonly sn: string
  readonly rev: number
  /** Of the model, else what holds where nobody says otherwise. */
  readonly usual: number
  readonly settings: Partial<OrganizationSettings> | null
  /** Of the nearest organisation on the way up that has one. */
  readonly timeZone: string | null
  /** Access points for its organisation, those above it and everybody. */
  readonly endpoints: readonly deviceMessages.Endpoint[] | null
  /** Codes of the dictionaries that terminals keep. */
  readonly dictionaries: readonly string[] | null
  /** Of its station, unless it may leave it. */
  readonly fence: Fence | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** The access points for the organisation of a row named `place`, for those above it and for everybody. */
const endpoints = `(select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', point.kind, 'url', point.url,
    'weight', point.weight, 'region', nullif(point.region, ''), 'ca', point.ca_fingerprint))
    order by point.kind, point.weight desc, point.url)
  from organization here join access_point point on point.org_id is null
    or point.org_id in (select over.id from organization over where over.path @> here.path)
  where here.id = place.org_id and point.status = 1 and point.deleted_at is null)`

/** The settings in force for these terminals: their organisation's, else their model's, else the server's. */
export async function findSettings(
  pool: Pick<pg.Pool, 'query'>,
  deviceIds: readonly string[],
  heartbeatSeconds: number,
): Promise<DeviceSettings[]> {
  const { rows } = await pool.query<Row>({
    name: 'link.greetings',
    text: `with place as (select distinct device.org_id from device where device.id = any($1::uuid[])),
      told as (
        select place.org_id, max(greatest(above.settings_rev, own.settings_rev)) as rev,
          (select setting.settings from organization_setting setting
            where setting.org_id = place.org_id) as settings,
          (array_agg(zone.zone_id order by nlevel(above.path) desc)
            filter (where zone.zone_id is not null))[1] as time_zone,
          ${endpoints} as endpoints
        from place join organization on organization.id = place.org_id
          join organization above on above.path @> organization.path
          left join organization_config own on own.org_id = above.id
          left join timezone zone on zone.id = above.timezone_id
        group by place.org_id)
      select device.sn, device.status = 1 as "isEnabled", greatest(device.settings_rev, model.settings_rev, station.settings_rev, told.rev, (select settings_rev from parameter
          where key = 'device.heartbeat.seconds')) as rev,
        coalesce(model.heartbeat_seconds, steered('device.heartbeat.seconds', $2)) as usual, told.settings,
        told.time_zone as "timeZone", told.endpoints,
        (select array_agg(code order by code) from dictionary
          where is_told and status = 1 and deleted_at is null) as dictionaries,
        case when station.status = 1 and station.deleted_at is null
          and not exists (select from device_fence_exemption exemption where exemption.device_id = device.id)
          then station.fence end as fence, station.latitude, station.longitude
      from device join model on model.id = device.model_id join told on told.org_id = device.org_id
        left join station on station.id = device.station_id
      where device.id = any($1::uuid[])`,
    values: [deviceIds, heartbeatSeconds],
  })
  return rows.map(settingsOf)
}

function settingsOf({ sn, isEnabled, rev, usual, settings, ...found }: Row): DeviceSettings {
  const { timeZone, endpoints, dictionaries } = found
  const fence = fenceTold(found)
  const place = {
    ...(timeZone && { timeZone }),
    ...(endpoints && { endpoints: some(endpoints) }),
    ...(dictionaries && { dictionaries: some(dictionaries) }),
    ...(fence && { fence }),
  }
  const configuration = { rev, ...configurationOf(settings ?? {}, usual), ...place }
  return { sn, isEnabled, configuration }
}

/** As many as a message has room for. */
const some = <T>(all: readonly T[]): T[] => all.slice(0, 50)

/** What of an organisation's settings a terminal acts on. */
function configurationOf(
  settings: Partial<OrganizationSettings>,
  otherwise: number,
): Omit<Configuration, 'rev' | 'timeZone' | 'endpoints' | 'dictionaries' | 'fence'> {
  const { heartbeatSeconds, locationMinutes, maintenance, storeVisible, launcher } = settings
  return {
    heartbeatSeconds: heartbeatSeconds ?? otherwise,
    ...(locationMinutes && { locationSeconds: locationMinutes * 60 }),
    ...(maintenance && { maintenance }),
    ...(typeof storeVisible === 'boolean' && { storeVisible }),
    ...(launcher && { launcher }),
  }
}

/** Whether one of these parameters is the interval that terminals keep where nobody says otherwise. */
export async function hasUsualBeatChanged(
  pool: pg.Pool,
  parameterIds: readonly string[],
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from parameter where key = 'device.heartbeat.seconds'
      and (id = any($1::uuid[]) or cardinality($1::uuid[]) = 0)`,
    [parameterIds],
  )
  return rowCount === 1
}

/** Which of these terminals are of these models. */
export async function ofModels(
  pool: pg.Pool,
  deviceIds: readonly string[],
  modelIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select device.id from device where device.id = any($1::uuid[]) and device.model_id = any($2::uuid[])`,
    [deviceIds, modelIds],
  )
  return rows.map(({ id }) => id)
}

/** Which of these terminals are of these organisations, or of those below them. */
export async function ofOrganizations(
  pool: pg.Pool,
  deviceIds: readonly string[],
  orgIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select device.id from device join organization own on own.id = device.org_id
      where device.id = any($1::uuid[]) and own.path <@ array(
        select above.path from organization above where above.id = any($2::uuid[]))`,
    [deviceIds, orgIds],
  )
  return rows.map(({ id }) => id)
}

/** Which of these terminals are at these stations. */
export async function ofStations(
  pool: pg.Pool,
  deviceIds: readonly string[],
  stationIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select device.id from device where device.station_id = any($2::uuid[]) and device.id = any($1::uuid[])`,
    [deviceIds, stationIds],
  )
  return rows.map(({ id }) => id)
}
