import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'
import { type Ending, type PushPlan, pushPlans, runArgs } from './pushPlans.ts'

type Db = Kysely<DB>

const usual = { retries: 0, needOnline: false, notify: false, priority: 5 }
/** By the clock where the terminals are. */
const night = { from: '02:00', until: '04:00', days: [1, 2, 3, 4, 5, 6, 7] }

/**
 * Thirty days of pushes: those that went well, those that did in part, the shares of a release; one
 * that is half done and waits for the night, one for tomorrow, one that comes each night.
 */
export async function makeDemoPushes(db: Db, giver: FrozenPrincipal): Promise<void> {
  // In their order, so that their numbers rise.
  for (const plan of pushPlans) await addEnded(db, plan, giver)
  await addShares(db, giver)
  await addNightly(db, giver)
  await addLater(db, giver)
  await adoptRuns(db)
  await endAll(db)
}

/** The id of what was made at a moment. */
export const idAt = (at: RawBuilder<unknown>) =>
  sql`overlay(uuid7()::text placing left(uuid7_from(${at})::text, 13) from 1 for 13)::uuid`

/** What an application task says, as the console would have given it. */
const appArgs = ({ package: name, code }: NonNullable<PushPlan['app']>) =>
  sql`(select jsonb_build_object('title', app.name || ' ' || apk.version_name,
      'artifact', jsonb_build_object('size', file.bytes, 'sha256', encode(file.sha256, 'hex'), 'name', file.name),
      'pkg', app.package, 'vc', apk.version_code, 'vn', apk.version_name, 'opt', '{}'::jsonb,
      'gate', jsonb_build_object('appId', app.id, 'apkId', apk.id, 'osKind', app.os_kind, 'modelIds', '[]'::jsonb,
        'minSdk', apk.min_sdk, 'abis', '[]'::jsonb, 'signer', left(apk.signer_sha256, 16), 'isDowngrade', false))
    from app join apk on apk.app_id = app.id join upload file on file.id = apk.file_id
    where app.package = ${name} and apk.version_code = ${code})`

interface Given {
  readonly plan: Pick<PushPlan, 'title' | 'kind' | 'args' | 'app' | 'ttlDays'>
  readonly at: RawBuilder<unknown>
  readonly targets: RawBuilder<unknown>
  readonly org: RawBuilder<unknown>
  readonly options?: object
  readonly state?: 'RUNNING' | 'SCHEDULED'
  readonly startsAt?: RawBuilder<unknown>
  readonly cron?: string
}

/** Writes a push that was given at a moment; answers its id. */
export async function addPush(db: Db, given: Given, giver: FrozenPrincipal): Promise<string> {
  const {
    plan,
    at,
    targets,
    org,
    options = usual,
    state = 'RUNNING',
    startsAt,
    cron = null,
  } = given
  const args = plan.app ? appArgs(plan.app) : sql`${JSON.stringify(plan.args ?? runArgs)}::jsonb`
  const begin = startsAt ?? at
  const { rows } = await sql<{
    id: string
  }>`insert into push (id, task_no, kind, title, args, org_id, state, targets,
      options, principal, starts_at, cron, expanded_at, ttl_seconds, expires_at, created_at, created_by, updated_at)
    select ${idAt(at)}, next_task_no(${at}), ${plan.kind}, ${plan.title}, ${args}, ${org}, ${state}, ${targets},
      ${JSON.stringify(options)}::jsonb, ${JSON.stringify(giver)}::jsonb, ${startsAt ?? sql`null`}, ${cron},
      case when ${state === 'RUNNING'} then ${at} end, ${plan.ttlDays * 86_400}::integer,
      ${begin} + make_interval(days => ${plan.ttlDays}), ${at}, ${giver.userId}, ${at}
    returning id`.execute(db)
  return rows[0]?.id ?? ''
}

const orgOf = (code: string) => sql`(select id from organization where code = ${code})`
const ofOrg = (code: string) => sql`jsonb_build_object('orgId', ${orgOf(code)})`

async function addEnded(db: Db, plan: PushPlan, giver: FrozenPrincipal): Promise<void> {
  const at = sql`(date_trunc('day', now(), 'UTC') - make_interval(days => ${plan.days}) + interval '7 hours')`
  const sns = sql`(select jsonb_build_object('sns', jsonb_agg(device.sn order by device.sn)) from ${meantBy(plan)})`
  const targets = plan.every === 1 ? ofOrg(plan.org) : sns
  const id = await addPush(db, { plan, at, targets, org: orgOf(plan.org) }, giver)
  await addItems(db, { id, meant: meantBy(plan), ending: endingOf(plan) })
}

/** Terminals that a push is about; those whose system takes no such packages are no part of it. */
const meantBy = ({ org, every, app }: Pick<PushPlan, 'org' | 'every' | 'app'>) =>
  sql`device join model on model.id = device.model_id join organization on organization.id = device.org_id
      and organization.code = ${org} and device.batch_no = 'DEMO' and right(device.sn, 6)::integer % ${every}::integer = 0
      and (${app === undefined} or model.os_type = 'ANDROID')`

