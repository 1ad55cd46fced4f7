import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import type { Habits } from './twin.rules.ts'

type Db = Kysely<DB>

/** Days of connections from which a terminal's hours are told. */
const daysLookedAt = 7
/** Days of upgrades from which is told how they go. */
const upgradeDays = 180

interface Row {
  readonly deviceId: string
  readonly sn: string
  readonly firmware: string | null
  readonly agentVersion: string | null
  readonly zone: string
  readonly network: string | null
  readonly battery: number | null
  readonly isCharging: boolean | null
  readonly kbps: number | null
  readonly modelId: string
  readonly hours: readonly (number | null)[] | null
  readonly isOnline: boolean
}

/** `told`: in which share of each hour of the day those in `wanted` are on line. */
const hoursTold = sql`spans as (select session.device_id, greatest(session.connected_at, now() - make_interval(days => ${daysLookedAt})) as since,
        coalesce(session.disconnected_at, now()) as until
      from device_session session join wanted on wanted.id = session.device_id
      where coalesce(session.disconnected_at, now()) > now() - make_interval(days => ${daysLookedAt})),
    stretches as (select spans.device_id, extract(hour from hour at time zone 'UTC')::integer as hour,
        extract(epoch from least(spans.until, hour + interval '1 hour') - greatest(spans.since, hour)) as seconds
      from spans cross join lateral generate_series(date_trunc('hour', spans.since), spans.until, interval '1 hour') as hour),
    -- As long as it has been known, no longer: who came yesterday was not away for the week before.
    known as (select device.id as device_id, greatest(coalesce(device.activated_at, device.created_at),
        now() - make_interval(days => ${daysLookedAt})) as since
      from wanted join device on device.id = wanted.id where exists (select from spans where spans.device_id = device.id)),
    observed as (select device_id, extract(hour from hour at time zone 'UTC')::integer as hour,
        sum(extract(epoch from least(now(), hour + interval '1 hour') - greatest(since, hour))) as seconds
      from known cross join lateral generate_series(date_trunc('hour', since), now(), interval '1 hour') as hour
      group by 1, 2),
    there as (select device_id, hour, sum(seconds) as seconds from stretches group by 1, 2),
    usual as (select known.device_id, least(1, (select sum(seconds) from there where there.device_id = known.device_id)
        / nullif((select sum(seconds) from observed where observed.device_id = known.device_id), 0)) as share from known),
    -- An hour of the day that it has not lived through yet is as its others.
    told as (select usual.device_id, array_agg(case when observed.seconds > 0
        then least(1, coalesce(there.seconds, 0) / observed.seconds) else usual.share end::float8 order by at) as hours
      from usual cross join generate_series(0, 23) as at
        left join observed on observed.device_id = usual.device_id and observed.hour = at
        left join there on there.device_id = usual.device_id and there.hour = at group by 1)`

/** What is known of each of some terminals: when it is on line, how fast it is, how full its battery is. */
export async function habitsOf(db: Db, ids: readonly string[]): Promise<Habits[]> {
  const { rows } =
    await sql<Row>`with wanted as materialized (select unnest(${[...ids]}::uuid[]) as id),
    ${hoursTold},
    speeds as (select item.device_id, percentile_cont(0.5) within group (order by item.kbps) as kbps
      from push_item item join wanted on wanted.id = item.device_id
      where item.kbps > 0 and item.id >= uuid7_from(now() - make_interval(days => ${upgradeDays})) group by 1)
    select device.id as device_id, device.sn, device.firmware, device.agent_version, device.model_id, state.network_type as network, state.battery, state.is_charging,
      speeds.kbps::float8 as kbps, told.hours, online.device_id is not null as is_online,
      coalesce((select zone.zone_id from organization place join organization above on above.path @> place.path
        join timezone zone on zone.id = above.timezone_id where place.id = device.org_id
        order by nlevel(above.path) desc limit 1), 'UTC') as zone
    from wanted join device on device.id = wanted.id
      left join device_state state on state.device_id = device.id
      left join device_online online on online.device_id = device.id
      left join told on told.device_id = device.id left join speeds on speeds.device_id = device.id
    order by device.id`.execute(db)
  const models = await modelsOf(db, [...new Set(rows.map(({ modelId }) => modelId))])
  return rows.map(({ hours, isOnline, modelId, ...row }) => ({
    ...row,
    // Who has no past that tells stays as he is.
    hours:
      hours?.map((share) => share ?? 0) ?? Array.from({ length: 24 }, () => (isOnline ? 1 : 0)),
    ...(models.get(modelId) ?? unknownModel),
  }))
}

type OfModel = Pick<Habits, 'installMinutes' | 'failures' | 'badShare'>

/** Of a model of which nothing is known: as most are. */
const unknownModel: OfModel = {
  installMinutes: 8,
  failures: [{ code: 'I201', share: 0.01 }],
  badShare: 0.002,
}

/** How upgrades have gone on models until now. What was seen seldom is believed a little. */
async function modelsOf(
  db: Db,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, OfModel>> {
  const { rows } = await sql<{
    modelId: string
    ended: number
    minutes: number | null
    failures: { code: string; count: number }[]
  }>`with past as materialized (select item.at_model as model_id, item.state, item.code,
        extract(epoch from item.ended_at - item.acked_at) / 60 as minutes
      from push_item item where item.cmd = 'UPGRADE' and item.at_model = any(${[...modelIds]}::uuid[])
        and item.id >= uuid7_from(now() - make_interval(days => ${upgradeDays})) and item.ended_at is not null
        and item.acked_at is not null order by item.id desc limit 50000),
    bad as (select model_id, code, count(*)::integer as count from past where state in ('FAILED', 'TIMEOUT') and code is not null group by 1, 2)
    select past.model_id, count(*)::integer as ended,
      (percentile_cont(0.5) within group (order by past.minutes) filter (where past.state = 'SUCCESS'))::float8 as minutes,
      coalesce((select jsonb_agg(jsonb_build_object('code', bad.code, 'count', bad.count) order by bad.code)
        from bad where bad.model_id = past.model_id), '[]') as failures
    from past group by 1`.execute(db)
  return new Map(
    rows.map(({ modelId, ended, minutes, failures }) => [
      modelId,
      {
        installMinutes: Math.min(120, Math.max(2, minutes ?? unknownModel.installMinutes)),
        badShare: unknownModel.badShare,
        failures: [
          ...failures.map(({ code, count }) => ({ code, share: count / (ended + 100) })),
          { code: 'I201', share: 1 / (ended + 100) },
        ],
      },
    ]),
  )
}
