import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { days } from './demoMonth.ts'

type Db = Kysely<DB>

/** A version that terminals came to, or ran when the month began. */
interface Come {
  readonly kind: 'FIRMWARE' | 'AGENT' | 'SP' | 'KERNEL' | 'PATCH'
  /** Only terminals of this model. */
  readonly model?: string
  readonly version: string
  /** Of a hundred terminals so many have come to it by now, between these days ago. */
  readonly percent: number
  readonly from: number
  readonly to: number
}

const before = { percent: 100, from: days, to: days }

/** One kind and model after the other, the oldest first; the newest of some are still on their way. */
const comes: readonly Come[] = [
  { kind: 'FIRMWARE', model: 'aurora-a8', version: 'aurora-a8-4.1.7', ...before },
  {
    kind: 'FIRMWARE',
    model: 'aurora-a8',
    version: 'aurora-a8-4.2.3',
    percent: 92,
    from: 25,
    to: 9,
  },
  { kind: 'FIRMWARE', model: 'aurora-mini', version: 'aurora-mini-5.2.8', ...before },
  {
    kind: 'FIRMWARE',
    model: 'aurora-mini',
    version: 'aurora-mini-6.0.0',
    percent: 55,
    from: 6,
    to: 1,
  },
  {
    kind: 'FIRMWARE',
    model: 'aurora-mini',
    version: 'aurora-mini-6.1.0',
    percent: 10,
    from: 1,
    to: 1,
  },
  { kind: 'FIRMWARE', model: 'cedar-c2', version: 'cedar-c2-2.3.9', ...before },
  { kind: 'FIRMWARE', model: 'cedar-c2', version: 'cedar-c2-2.4.1', percent: 70, from: 20, to: 4 },
  { kind: 'AGENT', version: '3.0.70', ...before },
  { kind: 'AGENT', version: '3.0.72', percent: 85, from: 28, to: 16 },
  { kind: 'AGENT', version: '3.0.73', percent: 65, from: 12, to: 1 },
  { kind: 'PATCH', version: '2026-06-05', ...before },
  { kind: 'PATCH', version: '2026-09-05', percent: 75, from: 24, to: 2 },
  { kind: 'SP', model: 'aurora-a8', version: 'sp-4.1', ...before },
  { kind: 'SP', model: 'aurora-mini', version: 'sp-5.1', ...before },
  { kind: 'SP', model: 'cedar-c2', version: 'sp-2.1', ...before },
  { kind: 'KERNEL', model: 'aurora-a8', version: 'emv-4.4', ...before },
  { kind: 'KERNEL', model: 'aurora-mini', version: 'emv-4.5', ...before },
  { kind: 'KERNEL', model: 'cedar-c2', version: 'emv-4.2', ...before },
]

/**
 * What the demo's terminals have run within the month, night by night: some versions are everywhere by
 * now, others are on their way. Those that wait in their boxes have told nothing yet.
 */
export async function makeDemoRuns(db: Db): Promise<void> {
  await planRuns(db)
  await sql`update device set firmware = told.firmware, agent_version = told.agent
    from (select device_id, max(version) filter (where kind = 'FIRMWARE') as firmware,
        max(version) filter (where kind = 'AGENT') as agent
      from demo_run where until is null group by 1) as told
    where told.device_id = device.id`.execute(db)
  await sql`insert into device_part (device_id, kind, value)
    select device_id, kind, version from demo_run where until is null and kind in ('SP', 'KERNEL', 'PATCH')`.execute(
    db,
  )
  await sql`insert into device_event (device_id, sn, org_id, vendor_id, model_id, code, source, data, happened_at, at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, run.kind || '_CHANGED', 'DEVICE',
      jsonb_build_object('from', run.version, 'to', next.version), next.since, next.since
    from demo_run run join demo_run next on next.device_id = run.device_id and next.kind = run.kind and next.since = run.until
      join device on device.id = run.device_id
    where run.kind in ('FIRMWARE', 'AGENT') order by next.since`.execute(db)
  await countRuns(db)
}

/** Each version that each terminal ran, since when and until when; null: it still does. */
async function planRuns(db: Db): Promise<void> {
  // The first to come to one version are the first at the next one, too.
  const place = sql`('x' || left(md5(device.sn || come.kind), 7))::bit(28)::integer / 2684354.56`
  await sql`create temporary table demo_run on commit drop as
    select told.*, lead(since) over (partition by device_id, kind order by since) as until
    from (select device.id as device_id, device.org_id, device.model_id, come.kind, come.version,
        case when come."from" = ${days} then greatest(device.activated_at, date_trunc('day', now(), 'UTC') - make_interval(days => ${days}))
          else night.at end as since
      from jsonb_to_recordset(${JSON.stringify(comes)}::jsonb)
          as come (kind text, model text, version text, percent float8, "from" integer, "to" integer)
        join device on device.batch_no = 'DEMO' and device.activated_at is not null
        join model on model.id = device.model_id and model.code = coalesce(come.model, model.code)
        cross join lateral (select ${place} as place) as own
        cross join lateral (select date_trunc('day', now(), 'UTC')
            - make_interval(days => come."from" - floor((come."from" - come."to") * own.place / come.percent)::integer)
            + (own.place / 100 + 0.5) * interval '3 hours' as at) as night
      where own.place < come.percent and (come."from" = ${days} or night.at > device.activated_at)) as told`.execute(
    db,
  )
  await sql`create index on demo_run (device_id, kind, since)`.execute(db)
}

/** Counted as they came and went; those of now are counted at this hour, from which they are taken away again. */
async function countRuns(db: Db): Promise<void> {
  await sql`insert into stat_change (at, org_id, model_id, measure, value, delta)
    select date_trunc('hour', told.at, 'UTC'), org_id, model_id, kind, version, sum(told.sign)
    from demo_run cross join lateral (values (since, 1), (coalesce(until, now()), -1)) as told (at, sign)
    group by 1, 2, 3, 4, 5 having sum(told.sign) <> 0`.execute(db)
}

type Versions = Readonly<Partial<Record<Come['kind'], string>>>

/** What each terminal runs, by its serial number; those in their boxes, what others began with. */
export async function demoVersions(db: Db): Promise<ReadonlyMap<string, Versions>> {
  const { rows } = await sql<{
    sn: string
    model: string
    versions: Versions
  }>`select device.sn, model.code as model,
      jsonb_strip_nulls(jsonb_build_object('FIRMWARE', device.firmware, 'AGENT', device.agent_version)
        || coalesce((select jsonb_object_agg(part.kind, part.value) from device_part part where part.device_id = device.id), '{}'))
        as versions
    from device join model on model.id = device.model_id where device.batch_no = 'DEMO'`.execute(db)
  return new Map(rows.map(({ sn, model, versions }) => [sn, { ...boxed(model), ...versions }]))
}

const boxed = (model: string): Versions =>
  Object.fromEntries(
    comes
      .filter((come) => come.from === days && (come.model ?? model) === model)
      .map(({ kind, version }) => [kind, version]),
  )