/** How it ended on a terminal: what an application says follows from what the terminal has now. */
function endingOf({ app, title, endings }: Pick<PushPlan, 'app' | 'title' | 'endings'>) {
  const chance = sql`(('x' || left(md5(device.sn || ${title}), 7))::bit(28)::integer / 268435456.0)`
  if (app) {
    const [first, second] = endings
    return sql`case when exists (select from device_app installed where installed.device_id = device.id
        and installed.package = ${app.package} and installed.version_code >= ${app.code}) then 'SUCCESS'
      when ${chance} < 0.6 then ${wordOf(first)} else ${wordOf(second ?? first)} end`
  }
  const marks = endings.map((ending, nth) => {
    const below = endings.slice(0, nth + 1).reduce((sum, { share }) => sum + share, 0)
    return sql`when ${chance} < ${below / 100} then ${wordOf(ending)}`
  })
  return marks.length === 0
    ? sql`'SUCCESS'`
    : sql`case ${sql.join(marks, sql` `)} else 'SUCCESS' end`
}

/** State and code in one word. */
const wordOf = ({ state, code }: Ending = { share: 0, state: 'FAILED', code: 'I201' }) =>
  `${state} ${code ?? ''}`.trim()

interface Items {
  readonly id: string
  /** Terminals, as what follows `from`. */
  readonly meant: RawBuilder<unknown>
  /** State and code in one word. */
  readonly ending: RawBuilder<unknown>
}

/** One item a terminal, its moments within minutes of each other, and what the terminal has reported. */
export async function addItems(db: Db, { id, meant, ending }: Items): Promise<void> {
  await sql`create temporary table demo_item on commit drop as
    select item_of(push.id) as id, push.id as push_id, device.id as device_id, push.kind, push.created_at, push.org_id,
      push.created_by, push.expires_at, split_part(told.word, ' ', 1) as state, nullif(split_part(told.word, ' ', 2), '') as code,
      push.created_at + (5 + 2400 * told.chance * told.chance) * interval '1 second' as sent,
      (push.args #>> '{artifact,size}')::bigint as bytes, 400 + (2600 * told.chance)::integer as kbps
    from ${meant} cross join push
      cross join lateral (select ${ending} as word,
        ('x' || left(md5(device.sn || push.task_no), 7))::bit(28)::integer / 268435456.0 as chance) as told
    where push.id = ${id}`.execute(db)
  await sql`insert into push_item (id, push_id, device_id, cmd, state, code, created_at, created_by, sender_org_id, queued_at,
      published_at, delivered_at, acked_at, ended_at, proved_at, expires_at, publications, next_publish_at, waits_for,
      last_report_at, bytes, kbps)
    select id, push_id, device_id, kind, state, code, created_at, created_by, org_id, created_at,
      case when is_sent then sent end, case when is_told then sent + interval '1 second' end,
      case when is_told then sent + interval '2 seconds' end,
      case state when 'QUEUED' then null when 'EXPIRED' then expires_at when 'TIMEOUT' then sent + interval '10 minutes'
        else sent + took end,
      case when state = 'SUCCESS' and kind = 'APP_INSTALL' then sent + took + interval '4 seconds' end,
      expires_at, case when is_sent then 1 else 0 end, case state when 'QUEUED' then ${nextNight} end,
      case state when 'QUEUED' then 'WINDOW' end, case when is_answered then sent + took end,
      case when state = 'SUCCESS' then bytes end, case when state = 'SUCCESS' and bytes is not null then kbps end
    from demo_item cross join lateral (select state not in ('QUEUED', 'EXPIRED') as is_sent,
        state not in ('QUEUED', 'EXPIRED') as is_told, state in ('SUCCESS', 'FAILED', 'REFUSED') as is_answered,
        case kind when 'APP_INSTALL' then interval '48 seconds' else interval '6 seconds' end as took) as how`.execute(
    db,
  )
  await sql`insert into push_report (item_id, message_id, state, step, code, reported_at, received_at, outcome)
    select item.id, item.message_id::text, said.state, said.step, said.code, said.at, said.at, 'MOVED'
    from push_item item cross join lateral (values ('ACKED', null, null, item.acked_at),
        ('RUNNING', case when item.bytes is not null then 'DOWNLOADED' end, null, item.acked_at + interval '20 seconds'),
        (item.state, null, item.code, item.last_report_at)) as said (state, step, code, at)
    where item.push_id = ${id} and said.at is not null
      and (said.state <> 'RUNNING' or item.bytes is not null)`.execute(db)
  await sql`update push set size = (select count(*) from demo_item) where id = ${id}`.execute(db)
  await sql`drop table demo_item`.execute(db)
}

