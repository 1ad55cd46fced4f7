import { planOptions } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'
import { addItems, addPush } from './demoPushes.ts'

type Db = Kysely<DB>

interface DemoPlan {
  readonly name: string
  readonly purpose: string
  readonly version: string
  /** What its terminals had before: of the second plan what the first has brought. */
  readonly before: string
  /** So many days ago it began. */
  readonly days: number
  readonly state: 'FINISHED' | 'PAUSED'
  /** Up to which share of all terminals, and one in how many of each wave fails; null: it has not begun. */
  readonly waves: readonly { readonly percent: number; readonly oneIn: number | null }[]
}

/** One that went well, and one that its threshold has stopped in its second wave. */
const demoPlans: readonly DemoPlan[] = [
  {
    name: 'Card tables of October',
    purpose: 'New issuers of the scheme.',
    version: '2026.10',
    before: '2026.9',
    days: 9,
    state: 'FINISHED',
    waves: [
      { percent: 10, oneIn: 100 },
      { percent: 100, oneIn: 31 },
    ],
  },
  {
    name: 'Card tables of November',
    purpose: 'Limits of the holidays.',
    version: '2026.11',
    before: '2026.10',
    days: 1,
    state: 'PAUSED',
    waves: [
      { percent: 10, oneIn: 100 },
      { percent: 50, oneIn: 5 },
      { percent: 100, oneIn: null },
    ],
  },
]

const tooMany = 'plan.failed.errors'
const asked = { successPercent: 90, errorPercent: 5, soakMinutes: 60 }

/** Plans with what became of their terminals. */
export async function makeDemoPlans(db: Db, giver: FrozenPrincipal): Promise<void> {
  for (const plan of demoPlans) await addPlan(db, plan, giver)
}

async function addPlan(db: Db, plan: DemoPlan, giver: FrozenPrincipal): Promise<void> {
  const { name, purpose, version, state, waves } = plan
  const at = sql`(date_trunc('day', now(), 'UTC') - make_interval(days => ${plan.days}) + interval '8 hours')`
  const begun = waves.filter(({ oneIn }) => oneIn !== null).length
  const isOver = state === 'FINISHED'
  const said = JSON.stringify(waves.map(({ percent }) => ({ ...asked, percent })))
  const options = JSON.stringify(planOptions().parse({ retries: 0 }))
  const { rows } = await sql<{
    id: string
  }>`insert into plan (plan_no, name, purpose, org_id, version_ids, kinds,
      targets, wave_kind, waves, options, state, reason, principal, wave, parts, started_at, ended_at, created_at, created_by,
      updated_at, submitted_at, submitted_by)
    select next_plan_no(${at}), ${name}, ${purpose}, ${giver.orgId}, array[version.id], array[version.kind],
      jsonb_build_object('orgId', ${giver.orgId}::text), 'LADDER', ${said}::jsonb, ${options}::jsonb, ${state},
      ${isOver ? null : tooMany}, ${JSON.stringify(giver)}::jsonb, ${begun}, ${begun}, ${at},
      case when ${isOver} then ${at} + interval '4 hours' end, ${at}, ${giver.userId}, ${at}, ${at}, ${giver.userId}
    from upgrade_version version where version.version_name = ${version} and version.kind = 'RESOURCE'
    returning id`.execute(db)
  const [made] = rows
  if (!made) throw new Error(`the demo has no version ${version}`)
  await addWaves(db, made.id, plan)
  for (const [nth, { oneIn }] of waves.entries())
    if (oneIn !== null) await addWave(db, { id: made.id, nth, oneIn, at, plan }, giver)
  await drawCurve(db, made.id)
}

/** Its terminals, parted as a ladder parts them, and its waves as they stand. */
async function addWaves(db: Db, id: string, { state, waves, before }: DemoPlan): Promise<void> {
  const bounds = waves.slice(0, -1).map(({ percent }) => percent)
  await sql`insert into plan_target (plan_id, device_id, wave, before)
    select ${id}, placed.id, 1 + width_bucket((placed.place - 1) * 100.0 / placed.total, ${bounds}::numeric[]), ${before}
    from (select device.id, row_number() over (order by md5(device.sn)) as place, count(*) over () as total
      from device join upgrade_version version on version.id = (select version_ids[1] from plan where plan.id = ${id})
      where device.batch_no = 'DEMO' and device.model_id = any(version.model_ids)) as placed`.execute(
    db,
  )
  for (const [nth, { oneIn }] of waves.entries()) {
    const isLast = oneIn !== null && waves[nth + 1]?.oneIn == null
    const now = oneIn === null ? 'WAITING' : isLast && state === 'PAUSED' ? 'FAILED' : 'PASSED'
    await sql`insert into plan_wave (plan_id, wave, state, reason, size, success_percent, error_percent, soak_minutes, started_at,
        ended_at)
      select ${id}, ${nth + 1}::smallint, ${now}, ${now === 'FAILED' ? tooMany : null}, (select count(*) from plan_target target
          where target.plan_id = ${id} and target.wave = ${nth + 1}), ${asked.successPercent}, ${asked.errorPercent},
        ${asked.soakMinutes}, case when ${oneIn !== null} then plan.started_at + make_interval(hours => ${2 * nth}) end,
        case when ${oneIn !== null} then plan.started_at + make_interval(hours => ${2 * nth}) + interval '2 hours' end
      from plan where plan.id = ${id}`.execute(db)
  }
}

