import { codes, repairs, search, stations, users } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Principal } from '../../../access/principal.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { devicesBySerial, devicesByWords } from '../../device/index.ts'
import { usersByName } from '../../user/index.ts'
import { recordsByName } from './recordSearch.queries.ts'

const everybody: Principal = {
  kind: 'user',
  userId: '',
  userName: '',
  sessionId: '',
  orgId: '',
  isSuperAdmin: true,
  mustChangePassword: false,
  mustBindFactor: false,
  roleIds: [],
  permissions: new Set(),
  scope: { all: true, rules: [] },
}

let app: TestApp
let branch: { id: string }
const permissions = ['DEVICE_LIST', 'USER_LIST']

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  branch = await addOrganization(app.platform, {
    name: 'Branch',
    code: 'branch',
    parentId: app.rootId,
  })
  await app.platform.pool.query(
    `insert into timezone_area (name, code, type) values ('Iraq', 'IQ', 'COUNTRY')`,
  )
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'ROOT-', count: 12 })
  await addDevices(app, estate, { orgId: branch.id, prefix: 'BRANCH-', count: 3 })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'BRANCHED-', count: 3 })
})
afterAll(() => app.close())

const find = async (user: TestUser, keyword: string) => {
  const { devices, users } = await user.get(search, { query: { keyword } })
  return [...devices.map(({ sn }) => sn), ...users.map(({ userName }) => userName)]
}

it('finds terminals by how their serial number begins, in order and no more than fit', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  expect(await find(admin, 'branch-')).toEqual(['BRANCH-00000', 'BRANCH-00001', 'BRANCH-00002'])
  const many = await find(admin, 'ROOT')
  expect([many.length, many[0], many.at(-1)]).toEqual([8, 'ROOT-00000', 'ROOT-00007'])
  expect(await find(admin, '00')).toEqual([])
})

it('finds terminals by any part of serial number, name and terminal id', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  await app.platform.pool.query(
    `update device set name = 'Till 137', tid = 'KRK90817' where sn = 'ROOT-00003'`,
  )
  expect(await find(admin, '0011')).toEqual(['ROOT-00011'])
  for (const keyword of ['till 137', '137 till', 'rk908'])
    expect(await find(admin, keyword)).toEqual(['ROOT-00003'])
  // Whose serial number ends so comes before who only holds it.
  expect((await find(admin, '0000'))[0]).toBe('BRANCH-00000')
  expect(await find(admin, '%_%')).toEqual([])
})

it('looks for terminals only by words that their index can find, and by no more than eight', async () => {
  const ctx = { db: app.platform.db, platform: app.platform, principal: everybody }
  const isSought = async (text: string) => (await devicesByWords(ctx, text, 8)) !== null
  for (const text of ['---', '... ab', 'a.. %%%', '\u{1F600}\u{1F600}'])
    expect([text, await isSought(text)]).toEqual([text, false])
  for (const text of ['a-b', '137', 'till --- 1', 'محطة'])
    expect([text, await isSought(text)]).toEqual([text, true])
  const letters = 'a b c d e f g h i j k l m n o p'
  const statement = await devicesByWords(ctx, `till ${letters}`, 8)
  const values = statement?.compile(app.platform.db).parameters ?? []
  expect(values.filter((value) => /^%.%$/.test(String(value)))).toHaveLength(7 * 3)
})

it('finds organisations and models by any part of their names', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { organizations } = await admin.get(search, { query: { keyword: 'ranc' } })
  expect(organizations).toMatchObject([{ name: 'Branch', code: 'branch' }])
  const { rows } = await app.platform.pool.query<{ name: string }>('select name from model limit 1')
  const name = rows[0]?.name ?? ''
  const { models } = await admin.get(search, { query: { keyword: name.slice(1) } })
  expect(models).toMatchObject([{ name }])
  const clerk = await signedIn(app, { permissions: ['ORGANIZATION_LIST'], orgId: branch.id })
  const seen = await clerk.get(search, { query: { keyword: 'an' } })
  expect(seen).toMatchObject({ organizations: [{ name: 'Branch' }], models: [], devices: [] })
})