/** When it is two in the morning next where the terminals are. */
const nextNight = sql`(select case when two.at > now() then two.at else two.at + interval '1 day' end
  from (select (date_trunc('day', now() at time zone 'Asia/Baghdad') + interval '2 hours') at time zone 'Asia/Baghdad' as at) as two)`

/** The two shares that a release has come to; whoever took it well has it. */
async function addShares(db: Db, giver: FrozenPrincipal): Promise<void> {
  const app = { package: 'iq.tigris.pay', code: 220 }
  for (const { above, upTo, days } of [
    { above: 0, upTo: 5, days: 3 },
    { above: 5, upTo: 20, days: 2 },
  ]) {
    const at = sql`(now() - make_interval(days => ${days}))`
    const targets = sql`(select jsonb_build_object('release', jsonb_build_object('id', release.id, 'part', 'FORTH',
      'above', ${above}::integer, 'upTo', ${upTo}::integer)) from org_apk_release release)`
    const plan = { title: 'Tigris Pay 2.2.0', kind: 'APP_INSTALL', app, ttlDays: 7 } as const
    const id = await addPush(db, { plan, at, targets, org: sql`${giver.orgId}::uuid` }, giver)
    const meant = sql`${meantBy({ org: 'tigris', every: 1, app })} join org_apk_release release
      on release_place(device.id, release.id) >= ${above * 100}::integer and release_place(device.id, release.id) < ${upTo * 100}::integer`
    // Of the second share one in ten went back to the version before: too many for the next one.
    const ending = sql`case when ${above > 0} and device.sn in (select sn from (select device.sn,
      row_number() over (order by device.sn) as nth from ${meant}) as met where nth % 10 = 3) then 'FAILED I215' else 'SUCCESS' end`
    await addItems(db, { id, meant, ending })
    await sql`insert into org_apk_push (push_id, org_apk_id, release_id, purpose, percent)
      select ${id}, org_apk_id, id, 'FORTH', ${upTo} from org_apk_release`.execute(db)
  }
}

/** Three fifths did it last night; the others wait for the next one. */
async function addNightly(db: Db, giver: FrozenPrincipal): Promise<void> {
  const plan = {
    title: 'Restart at night',
    kind: 'REBOOT',
    args: { delay: 0 },
    ttlDays: 5,
  } as const
  const at = sql`(${nextNight} - interval '1 day')`
  const options = { ...usual, window: night }
  const given = { plan, at, targets: ofOrg('marsh'), org: orgOf('marsh'), options }
  const id = await addPush(db, given, giver)
  const ending = sql`case when right(device.sn, 6)::integer % 5 < 3 and right(device.sn, 6)::integer % 7 <> 2 then 'SUCCESS' else 'QUEUED' end`
  await addItems(db, { id, meant: meantBy({ org: 'marsh', every: 1 }), ending })
}

/** One for tomorrow, and the task that runs each night. */
async function addLater(db: Db, giver: FrozenPrincipal): Promise<void> {
  const tomorrow = sql`(date_trunc('day', now(), 'UTC') + interval '1 day 6 hours')`
  const text = 'The receipt paper of the bank is white from tomorrow on.'
  const message = { title: 'Paper', text, mustRead: false, seconds: 0 }
  const org = orgOf('tigris')
  const targets = ofOrg('tigris')
  const later = { at: sql`now()`, targets, org, state: 'SCHEDULED' } as const
  const plan = { title: 'New receipt paper', kind: 'MESSAGE', args: message, ttlDays: 2 } as const
  await addPush(db, { ...later, plan, startsAt: tomorrow }, giver)
  const nightly = { title: 'Daily report', kind: 'SYNC', ttlDays: 1 } as const
  const sns = sql`(select jsonb_build_object('sns', jsonb_agg(device.sn order by device.sn))
    from ${meantBy({ org: 'tigris', every: 3 })})`
  const days = sql`(now() - interval '4 days')`
  const startsAt = sql`(date_trunc('day', now(), 'UTC') + interval '1 day 7 hours')`
  await addPush(
    db,
    { ...later, at: days, targets: sns, plan: nightly, startsAt, cron: '0 7 * * *' },
    giver,
  )
}

/** The runs of a task that comes again and again belong to it. */
async function adoptRuns(db: Db): Promise<void> {
  await sql`update push set parent_id = task.id from push task
    where task.cron is not null and push.cron is null and push.title = task.title`.execute(db)
}

/** What has no open item has ended, and how its items did. */
async function endAll(db: Db): Promise<void> {
  await sql`update push set ended_at = told.at, updated_at = told.at,
      state = case when told.failed = 0 then 'FINISHED' else 'PARTIAL' end
    from (select push_id, max(ended_at) as at, count(*) filter (where state <> 'SUCCESS') as failed,
        count(*) filter (where ended_at is null) as open from push_item group by 1) as told
    where told.push_id = push.id and told.open = 0`.execute(db)
}
