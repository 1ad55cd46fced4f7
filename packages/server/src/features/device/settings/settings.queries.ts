import { deviceMessages, type Fence, type SettingSource } from '@muster/contract'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { configurationOf, type Values, valuesOf, watchedValues } from './configuration.rules.ts'
import { fenceTold } from './fenceTold.ts'

const { configuration } = deviceMessages

export type Configuration = z.output<typeof configuration.body>

/** Somebody who says something about the settings of a terminal. */
export interface Layer {
  readonly source: Exclude<SettingSource, 'AGENT' | 'PARAMETER'>
  /** The profile, the organisation or the model; of the state of its life, the terminal. */
  readonly id: string
  readonly name: string
  /** Whose it is; of the platform's and of models nobody's. */
  readonly orgId: string | null
  /** Of a profile. */
  readonly revision: number | null
  readonly settings: Values
  /** Passwords of a profile, base64. */
  readonly sealed: string | null
}

/** The settings in force for a terminal, as it is told them; passwords only by {@link withPasswords}. */
export interface DeviceSettings {
  readonly sn: string
  /** One that is not is told nothing. */
  readonly isEnabled: boolean
  readonly configuration: Configuration
  /** Who says something, the nearest last. */
  readonly layers: readonly Layer[]
  /** What they say together: of each value what the nearest one says. */
  readonly values: Values
}

interface Row extends Pick<DeviceSettings, 'isEnabled'> {
  readonly id: string
  readonly sn: string
  readonly rev: number
  /** What holds where nobody says otherwise. */
  readonly usual: number
  readonly layers: readonly Layer[] | null
  /** Of its groups and of the terminal itself. */
  readonly own: readonly Layer[] | null
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
  /** The clock that the station goes by, where its fence asks for it. */
  readonly zone: string | null
  /** The platform finds it outside of the fence. */
  readonly isOutside: boolean
  readonly lifecycle: string
}

/** The access points for the organisation of a row named `place`, for those above it and for everybody. */
const endpoints = `(select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('kind', point.kind, 'url', point.url,
    'weight', point.weight, 'region', nullif(point.region, ''), 'ca', point.ca_fingerprint))
    order by point.kind, point.weight desc, point.url)
  from organization here join access_point point on point.org_id is null
    or point.org_id in (select over.id from organization over where over.path @> here.path)
  where here.id = place.org_id and point.status = 1 and point.deleted_at is null)`

/** Rows of `setting_layers` as documents, the nearest last. */
const asLayers = `jsonb_agg(jsonb_build_object('source', layer.source, 'id', layer.id, 'name', layer.name,
    'orgId', layer.org_id, 'revision', layer.revision, 'settings', layer.settings,
    'sealed', encode(layer.sealed, 'base64')) order by layer.rank, layer.id)`

const settingsSql = `with place as (select distinct device.org_id from device where device.id = any($1::uuid[])),
      told as (
        select place.org_id, max(greatest(above.settings_rev, own.settings_rev)) as rev,
          (array_agg(zone.zone_id order by nlevel(above.path) desc)
            filter (where zone.zone_id is not null))[1] as time_zone,
          ${endpoints} as endpoints
        from place join organization on organization.id = place.org_id
          join organization above on above.path @> organization.path
          left join organization_config own on own.org_id = above.id
          left join timezone zone on zone.id = above.timezone_id
        group by place.org_id),
      kind as (select distinct device.org_id, device.model_id from device where device.id = any($1::uuid[])),
      said as (
        select kind.*, (select ${asLayers} from setting_layers(kind.org_id, kind.model_id, null) layer) as layers,
          (select max(mark.settings_rev) from functional_mark mark where mark.target = any(array(
            select target.said from organization here join organization above on above.path @> here.path
              cross join lateral (values ('PLATFORM'), ('O' || above.id), ('M' || above.id || kind.model_id)) as target (said)
              where here.id = kind.org_id))) as rev
        from kind)
      select device.id, device.sn, device.status = 1 as "isEnabled", greatest(device.settings_rev, model.settings_rev, station.settings_rev, told.rev,
          said.rev, held.settings_rev, (select mark.settings_rev from functional_mark mark where mark.target = 'D' || device.id),
          (select max(regrouped.settings_rev) from settings_regrouped regrouped where regrouped.device_id = device.id),
          (select max(mark.settings_rev) from device_group_member member
            join functional_mark mark on mark.target = 'G' || member.group_id where member.device_id = device.id),
          (select settings_rev from parameter where key = 'device.heartbeat.seconds')) as rev,
        steered('device.heartbeat.seconds', $2) as usual, said.layers,
        case when exists (select from functional own where own.device_id = device.id)
          or exists (select from device_group_member member join functional own on own.group_id = member.group_id
            where member.device_id = device.id) then
          (select ${asLayers} from setting_layers(device.org_id, null, device.id) layer
            where layer.source in ('GROUP', 'DEVICE'))
        end as own,
        told.time_zone as "timeZone", told.endpoints,
        (select array_agg(code order by code) from dictionary
          where is_told and status = 1 and deleted_at is null) as dictionaries,
        case when station.status = 1 and station.deleted_at is null and is_fenced(device.lifecycle)
          and not exists (select from device_fence_exemption exemption where exemption.device_id = device.id)
          then station.fence end as fence, station.latitude, station.longitude,
        case when station.fence -> 'schedule' <> 'null' then station_zone(station.timezone_id, station.area_id) end as zone,
        coalesce(held.state = 'OUT', false) as "isOutside", device.lifecycle
      from device join model on model.id = device.model_id join told on told.org_id = device.org_id
        left join station on station.id = device.station_id
        left join device_fence held on held.device_id = device.id
        join said on said.org_id = device.org_id and said.model_id = device.model_id
      where device.id = any($1::uuid[])`

