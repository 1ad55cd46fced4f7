import { codes, exportOf, mqttApks, orgApks } from '@muster/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../../test/appEstate.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { followPushes } from '../../device/push/follow.ts'
import { followCompliance } from './compliance.queries.ts'
import { giveMandatory, takeAway } from './mandatory.ts'
import { followPolicies } from './policy.worker.ts'

let app: TestApp
let admin: TestUser
let branchId: string
let deviceIds: string[]
let name: string
let appId: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  const branch = { name: 'Branch', code: 'branch', parentId: app.rootId }
  branchId = (await addOrganization(app.platform, branch)).id
  deviceIds = await addDevices(app, estate, { orgId: branchId, prefix: 'MAN', count: 12 })
})
afterAll(() => app.close())
beforeEach(async () => {
  await place(deviceIds, branchId)
  name = `com.bank.man${++made}`
  appId = await addApp(app, { orgId: app.rootId, package: name })
})

const add = (more: object = {}) =>
  admin.get(orgApks.add, {
    body: { name: 'Policy', orgId: branchId, appId, policy: 'MANDATORY', ...more },
  })
const place = (ids: readonly string[], orgId: string) =>
  sql`update device set org_id = ${orgId} where id = any(${[...ids]}::uuid[])`.execute(
    app.platform.db,
  )
const gone = (deviceId: string) =>
  sql`delete from device_app where device_id = ${deviceId} and package = ${name}`.execute(
    app.platform.db,
  )
async function round(): Promise<void> {
  await followPolicies(app.platform)
  await followPushes(app.platform)
}
const figures = async (id: string) => {
  const { countedAt: _, ...counts } = await admin.get(orgApks.compliance, { params: { id } })
  return counts
}
/** What came of a policy, by purpose. */
async function given(id: string) {
  const { rows } = await sql<{ purpose: string; kind: string; size: number; args: object }>`
    select made.purpose, push.kind, push.size, push.args from org_apk_push made
      join push on push.id = made.push_id where made.org_apk_id = ${id} order by push.id`.execute(
    app.platform.db,
  )
  return rows
}