interface Begun {
  readonly id: string
  readonly nth: number
  readonly oneIn: number
  readonly at: RawBuilder<unknown>
  readonly plan: DemoPlan
}

/** A wave that has begun: its push, and how each of its terminals ended. */
async function addWave(db: Db, begun: Begun, giver: FrozenPrincipal): Promise<void> {
  const { id, nth, oneIn, plan } = begun
  const wave = nth + 1
  const push = await addPushOf(db, begun, giver)
  const ending = sql`case when ('x' || left(md5(device.sn || ${plan.name}), 7))::bit(28)::integer % ${oneIn} = 0
    then 'FAILED I201' else 'SUCCESS' end`
  const meant = sql`plan_target target join device on device.id = target.device_id
    and target.plan_id = ${id}::uuid and target.wave = ${wave}::integer`
  await addItems(db, { id: push, meant, ending })
  // What became of terminals is counted for the plan as they end, which is when the push is the plan's.
  await sql`update push_item set ended_at = null where push_id = ${push}`.execute(db)
  await sql`insert into plan_push (push_id, plan_id, wave, part, place, is_last, purpose)
    values (${push}, ${id}, ${wave}, ${wave}, 1, true, 'FORTH')`.execute(db)
  await sql`update push_item set ended_at = last_report_at where push_id = ${push}`.execute(db)
  await sql`update plan_target target set part = ${wave}, outcome = case item.state when 'SUCCESS' then 'CONFIRMED' end
    from push_item item where item.push_id = ${push} and item.device_id = target.device_id and target.plan_id = ${id}`.execute(
    db,
  )
  await sql`update push_item set from_version = ${plan.before},
      proved_at = case state when 'SUCCESS' then ended_at + interval '50 seconds' end where push_id = ${push}`.execute(
    db,
  )
  await sql`update plan_wave wave set confirmed = (select count(*) from plan_target target
      where target.plan_id = ${id} and target.wave = ${wave} and target.outcome = 'CONFIRMED')
    where wave.plan_id = ${id} and wave.wave = ${wave}`.execute(db)
  await sql`update push set ended_at = told.at, updated_at = told.at,
      state = case when told.failed = 0 then 'FINISHED' else 'PARTIAL' end
    from (select max(ended_at) as at, count(*) filter (where state <> 'SUCCESS') as failed from push_item
      where push_id = ${push}) as told where push.id = ${push}`.execute(db)
}

/** The push of a wave, with what it says of its version; answers its id. */
async function addPushOf(
  db: Db,
  { id, nth, at, plan: { version } }: Begun,
  giver: FrozenPrincipal,
): Promise<string> {
  const given = {
    plan: { title: `Card tables ${version}`, kind: 'UPGRADE', args: {}, ttlDays: 1 },
    at: sql`(${at} + make_interval(hours => ${2 * nth}))`,
    targets: sql`jsonb_build_object('plan', jsonb_build_object('id', ${id}::text, 'part', ${nth + 1}::integer))`,
    org: sql`${giver.orgId}::uuid`,
  } as const
  const push = await addPush(db, given, giver)
  await sql`update push set args = (select jsonb_build_object('title', push.title,
        'artifact', jsonb_build_object('size', file.bytes, 'sha256', encode(file.sha256, 'hex'), 'name', file.name),
        'upgrade', jsonb_build_object('part', version.kind, 'version', version.version_name, 'freeMb', 8, 'reboot', false),
        'opt', jsonb_build_object('minBat', version.min_battery),
        'gate', jsonb_build_object('versionId', version.id, 'modelIds', version.model_ids, 'hardware', '[]'::jsonb,
          'forbiddenFrom', '[]'::jsonb, 'minAgent', null, 'needs', '[]'::jsonb))
      from upgrade_version version join upload file on file.id = version.file_id
        join plan on plan.version_ids[1] = version.id where plan.id = ${id})
    where push.id = ${push}`.execute(db)
  return push
}

/** How far it had come at each minute. */
async function drawCurve(db: Db, id: string): Promise<void> {
  await sql`insert into plan_curve (plan_id, at, succeeded, failed)
    select ${id}, at, sum(succeeded) over (order by at), sum(failed) over (order by at)
    from (select date_trunc('minute', item.ended_at) as at, count(*) filter (where item.state = 'SUCCESS') as succeeded,
        count(*) filter (where item.state <> 'SUCCESS') as failed
      from plan_push made join push_item item on item.push_id = made.push_id where made.plan_id = ${id} group by 1) as told`.execute(
    db,
  )
}
