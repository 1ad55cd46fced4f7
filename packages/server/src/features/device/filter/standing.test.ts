import { codes, devices, type Filter, type FilterCondition, groups } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApp, install } from '../../../../test/appEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let appId: string
/** Sets of values of the revisions 1 to 3 of a template. */
const sets: number[] = []

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.pay' })
  const { db } = app.platform
  const { rows } = await sql<{
    id: string
  }>`insert into param_template (org_id, name, code, app_id, state, rev)
    values (${app.rootId}, 'Pay', 'PAY', ${appId}, 'PUBLISHED', 3) returning id`.execute(db)
  for (const rev of [1, 2, 3]) {
    const { rows: made } = await sql<{ id: number }>`with published as (
        insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
        values (${rows[0]?.id}, ${rev}, '{}', '', '', '{}', 0) returning id)
      insert into param_set (app_id, template_rev_id, assignment_ids, value_ids, fingerprint)
      select ${appId}, id, '{}', '{}', sha256(${String(rev)}::bytea) from published returning id`.execute(
      db,
    )
    sets.push(made[0]?.id ?? 0)
  }
})
beforeEach(async () => {
  await sql`delete from device_group`.execute(app.platform.db)
  await sql`delete from device`.execute(app.platform.db)
})
afterAll(() => app.close())

type Act = (id: string) => RawBuilder<unknown>

const tells =
  (document: object): Act =>
  (id) =>
    sql`insert into device_snapshot as told (device_id, kind, document, reported_at)
      values (${id}, 'info', ${JSON.stringify(document)}::jsonb, now())
      on conflict (device_id, kind) do update set document = excluded.document`
const lacksKey: Act = (id) =>
  sql`insert into device_security (device_id, kind) values (${id}, 'KEY_MISSING')`
const hasKeys: Act = (id) =>
  sql`delete from device_security where device_id = ${id} and kind = 'KEY_MISSING'`
const raises =
  (kind: string, severity: string): Act =>
  (id) =>
    sql`insert into alarm (device_id, org_id, vendor_id, model_id, kind, severity)
      select id, org_id, vendor_id, model_id, ${kind}, ${severity} from device where id = ${id}`
const closes: Act = (id) =>
  sql`update alarm set closed_at = now(), state = 'CLOSED' where device_id = ${id}`
const has =
  (code: number, name: string): Act =>
  (id) =>
    sql`insert into device_app as kept (device_id, package, version_code, version_name, seen_at)
      values (${id}, 'com.bank.pay', ${code}, ${name}, now()) on conflict (device_id, package)
      do update set version_code = excluded.version_code, version_name = excluded.version_name`
const hasNot: Act = (id) => sql`delete from device_app where device_id = ${id}`
const wants =
  (rev: number, state: string): Act =>
  (id) =>
    sql`insert into param_desired as held (device_id, app_id, org_id, revision, set_id, hash, state, rev)
      select id, ${appId}, org_id, 1, ${sets[rev - 1]}, '', ${state}, 1 from device where id = ${id}
      on conflict (device_id, app_id, revision) do update set set_id = excluded.set_id, state = excluded.state`

const isFenced =
  (side: string): Act =>
  (id) =>
    sql`insert into device_fence (device_id, station_id, state, since) values (${id}, uuid7(), ${side}, now())
      on conflict (device_id) do update set state = excluded.state, turning_since = now()`
const leavesFence: Act = (id) => sql`delete from device_fence where device_id = ${id}`
const isLocked =
  (state: string): Act =>
  (id) =>
    sql`insert into device_lock (device_id, state) values (${id}, ${state})
      on conflict (device_id) do update set state = excluded.state`

const condition = (
  field: FilterCondition['field'],
  op: FilterCondition['op'],
  ...values: string[]
): Filter => ({ field, op, values })