async function statesOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select push.state from org_apk_push made
    join push on push.id = made.push_id where made.org_apk_id = ${id} order by push.id`.execute(
    app.platform.db,
  )
  return rows.map(({ state }) => state)
}
type Trx = Parameters<typeof giveMandatory>[0]
const inTrx = (give: (trx: Trx) => Promise<unknown>) =>
  app.platform.db
    .transaction()
    .execute((db) => give({ db, now: app.platform.now, changed: () => undefined }))
/** What happens while a second person approves what is for so many. */
async function asksFrom(many: number, act: () => Promise<void>): Promise<void> {
  const ask = (from: number) =>
    sql`insert into parameter (key, group_code, value_type, value)
      values ('push.approval.items', 'task', 'int', ${String(from)})
      on conflict (key) do update set value = excluded.value`.execute(app.platform.db)
  await ask(many)
  await act()
  await ask(0)
}

describe('a mandatory policy', () => {
  it('is agreed to by none of those who have changed it, whoever was the last', async () => {
    await addApk(app, { appId, code: 1 })
    const [writer, changer, second] = [
      await signedIn(app, { isSuperAdmin: true }),
      await signedIn(app, { isSuperAdmin: true }),
      await signedIn(app, { isSuperAdmin: true }),
    ]
    const body = { name: 'Policy', orgId: branchId, appId, policy: 'MANDATORY' as const }
    const { id, version } = await writer.get(orgApks.add, { body })
    await changer.get(orgApks.update, { body: { ...body, id, version, remark: 'Soon' } })
    await asksFrom(5, async () => {
      await round()
      expect(await statesOf(id)).toEqual(['APPROVAL'])
      const { rows } = await sql<{ pushId: string }>`select push_id from org_apk_push
        where org_apk_id = ${id}`.execute(app.platform.db)
      const ask = { params: { id: rows[0]?.pushId ?? '' } }
      for (const who of [writer, changer])
        expect((await who.call(mqttApks.approve, ask)).code).toBe(codes.forbidden)
      expect(await second.get(mqttApks.approve, ask)).toMatchObject({ state: 'RUNNING' })
    })
    const { rows } = await sql`select editors from org_apk_giver where org_apk_id = ${id}`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([{ editors: [] }])
  })

  it('gives a version once to terminals that lack it, and the next one again', async () => {
    await addApk(app, { appId, code: 1, state: 'SUPERSEDED' })
    await addApk(app, { appId, code: 2 })
    for (const deviceId of deviceIds.slice(0, 4))
      await install(app, { deviceId, package: name, code: 2 })
    const { id } = await add({ updateMode: 'ASK' })
    await round()
    await round()
    expect(await given(id)).toMatchObject([
      { purpose: 'KEEP', kind: 'APP_INSTALL', size: 8, args: { vc: 2, opt: { ask: true } } },
    ])
    expect(await figures(id)).toMatchObject({ devices: 12, compliant: 4, missing: 8 })
    await gone(deviceIds[0] ?? '')
    await round()
    expect(await given(id)).toMatchObject([{ size: 8 }, { size: 1 }])
    await sql`update apk set state = 'SUPERSEDED' where app_id = ${appId}`.execute(app.platform.db)
    await addApk(app, { appId, code: 3 })
    await round()
    expect((await given(id)).map(({ size }) => size)).toEqual([8, 1, 12])
  })

  it('gives nothing more once it is removed, and gives anew what it could not when it is saved', async () => {
    await addApk(app, { appId, code: 2 })
    const { id } = await add()
    await followCompliance(app.platform.db)
    await admin.get(orgApks.remove, { params: { id } })
    await round()
    expect(await given(id)).toEqual([])
    const other = await add({ name: 'Other' })
    await sql`update org_apk_giver set principal = jsonb_set(principal, '{userId}', to_jsonb(uuid7()))
      where org_apk_id = ${other.id}`.execute(app.platform.db)
    await round()
    expect(await given(other.id)).toEqual([])
    for (const status of ['0', '1'] as const)
      await admin.get(orgApks.setStatus, { params: { id: other.id, status } })
    await round()
    expect(await given(other.id)).toMatchObject([{ size: 12 }])
  })

  it('leaves the rest of what a second person decides about to him, too', async () => {
    await addApk(app, { appId, code: 1 })
    const { id } = await add()
    await place(deviceIds.slice(8), app.rootId)
    await round()
    await sql`update push set state = 'APPROVAL', needs_approval = true
      where id in (select push_id from org_apk_push where org_apk_id = ${id})`.execute(
      app.platform.db,
    )
    await place(deviceIds, branchId)
    await round()
    expect(await statesOf(id)).toEqual(['APPROVAL', 'APPROVAL'])
  })

  it('has a second person decide by all that is given, in however many rounds', async () => {
    await addApk(app, { appId, code: 1 })
    const { id } = await add({ uninstallWhenLeft: true })
    await asksFrom(8, async () => {
      await followCompliance(app.platform.db)
      for (let nth = 0; nth < 3; nth++) await inTrx((trx) => giveMandatory(trx, 5))
      expect(await statesOf(id)).toEqual(['APPROVAL', 'APPROVAL', 'APPROVAL'])
      for (const deviceId of deviceIds) await install(app, { deviceId, package: name, code: 1 })
      await place(deviceIds, app.rootId)
      await followCompliance(app.platform.db)
      for (let nth = 0; nth < 3; nth++) await inTrx((trx) => takeAway(trx, 5))
      expect((await statesOf(id)).slice(3)).toEqual(['APPROVAL', 'APPROVAL', 'APPROVAL'])
    })
  })

  it('asks nobody about what is for fewer', async () => {
    await addApk(app, { appId, code: 1 })
    const { id } = await add()
    await asksFrom(13, async () => {
      await followCompliance(app.platform.db)
      for (let nth = 0; nth < 3; nth++) await inTrx((trx) => giveMandatory(trx, 5))
    })
    expect(await statesOf(id)).toEqual(['RUNNING', 'RUNNING', 'RUNNING'])
  })

  it('takes away from those that it no longer speaks of, if it says so', async () => {
    await addApk(app, { appId, code: 1 })
    for (const deviceId of deviceIds) await install(app, { deviceId, package: name, code: 1 })
    const { id } = await add({ uninstallWhenLeft: true })
    await round()
    await place(deviceIds.slice(0, 3), app.rootId)
    await round()
    await round()
    expect(await given(id)).toMatchObject([{ purpose: 'LEFT', kind: 'APP_UNINSTALL', size: 3 }])
    expect(await figures(id)).toMatchObject({ devices: 9, compliant: 9 })
  })
})

describe('what is mandatory and did not come about is given again', () => {
  const ended = (state: string, code: string | null) =>
    sql`update push_item item set state = ${state}, code = ${code}, ended_at = now() from org_apk_push made, org_apk policy
      where item.push_id = made.push_id and policy.id = made.org_apk_id and policy.app_id = ${appId}
        and item.ended_at is null`.execute(app.platform.db)
  const later = (time: string) =>
    sql`update org_apk_stand set given_at = given_at - ${time}::interval, again_at = again_at - ${time}::interval
      where app_id = ${appId}`.execute(app.platform.db)
  const timesGiven = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer from org_apk_push made
      join org_apk policy on policy.id = made.org_apk_id where policy.app_id = ${appId}`.execute(
      app.platform.db,
    )
    return rows[0]?.count
  }
  const isThere = (is: boolean) =>
    is
      ? sql`insert into device_online (device_id, since, session_id)
          select id, now(), uuid7() from unnest(${deviceIds}::uuid[]) as id`.execute(
          app.platform.db,
        )
      : sql`delete from device_online`.execute(app.platform.db)

  it('to a terminal that was away, once it is back', async () => {
    await addApk(app, { appId, code: 1 })
    await add()
    await round()
    await ended('EXPIRED', 'S601')
    await later('8 days')
    await round()
    expect(await timesGiven()).toBe(1)
    await isThere(true)
    await later('1 day')
    await round()
    await isThere(false)
    expect(await timesGiven()).toBe(2)
  })

  it('where another try may end otherwise, after an hour, then a day, and ten times at most', async () => {
    await addApk(app, { appId, code: 1 })
    const { id } = await add()
    await round()
    await ended('FAILED', 'D101')
    await round()
    expect(await timesGiven()).toBe(1)
    await later('1 hour')
    await round()
    await ended('FILTERED', 'I209')
    await later('1 hour')
    await round()
    expect(await timesGiven()).toBe(2)
    for (let nth = 0; nth < 12; nth++) {
      await later('16 days')
      await round()
      await ended('TIMEOUT', null)
    }
    expect(await timesGiven()).toBe(10)
    for (const status of ['0', '1'] as const)
      await admin.get(orgApks.setStatus, { params: { id, status } })
    await round()
    expect(await timesGiven()).toBe(11)
  })

  it('where it was there and somebody took it away', async () => {
    await addApk(app, { appId, code: 1 })
    await add()
    await round()
    await ended('SUCCESS', null)
    for (const deviceId of deviceIds) await install(app, { deviceId, package: name, code: 1 })
    await later('2 days')
    await round()
    await gone(deviceIds[0] ?? '')
    await round()
    const { rows } = await sql<{ size: number }>`select push.size from org_apk_push made
      join push on push.id = made.push_id join org_apk policy on policy.id = made.org_apk_id
      where policy.app_id = ${appId} order by push.id`.execute(app.platform.db)
    expect(rows.map(({ size }) => size)).toEqual([12, 1])
  })

  it.each([
    ['FAILED', 'I206'],
    ['CANCELLED', null],
    ['FILTERED', 'I205'],
  ])('but not what ended %s %s, and not what still runs', async (state, code) => {
    await addApk(app, { appId, code: 1 })
    await add()
    await round()
    await later('2 days')
    await round()
    await ended(state, code)
    await later('20 days')
    await round()
    expect(await timesGiven()).toBe(1)
  })
})

