import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'
import { isOrganization } from './demoCatalogue.ts'

type Db = Kysely<DB>

const policies = [
  {
    name: 'Nothing for tips',
    org: 'platform',
    app: 'com.example.tips',
    policy: 'PROHIBITED',
    rule: 'LATEST',
    code: null,
  },
  {
    name: 'Guide for whoever wants it',
    org: 'platform',
    app: 'org.muster.guide',
    policy: 'ALLOWED',
    rule: 'LATEST',
    code: null,
  },
  {
    name: 'Every till pays',
    org: 'tigris',
    app: 'iq.tigris.pay',
    policy: 'MANDATORY',
    rule: 'LATEST',
    code: null,
  },
  {
    name: 'Loyalty, tried at some',
    org: 'tigris',
    app: 'iq.tigris.loyalty',
    policy: 'ALLOWED',
    rule: 'MIN',
    code: 140,
  },
  {
    name: 'Wallet 3',
    org: 'marsh',
    app: 'iq.marsh.wallet',
    policy: 'MANDATORY',
    rule: 'FIXED',
    code: 300,
  },
  {
    name: 'No guide at Marsh',
    org: 'marsh',
    app: 'org.muster.guide',
    policy: 'HIDDEN',
    rule: 'LATEST',
    code: null,
  },
] as const

/** Policies at two levels, and a version that has come to a fifth of its terminals. */
export async function makeDemoPolicies(db: Db, giver: FrozenPrincipal): Promise<void> {
  await addGroups(db)
  await sql`insert into org_apk (name, org_id, app_id, policy, version_rule, version_code, scope_kind, group_id, created_by, created_at)
    select told.name, organization.id, app.id, told.policy, told.rule, told.code,
      case when met.id is null then 'SUBTREE' else 'GROUP' end, met.id, ${giver.userId}, now() - interval '27 days'
    from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb)
        as told (name text, org text, app text, policy text, rule text, code bigint)
      join app on app.package = told.app join organization on ${isOrganization(sql.ref('told.org'))}
      left join device_group met on told.policy = 'MANDATORY' and met.org_id = organization.id and met.name = ${smart}`.execute(
    db,
  )
  await sql`insert into org_apk_giver (org_apk_id, principal)
    select id, ${JSON.stringify(giver)}::jsonb from org_apk`.execute(db)
}

const smart = 'Android terminals'

/** What is mandatory is so for those that can run it. */
async function addGroups(db: Db): Promise<void> {
  await sql`with made as (insert into device_group (name, org_id, type, max_members, description)
      select ${smart}, id, 'STATIC', 10000, 'They run applications' from organization where code in ('tigris', 'marsh')
      returning id, org_id)
    insert into device_group_member (group_id, device_id)
    select made.id, device.id from made join device on device.org_id = made.org_id and device.batch_no = 'DEMO'
      join model on model.id = device.model_id and model.os_type = 'ANDROID'`.execute(db)
}

/** It waits there: too few of its terminals have taken it well for the next share. */
export async function makeDemoRelease(db: Db, giver: FrozenPrincipal): Promise<void> {
  await sql`insert into org_apk_release (id, org_apk_id, apk_id, percent, steps, success_percent, error_percent, min_results,
      started_at, widened_at, started_by, principal)
    select fitting.id, policy.id, apk.id, 20, '{5,20,50,100}', 95, 30, 10, now() - interval '3 days', now() - interval '2 days',
      ${giver.userId}, ${JSON.stringify(giver)}::jsonb
    from org_apk policy join app on app.id = policy.app_id and app.package = 'iq.tigris.pay'
      join apk on apk.app_id = app.id and apk.state = 'GREY' cross join (${fittingRelease}) as fitting`.execute(
    db,
  )
}

/**
 * A terminal's place in a release follows from both their ids, by chance: of some, the one whose two first
 * shares come nearest to what they are called, so that each demo has a release that waits.
 */
const fittingRelease = sql`select tried.id from (select uuidv7() as id from generate_series(1, 50)) as tried
  cross join lateral (select count(*) as every,
      count(*) filter (where release_place(device.id, tried.id) < 500) as few,
      count(*) filter (where release_place(device.id, tried.id) < 2000) as more
    from device join model on model.id = device.model_id and model.os_type = 'ANDROID'
      join organization on organization.id = device.org_id and organization.code = 'tigris'
    where device.batch_no = 'DEMO') as share
  order by abs(share.few - share.every * 0.05) + abs(share.more - share.every * 0.2), tried.id limit 1`