it('finds applications, policies, banners and tasks, each for those who may open its list', async () => {
  const { pool } = app.platform
  const add = async (orgId: string, mark: string) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into app (org_id, package, name, app_type, os_kind) values ($1, $2, $3, 'APK', 'ANDROID') returning id`,
      [orgId, `iq.quay.${mark}`, `Quay Pay ${mark}`],
    )
    await pool.query(
      `insert into org_apk (name, org_id, app_id, policy, scope_kind) values ($1, $2, $3, 'ALLOWED', 'SUBTREE')`,
      [`Quay rule ${mark}`, orgId, rows[0]?.id],
    )
    await pool.query(
      `insert into app_banner (org_id, title, placement, start_at, end_at) values ($1, $2, 'TOP', now(), now() + interval '1 day')`,
      [orgId, `Quay days ${mark}`],
    )
    await pool.query(
      `insert into push (task_no, kind, title, args, org_id, state, targets, options)
        values ($1, 'APP_INSTALL', $2, '{}', $3, 'FINISHED', $4, '{}')`,
      [`TK20260101-${mark}`, `Quay ${mark}`, orgId, JSON.stringify({ orgId })],
    )
  }
  await add(app.rootId, '0001')
  await add(branch.id, '0002')
  const seen = async (user: TestUser, keyword: string) => {
    const found = await user.get(search, { query: { keyword } })
    return [
      ...found.apps.map(({ package: named }) => named),
      ...found.policies.map(({ name }) => name),
      ...found.banners.map(({ title }) => title),
      ...found.tasks.map(({ taskNo }) => taskNo),
    ]
  }
  const admin = await signedIn(app, { isSuperAdmin: true })
  expect(await seen(admin, 'iq.quay')).toEqual(['iq.quay.0001', 'iq.quay.0002'])
  expect(await seen(admin, 'tk20260101')).toEqual(['TK20260101-0002', 'TK20260101-0001'])
  const held = [
    'APPLICATION_LIST',
    'ORGANIZATION_APK_LIST',
    'APPSTORE_BANNER_LIST',
    'MQTT_APK_LIST',
  ]
  const clerk = await signedIn(app, { orgId: branch.id, permissions: held })
  expect(await seen(clerk, 'quay')).toEqual([
    'iq.quay.0002',
    'Quay rule 0002',
    'Quay days 0002',
    'TK20260101-0002',
  ])
  const other = await signedIn(app, { permissions: ['MQTT_TASK_LIST'] })
  expect(await seen(other, 'quay')).toEqual([])
})

/** One record of each kind that has a list and a name; those of an organisation lie in it. */
async function addNamed(orgId: string, mark: string): Promise<void> {
  const { pool } = app.platform
  await pool.query(
    `with place as (
        insert into station (name, code, type, org_id, area_id, address, contact, phone)
        select 'Lantern ' || $2, 'LN-' || $2, 'STORE', $1, (select id from timezone_area limit 1), 'x', 'x', '+9647700000000'
      ), people as (
        insert into device_group (name, org_id, type, max_members) values ('Lantern group ' || $2, $1, 'STATIC', 10)
      ), planned as (
        insert into plan (name, org_id, version_ids, targets, waves)
        values ('Lantern plan ' || $2, $1, '{}', '{}', '[]')
      ), programme as (
        insert into app (org_id, package, name, app_type, os_kind)
        values ($1, 'iq.lamp.' || $2, 'Lamp', 'APK', 'ANDROID') returning id
      ), sheet as (
        insert into param_template (name, code, org_id, app_id)
        select 'Lantern sheet ' || $2, 'LS' || $2, $1, id from programme
      )
      insert into repair (ticket_no, device_id, fault, severity, description)
      select 'RPLANTERN-' || $2, id, 'SCREEN', 'LOW', 'x' from device where org_id = $1 limit 1`,
    [orgId, mark],
  )
}

it('finds stations, groups, plans, templates and repairs, each for those who may open its list', async () => {
  await addNamed(app.rootId, '71')
  await addNamed(branch.id, '72')
  const seen = async (user: TestUser, keyword: string) =>
    (await user.get(search, { query: { keyword } })).records.map(({ kind, name }) => [kind, name])
  const admin = await signedIn(app, { isSuperAdmin: true })
  expect(await seen(admin, 'antern')).toEqual([
    ['group', 'Lantern group 71'],
    ['group', 'Lantern group 72'],
    ['plan', 'Lantern plan 71'],
    ['plan', 'Lantern plan 72'],
    ['repair', 'RPLANTERN-71'],
    ['repair', 'RPLANTERN-72'],
    ['station', 'Lantern 71'],
    ['station', 'Lantern 72'],
    ['template', 'Lantern sheet 71'],
    ['template', 'Lantern sheet 72'],
  ])
  expect(await seen(admin, 'ln-72')).toEqual([['station', 'Lantern 72']])
  const clerk = await signedIn(app, {
    orgId: branch.id,
    permissions: [stations.page.permission, repairs.page.permission],
  })
  expect(await seen(clerk, 'lantern')).toEqual([
    ['repair', 'RPLANTERN-72'],
    ['station', 'Lantern 72'],
  ])
  expect(await seen(await signedIn(app, { permissions: [] }), 'lantern')).toEqual([])
  // What two letters stand for no index knows.
  expect(await seen(admin, 'la')).toEqual([])
})

it('finds terminals by the station at which they are, for those who may see both', async () => {
  const { rows } = await app.platform.pool.query<{ sn: string }>(
    `update device set station_id = (select id from station where name = 'Lantern 72')
     where id = (select id from device where org_id = $1 and deleted_at is null order by sn limit 1)
     returning sn`,
    [branch.id],
  )
  const sn = rows[0]?.sn ?? ''
  const seen = async (permissions: readonly string[]) => {
    const user = await signedIn(app, { orgId: branch.id, permissions: [...permissions] })
    const { devices } = await user.get(search, { query: { keyword: 'Lantern 72' } })
    return devices.map((one) => one.sn)
  }
  const both = ['DEVICE_LIST', stations.page.permission]
  expect(await seen(both)).toEqual([sn])
  expect(await seen(['DEVICE_LIST'])).toEqual([])
  expect(await seen([stations.page.permission])).toEqual([])
})

it('finds vendors and versions', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { rows } = await app.platform.pool.query<{ name: string }>(
    'select name from vendor limit 1',
  )
  const name = rows[0]?.name ?? ''
  const { records } = await admin.get(search, { query: { keyword: name } })
  expect(records).toMatchObject([{ kind: 'vendor', name }])
})

it('finds users by how a word of their names begins', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true, userName: 'zaynab' })
  await app.platform.pool.query(
    `update app_user set real_name = 'Zahra al-Rubaie' where user_name = 'zaynab'`,
  )
  for (const keyword of ['zay', 'ZAH', 'al-rub'])
    expect(await find(admin, keyword)).toEqual(['zaynab'])
  for (const keyword of ['ynab', '%%', 'z_y']) expect(await find(admin, keyword)).toEqual([])
})

it('finds nobody who is in the recycle bin', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { userId } = await signedIn(app, { userName: 'departed' })
  expect(await find(admin, 'depart')).toEqual(['departed'])
  await admin.get(users.removeMany, { body: { ids: [userId] } })
  expect(await find(admin, 'depart')).toEqual([])
})

it('shows nobody what lies outside of his data scope', async () => {
  await signedIn(app, { userName: 'branchless' })
  const clerk = await signedIn(app, { orgId: branch.id, permissions, userName: 'brand' })
  expect(await find(clerk, 'bran')).toEqual([
    'BRANCH-00000',
    'BRANCH-00001',
    'BRANCH-00002',
    'brand',
  ])
})

it('shows nobody a kind of records whose list he may not open', async () => {
  const [seller, clerk, guest] = [
    await signedIn(app, { permissions: ['DEVICE_LIST'], userName: 'rootless' }),
    await signedIn(app, { permissions: ['USER_LIST'] }),
    await signedIn(app, { permissions: [] }),
  ]
  expect(await find(seller, 'rootl')).toEqual([])
  expect(await find(seller, 'root-00001')).toEqual(['ROOT-00001'])
  expect(await find(clerk, 'root')).toEqual(['rootless'])
  expect(await find(guest, 'root')).toEqual([])
})

it('asks for two letters at least', async () => {
  const user = await signedIn(app)
  expect((await user.call(search, { query: { keyword: ' a ' } })).code).toBe(codes.badRequest)
})

it('reads both tables by an index, in a large estate too', async () => {
  const { pool, db } = app.platform
  await pool.query(`insert into device (sn, vendor_id, model_id, org_id)
    select 'BULK-' || lpad(n::text, 6, '0'), d.vendor_id, d.model_id, d.org_id
    from generate_series(1, 20000) n, (select * from device limit 1) d`)
  await pool.query(
    `insert into app_user (user_name, org_id, password_hash)
    select 'bulk' || n, $1, 'x' from generate_series(1, 20000) n`,
    [app.rootId],
  )
  await pool.query(
    `insert into station (name, code, type, org_id, area_id, address, contact, phone)
    select 'Bulk shop ' || n, 'BULK' || n, 'STORE', $1, (select id from timezone_area limit 1), 'x', 'x', '+9647700000000'
    from generate_series(1, 20000) n`,
    [app.rootId],
  )
  await pool.query('analyze device; analyze app_user; analyze station')
  const principal = everybody
  const planOf = async <R>(statement: RawBuilder<R>) => {
    const { rows } = await sql`explain ${statement}`.execute(db)
    return JSON.stringify(rows)
  }
  const devices = await planOf(
    await devicesBySerial({ db, platform: app.platform, principal }, 'BULK-0199', 8),
  )
  expect(devices).toMatch(/Index (Only )?Scan using device_\w+/)
  const people = await planOf(usersByName({ principal }, 'bulk1999', 8))
  expect(people).toContain('app_user_words')
  const words = await devicesByWords({ db, platform: app.platform, principal }, '1999', 8)
  const anywhere = words && (await planOf(words))
  expect(anywhere).toContain('device_words')
  const records = recordsByName({ principal }, { text: 'k1999', limit: 8 })
  const named = records && (await planOf(records))
  expect(named).toContain('station_words')
  for (const plan of [devices, people, anywhere, named])
    expect(plan).not.toMatch(/Seq Scan on (device|app_user|station)\b/)
})