it('counts terminals by themselves that a version is not made for, and names them', async () => {
  const { db } = app.platform
  const apkId = await addApk(app, { appId, code: 2 })
  await sql`update apk set min_sdk = 30 where id = ${apkId}`.execute(db)
  await tellSdk(deviceIds.slice(0, 3), 25)
  const body = { orgId: branchId, appId }
  expect(await admin.get(orgApks.precheck, { body })).toMatchObject({
    versionName: '1.2',
    count: 9,
    capped: false,
  })
  const { id } = await add()
  await round()
  expect(await figures(id)).toMatchObject({ devices: 12, missing: 9, unfit: 3 })
  expect(await given(id)).toMatchObject([{ size: 9 }])
  const standing = (of: 'MISSING' | 'UNFIT') =>
    admin.get(orgApks.standing, { query: { policyId: id, standing: of } })
  const { list } = await standing('UNFIT')
  expect(list.map(({ why }) => why)).toEqual(['I206', 'I206', 'I206'])
  expect(await standing('MISSING')).toMatchObject({ total: 9, capped: false })
  // The sheet says the same.
  const columns = JSON.stringify([
    ['sn', 'Terminal'],
    ['why', 'Why', 'device.code.{why}'],
  ])
  const { body: sheet } = await admin.file(exportOf(orgApks.standing), {
    query: { policyId: id, standing: 'UNFIT', columns },
  })
  expect(sheet.toString().match(/does not run it/g)).toHaveLength(3)
  const { apps } = await admin.get(orgApks.effective, {
    params: { deviceId: list[0]?.id ?? '' },
  })
  expect(apps.find((one) => one.appId === appId)).toMatchObject({ standing: 'UNFIT' })
  await tellSdk(deviceIds.slice(0, 3), 30)
  await round()
  expect(await figures(id)).toMatchObject({ missing: 12, unfit: 0 })
})