/** What finds a terminal once something has happened to it, and no longer after something else. */
const cases: readonly (readonly [Filter, Act, Act])[] = [
  [condition('alarmKind', 'in', 'TAMPER', 'ROOT'), raises('TAMPER', 'CRITICAL'), closes],
  [condition('alarmSeverity', 'in', 'CRITICAL'), raises('OFFLINE', 'CRITICAL'), closes],
  [condition('alarmKind', 'notIn', 'PAPER'), closes, raises('PAPER', 'LOW')],
  [
    condition('security', 'in', 'TAMPERED'),
    tells({ isTampered: true }),
    tells({ isTampered: false }),
  ],
  [condition('security', 'in', 'ROOTED'), tells({ isRooted: true, isTampered: true }), tells({})],
  [condition('security', 'in', 'KEY_MISSING'), lacksKey, hasKeys],
  [condition('security', 'in', 'CLONE_SUSPECT'), raises('CLONE_SUSPECT', 'CRITICAL'), closes],
  [
    condition('security', 'in', 'OK'),
    tells({ isRooted: false }),
    raises('CLONE_SUSPECT', 'CRITICAL'),
  ],
  [condition('security', 'in', 'OK', 'CLONE_SUSPECT'), tells({}), tells({ isRooted: true })],
  [condition('app', 'hasAny', 'com.bank.pay', 'com.bank.no'), has(31, '3.1'), hasNot],
  [condition('app', 'hasNone', 'com.bank.pay'), hasNot, has(31, '3.1')],
  [condition('appVersion', 'older', 'com.bank.pay=3.10'), has(39, '3.9'), has(310, '3.10')],
  [condition('appVersion', 'newer', 'com.bank.pay = 3.9'), has(310, '3.10'), has(39, '3.9')],
  [condition('appVersion', 'is', 'com.bank.pay=310'), has(310, '3.10'), hasNot],
  [condition('appVersion', 'isNot', 'com.bank.pay=3.10'), has(39, '3.9'), has(310, '3.10')],
  [condition('paramStand', 'in', 'DRIFT'), wants(1, 'DRIFT'), wants(1, 'APPLIED')],
  [condition('paramStand', 'in', 'BEHIND'), wants(1, 'FAILED'), wants(1, 'DRIFT')],
  [condition('paramStand', 'in', 'IN_SYNC'), wants(1, 'APPLIED'), wants(1, 'PENDING')],
  [condition('paramRevision', 'is', 'pay=2'), wants(2, 'APPLIED'), wants(2, 'PENDING')],
  [condition('paramRevision', 'older', 'PAY=3'), wants(2, 'APPLIED'), wants(3, 'APPLIED')],
  [condition('paramRevision', 'newer', 'PAY=2'), wants(3, 'APPLIED'), wants(1, 'APPLIED')],
  [condition('fence', 'in', 'OUT'), isFenced('OUT'), isFenced('IN')],
  [condition('fence', 'in', 'IN', 'OUT'), isFenced('IN'), leavesFence],
  [condition('lock', 'in', 'LOCKED', 'LOCKING'), isLocked('LOCKED'), isLocked('NONE')],
  [condition('lock', 'in', 'NONE'), isLocked('NONE'), isLocked('UNLOCKING')],
]

describe('a filter by how terminals stand', () => {
  it.each(cases)('%j finds them, and a group by it follows', async (filter, comes, goes) => {
    const [one = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'ST', count: 2 })
    const { db, live } = app.platform
    const body = { name: 'Some', orgId: app.rootId, type: 'DYNAMIC' as const, filter }
    const { id } = await admin.get(groups.add, { body })
    await keepMembership(db, live)
    const query = { pageSize: 100, tree: JSON.stringify(filter) }
    const isFound = async () => {
      await keepMembership(db, live)
      const { list } = await admin.get(devices.page, { query })
      const { rows } = await sql<{
        isMember: boolean
      }>`select exists (select from device_group_member
        where group_id = ${id} and device_id = ${one}) as is_member`.execute(db)
      return [list.some((device) => device.id === one), rows[0]?.isMember]
    }
    await comes(one).execute(db)
    expect(await isFound()).toEqual([true, true])
    await goes(one).execute(db)
    const { rows } = await sql`select distinct device_id from device_changed`.execute(db)
    expect(rows).toEqual([{ deviceId: one }])
    expect(await isFound()).toEqual([false, false])
  })
})

/** A terminal is connected from there, and has told which zone its clock shows. */
async function callsFrom(id: string, ip: string): Promise<void> {
  await sql`insert into device_state (device_id, last_seen_at, free_mb) values (${id}, now(), 512)`.execute(
    app.platform.db,
  )
  await sql`insert into device_online (device_id, since, session_id, ip)
    values (${id}, now(), uuid7(), ${ip})`.execute(app.platform.db)
  await sql`insert into device_snapshot (device_id, kind, document, reported_at)
    values (${id}, 'info', '{"timezone": "Asia/Baghdad"}', now())
    on conflict (device_id, kind) do update set document = device_snapshot.document || excluded.document`.execute(
    app.platform.db,
  )
}

