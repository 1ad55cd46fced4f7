import { workbench } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addEstate, type Estate } from '../../../../test/testEstate.ts'

const day = '2026-11-20'
const query = { from: day, to: day }
/** A moment of the day. */
const at = (time: string) => `${day}T${time}:00Z`

let app: TestApp
let estate: Estate
let admin: TestUser
let bank: string
let shop: string

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  bank = (await addOrganization(app.platform, { name: 'Bank', code: 'bank', parentId: app.rootId }))
    .id
  shop = (await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: bank })).id
  admin = await signedIn(app, { isSuperAdmin: true })
  await sql`create function file_of(mark text) returns uuid language sql as $$
      insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
      select mark, 'apk', 1, sha256(mark::bytea), 1048576, 'STORED', org_id, id from app_user limit 1
      returning id $$`.execute(app.platform.db)
  await addPush({ title: 'Reboot', createdAt: at('08:00') })
  await addPush({ title: '', kind: 'SYNC', createdAt: at('09:00'), orgId: shop })
  await addPush({
    title: 'Approved later',
    createdAt: '2026-11-19T08:00Z',
    approvedAt: at('10:00'),
  })
  await addPush({ title: 'Begun later', createdAt: '2026-11-19T08:00Z', startsAt: at('11:00') })
  await addPush({ title: 'Waits', createdAt: at('08:00'), state: 'APPROVAL' })
  await addPush({ title: 'Of no one', createdAt: at('08:00'), size: 0 })
  await addPush({ title: 'Each day', createdAt: at('08:00'), cron: '0 8 * * *' })
  await addPush({ title: 'Of a release', createdAt: at('08:00'), targets: { release: {} } })
  await addPush({ title: 'Day after', createdAt: '2026-11-21T00:00Z' })
  await addPush({
    title: 'Pay',
    kind: 'APP_INSTALL',
    args: { pkg: 'iq.pay' },
    createdAt: at('12:00'),
  })
  await addPlan('Begun', at('13:00'))
  await addPlan('Draft', null)
  await addRelease('Everywhere', at('14:00'))
})
afterAll(() => app.close())

interface NewPush {
  readonly title: string
  readonly createdAt: string
  readonly kind?: string
  readonly args?: object
  readonly orgId?: string
  readonly state?: string
  readonly size?: number
  readonly approvedAt?: string
  readonly startsAt?: string
  readonly cron?: string
  readonly targets?: object
}

let made = 0

async function addPush(push: NewPush): Promise<void> {
  const { title, createdAt, kind = 'REBOOT', args = {}, orgId = bank, state = 'FINISHED' } = push
  const { size = 3, approvedAt = null, startsAt = null, cron = null, targets = { ids: [] } } = push
  await sql`insert into push (task_no, kind, title, args, org_id, state, targets, size, created_at,
      approved_at, starts_at, ended_at, cron)
    values (${`T${++made}`}, ${kind}, ${title}, ${JSON.stringify(args)}, ${orgId}, ${state},
      ${JSON.stringify(targets)}, ${size}, ${createdAt}, ${approvedAt}, ${startsAt}, ${createdAt},
      ${cron})`.execute(app.platform.db)
}

const addPlan = (name: string, startedAt: string | null) =>
  sql`with part as (insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id,
        release_notes)
      select ${bank}, ${name}, 'FIRMWARE', ${estate.vendorId}, array[${estate.modelId}::uuid], ${name}, id, 'x'
      from file_of(${name}) as id returning id)
    insert into plan (name, org_id, version_ids, targets, waves, state, started_at)
      select ${name}, ${bank}, array[id], '{}', '[{}]', 'RUNNING', ${startedAt}::timestamptz from part`.execute(
    app.platform.db,
  )

async function addRelease(name: string, startedAt: string): Promise<void> {
  await sql`with programme as (insert into app (org_id, package, name, app_type, os_kind)
        values (${bank}, 'iq.pay', ${name}, 'NORMAL', 'ANDROID') returning id),
      version as (insert into apk (app_id, version_code, version_name, file_id, state, release_notes)
        select programme.id, 1, '2.4', file, 'PUBLISHED', 'x' from programme, file_of(${name}) as file
        returning id, app_id),
      policy as (insert into org_apk (org_id, app_id, name, policy, scope_kind)
        select ${bank}, app_id, ${name}, 'ALLOWED', 'ORG' from version returning id)
    insert into org_apk_release (org_apk_id, apk_id, percent, steps, success_percent, error_percent, min_results,
        started_at)
      select policy.id, version.id, 10, '{10,100}', 90, 10, 5, ${startedAt}::timestamptz
      from policy, version`.execute(app.platform.db)
}

const told = async (user: TestUser, more: object = {}) =>
  (await user.get(workbench.happened, { query: { ...query, ...more } })).map(
    ({ kind, name, about }) => [kind, name, about],
  )

describe('what happened on a day', () => {
  it('is what began then, the latest first', async () => {
    expect(await told(admin)).toEqual([
      ['RELEASE', 'Everywhere', '2.4'],
      ['PLAN', 'Begun', null],
      ['APP', 'Pay', 'iq.pay'],
      ['TASK', 'Begun later', 'REBOOT'],
      ['TASK', 'Approved later', 'REBOOT'],
      ['TASK', '', 'SYNC'],
      ['TASK', 'Reboot', 'REBOOT'],
    ])
  })

  it('is that of the part that is asked for', async () => {
    expect(await told(admin, { orgId: shop })).toEqual([['TASK', '', 'SYNC']])
    expect(await told(admin, { modelId: estate.modelId })).toEqual([['PLAN', 'Begun', null]])
    expect(await told(admin, { vendorId: estate.vendorId })).toEqual([['PLAN', 'Begun', null]])
    const other = await addEstate(app, 'Other')
    expect(await told(admin, { modelId: other.modelId })).toEqual([])
  })

  it('is told as far as one may open it', async () => {
    const permissions = ['DASHBOARD_ONLINE', 'MQTT_TASK_LIST']
    const ofShop = await signedIn(app, { orgId: shop, permissions })
    expect(await told(ofShop)).toEqual([['TASK', '', 'SYNC']])
    const ofBank = await signedIn(app, {
      orgId: bank,
      permissions: ['DASHBOARD_ONLINE', 'PLAN_LIST'],
    })
    expect(await told(ofBank)).toEqual([['PLAN', 'Begun', null]])
  })
})