const tellSdk = (ids: readonly string[], sdk: number) =>
  sql`insert into device_snapshot (device_id, kind, document, reported_at)
    select unnest(${[...ids]}::uuid[]), 'info', jsonb_build_object('sdk', ${sdk}::integer), now()
    on conflict (device_id, kind) do update set document = excluded.document`.execute(
    app.platform.db,
  )

it('figures that follow are those of a count of everything', async () => {
  await addApk(app, { appId, code: 2 })
  const own = await add({ versionRule: 'MIN', versionCode: 2 })
  const above = await add({ orgId: app.rootId, policy: 'ALLOWED', name: 'Above' })
  const step = fc.record({
    device: fc.nat(deviceIds.length - 1),
    what: fc.constantFrom('one', 'two', 'gone', 'away', 'back', 'scrapped', 'alive', 'off', 'on'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      for (const { device, what } of steps) await take(deviceIds[device] ?? '', what, own.id)
      await followPolicies(app.platform)
      const followed = [await figures(own.id), await figures(above.id)]
      await sql`delete from org_apk_stand`.execute(app.platform.db)
      await sql`delete from org_apk_compliance`.execute(app.platform.db)
      await followPolicies(app.platform)
      expect(followed).toEqual([await figures(own.id), await figures(above.id)])
    }),
    { numRuns: 15 },
  )
})

/** Something that changes how a terminal stands. */
async function take(deviceId: string, what: string, policyId: string): Promise<void> {
  const { db } = app.platform
  const lifecycle = (to: string) =>
    sql`update device set lifecycle = ${to} where id = ${deviceId}`.execute(db)
  const status = (to: '0' | '1') =>
    admin.call(orgApks.setStatus, { params: { id: policyId, status: to } })
  const acts: Record<string, () => Promise<unknown>> = {
    one: () => install(app, { deviceId, package: name, code: 1 }),
    two: () => install(app, { deviceId, package: name, code: 2 }),
    gone: () => gone(deviceId),
    away: () => place([deviceId], app.rootId),
    back: () => place([deviceId], branchId),
    scrapped: () => lifecycle('SCRAPPED'),
    alive: () => lifecycle('ACTIVE'),
    off: () => status('0'),
    on: () => status('1'),
  }
  await acts[what]?.()
}