it('shows how a terminal stands in its row', async () => {
  const [one = '', two = ''] = await addDevices(app, estate, {
    orgId: app.rootId,
    prefix: 'ROW',
    count: 2,
  })
  const { db } = app.platform
  // Values are brought anew to an application that has just come.
  await install(app, { deviceId: one, package: 'com.bank.pay', code: 1 })
  for (const act of [
    tells({ isRooted: true, isTampered: true, parts: { OS: '11' }, patch: '2026-05' }),
    raises('CLONE_SUSPECT', 'CRITICAL'),
    raises('PAPER', 'LOW'),
    wants(1, 'DRIFT'),
  ])
    await act(one).execute(db)
  await sql`insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
    values (${one}, 33, 44, 'GPS', now(), '2026-05-01T10:00:00Z')`.execute(db)
  await callsFrom(one, '192.0.2.7')
  await sql`insert into device_app_use (at, device_id, org_id, vendor_id, model_id, package, launches, minutes, told_at)
    select now() - interval '1 day', id, org_id, vendor_id, model_id, used.package, 1, used.minutes, now() from device
      cross join (values ('com.bank.pay', 90), ('com.bank.till', 30)) as used (package, minutes)
    where id = ${one}`.execute(db)
  const { rows } = await sql<{
    ticketNo: string
  }>`insert into repair (device_id, fault, severity, description)
    values (${one}, 'PRINTER', 'LOW', 'x') returning ticket_no`.execute(db)
  await sql`with label as (insert into classification (name, code, dimension, colour, exclusive)
      values ('Pilot', 'PILOT', 'RING', '#000000', false) returning id)
    insert into device_classification (classification_id, device_id, by_rule) select id, ${one}, false from label`.execute(
    db,
  )
  await lacksKey(one).execute(db)
  await sql`update app set name = 'Bank Pay' where id = ${appId}`.execute(db)
  const { list } = await admin.get(devices.page, { query: { sn: 'ROW', more: 'stand' } })
  expect(list.find(({ id }) => id === one)).toMatchObject({
    security: ['TAMPERED', 'ROOTED', 'KEY_MISSING', 'CLONE_SUSPECT'],
    openAlarms: 2,
    worstSeverity: 'CRITICAL',
    paramStand: 'DRIFT',
    driftedApps: 1,
    osVersion: '11',
    patchLevel: '2026-05',
    freeMb: 512,
    locatedAt: '2026-05-01T10:00:00.000Z',
    repairNo: rows[0]?.ticketNo,
    repairState: 'REPORTED',
    ip: '192.0.2.7',
    timezone: 'Asia/Baghdad',
    labels: ['Pilot'],
    mainApp: 'com.bank.pay',
    mainAppName: 'Bank Pay',
    mainAppVersion: expect.any(String),
    categoryName: expect.any(String),
  })
  expect(list.find(({ id }) => id === two)).toMatchObject({
    security: [],
    openAlarms: 0,
    worstSeverity: null,
    paramStand: null,
    driftedApps: 0,
    osVersion: null,
    freeMb: null,
    locatedAt: null,
    repairNo: null,
    ip: null,
    timezone: null,
    mainApp: null,
    mainAppName: null,
    mainAppVersion: null,
    labels: [],
  })
  expect(await admin.get(devices.detail, { params: { id: one } })).toMatchObject({
    openAlarms: 2,
    freeMb: 512,
  })
})

it('finds terminals by how they stand, and orders no list by what is found out row by row', async () => {
  const two = { orgId: app.rootId, prefix: 'ROW', count: 2 }
  const [one = ''] = await addDevices(app, estate, two)
  await install(app, { deviceId: one, package: 'com.bank.pay', code: 1 })
  for (const act of [tells({ isRooted: true }), wants(1, 'DRIFT')])
    await act(one).execute(app.platform.db)
  const [usual] = (await admin.get(devices.page, { query: { sn: 'ROW' } })).list
  expect(usual).not.toHaveProperty('openAlarms')
  for (const [query, found] of [
    [{ security: 'ROOTED' }, 1],
    [{ security: 'OK' }, 0],
    [{ paramStand: 'DRIFT' }, 1],
    [{ paramStand: 'IN_SYNC' }, 0],
  ] as const)
    expect(await admin.get(devices.page, { query: { sn: 'ROW', ...query } })).toMatchObject({
      total: found,
    })
  expect(await admin.call(devices.page, { query: { sortField: 'openAlarms' } })).toMatchObject({
    code: codes.badRequest,
  })
})

it('knows by its own word which application a terminal is there for, though it is not installed', async () => {
  const [id = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'APP', count: 1 })
  await tells({ settings: { launcher: 'com.bank.home' } })(id).execute(app.platform.db)
  const started = await admin.get(devices.detail, { params: { id } })
  expect(started).toMatchObject({ mainApp: 'com.bank.home', mainAppVersion: null })
})