/**
 * The settings in force for these terminals, by the order of `setting_layers`. Asked once for each model of
 * an organisation, and once more for the terminals that have a profile of their own or of a group.
 */
export async function findSettings(
  pool: Pick<pg.Pool, 'query'>,
  deviceIds: readonly string[],
  heartbeatSeconds: number,
): Promise<DeviceSettings[]> {
  const { rows } = await pool.query<Row>({
    name: 'link.greetings',
    text: settingsSql,
    values: [deviceIds, heartbeatSeconds],
  })
  return rows.map(settingsOf)
}

function settingsOf({ sn, isEnabled, rev, usual, ...found }: Row): DeviceSettings {
  const { timeZone, endpoints, dictionaries } = found
  const fence = fenceTold(found)
  const layers = withLife(found, [...(found.layers ?? []), ...(found.own ?? [])], usual)
  const values = valuesOf(layers, usual)
  const place = {
    ...(timeZone && { timeZone }),
    ...(endpoints && { endpoints: some(endpoints) }),
    ...(dictionaries && { dictionaries: some(dictionaries) }),
    ...(found.lifecycle === 'SUSPENDED' && { payments: false }),
    ...(fence && { fence }),
  }
  const configuration = { rev, ...configurationOf(values, usual), ...place }
  return { sn, isEnabled, configuration, layers, values }
}

/** What the state of its life says comes last: it is nearer than anybody who sets something. */
function withLife(
  { id, lifecycle }: Pick<Row, 'id' | 'lifecycle'>,
  layers: Layer[],
  usual: number,
) {
  const settings = watchedValues(lifecycle, valuesOf(layers, usual))
  if (!settings) return layers
  const life = { id, name: lifecycle, orgId: null, revision: null, sealed: null }
  return [...layers, { ...life, source: 'LIFECYCLE' as const, settings }]
}

/** As many as a message has room for. */
const some = <T>(all: readonly T[]): T[] => all.slice(0, 50)

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

/** Which of these terminals are at the targets of these profiles, whether those are in force or not any more. */
export async function ofProfiles(
  pool: pg.Pool,
  deviceIds: readonly string[],
  profileIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with profile as (
        select profile.level, profile.model_id, profile.group_id, profile.device_id, owner.path
        from functional profile left join organization owner on owner.id = profile.org_id
        where profile.id = any($2::uuid[]))
      select device.id from device join organization own on own.id = device.org_id
      where device.id = any($1::uuid[]) and exists (select from profile
        where (profile.path is null or own.path <@ profile.path)
          and (profile.model_id is null or profile.model_id = device.model_id)
          and (profile.group_id is null or exists (select from device_group_member member
            where member.group_id = profile.group_id and member.device_id = device.id))
          and (profile.device_id is null or profile.device_id = device.id))`,
    [deviceIds, profileIds],
  )
  return rows.map(({ id }) => id)
}

/** Which of these terminals have not confirmed what they were marked for by their groups. */
export async function ofRegrouped(pool: pg.Pool, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select here.id from unnest($1::uuid[]) as here (id)
        join functional_mark mark on mark.target = 'D' || here.id
        left join device_state state on state.device_id = here.id
      where mark.settings_rev > coalesce(state.cfg_rev, 0)`,
    [deviceIds],
  )
  return rows.map(({ id }) => id)
}
