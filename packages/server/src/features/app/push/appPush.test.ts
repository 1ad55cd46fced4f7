import { apks, codes, mqttApks, mqttTasks, orgApks, type Push } from '@muster/contract'
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
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { followPushes } from '../../device/push/follow.ts'

const rights = ['LIST', 'DETAIL', 'ADD'].map((right) => `MQTT_APK_${right}`)
const signer = 'a'.repeat(64)

let app: TestApp
let estate: Estate
let admin: TestUser
let shopId: string
let shopkeeper: TestUser
let appId: string
let name: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
  shopId = (await addOrganization(app.platform, shop)).id
  shopkeeper = await signedIn(app, { orgId: shopId, permissions: rights })
})
afterAll(() => app.close())
beforeEach(async () => {
  name = `com.bank.pay${++made}`
  appId = await addApp(app, { orgId: app.rootId, package: name })
})

/** A version that terminals may be brought, signed. */
async function version(code: number, state = 'ONLINE'): Promise<string> {
  const id = await addApk(app, { appId, code, state })
  await sql`update apk set signer_sha256 = ${signer} where id = ${id}`.execute(app.platform.db)
  return id
}

const terminals = (count: number, orgId = app.rootId) =>
  addDevices(app, estate, { orgId, prefix: `PUSH${made}-`, count })
const has = async (deviceId: string | undefined, code: number, by = signer) => {
  await install(app, { deviceId: deviceId ?? '', package: name, code })
  await sql`update device_app set signer = ${by.slice(0, 16)} where device_id = ${deviceId}`.execute(
    app.platform.db,
  )
}
const bring = (apkId: string, ids: readonly string[], opt: object = {}) => ({
  body: { want: { action: 'INSTALL' as const, apkId, opt }, targets: { ids: [...ids] } },
})
const leftOut = async (apkId: string, ids: readonly string[], opt = {}) => {
  const preview = await admin.get(mqttApks.precheck, bring(apkId, ids, opt))
  return [preview.given, ...preview.leftOut.map(({ code }) => code).sort()]
}
const follow = () => followPushes({ ...app.platform, now: () => new Date() })

/** Gives it and has its terminals written down. */
async function give(input: ReturnType<typeof bring>, user = admin): Promise<Push> {
  const { id } = await user.get(mqttApks.add, input)
  await follow()
  return user.get(mqttApks.detail, { params: { id } })
}
const succeed = (pushId: string, deviceIds: readonly string[]) =>
  sql`update push_item set state = 'SUCCESS', ended_at = now()
    where push_id = ${pushId} and device_id = any(${[...deviceIds]}::uuid[])`.execute(
    app.platform.db,
  )

describe('an installation', () => {
  it('passes by terminals that have it, or a newer one, or one that somebody else signed', async () => {
    const apkId = await version(5)
    const ids = await terminals(5)
    await has(ids[0], 5)
    await has(ids[1], 6)
    await has(ids[2], 4, 'b'.repeat(64))
    await has(ids[3], 4)
    expect(await leftOut(apkId, ids)).toEqual([2, 'I202', 'I203', 'I204'])
    expect(await leftOut(apkId, ids, { downgrade: true })).toEqual([3, 'I202', 'I204'])
    // One whose signer has handed its place on is followed by it.
    await sql`update apk set lineage = array[${'b'.repeat(64)}] where id = ${apkId}`.execute(
      app.platform.db,
    )
    expect(await leftOut(apkId, ids)).toEqual([3, 'I202', 'I203'])
    await sql`update apk set lineage = '{}' where id = ${apkId}`.execute(app.platform.db)
    const push = await give(bring(apkId, ids))
    expect(push).toMatchObject({
      kind: 'APP_INSTALL',
      package: name,
      versionName: '1.5',
      title: `${name} 1.5`,
      waiting: 2,
      leftOut: 3,
    })
    const { list } = await admin.get(mqttApks.items, { query: { pushId: push.id } })
    expect(list.map(({ state, code }) => `${state} ${code ?? ''}`.trim()).sort()).toEqual([
      'FILTERED I202',
      'FILTERED I203',
      'FILTERED I204',
      'QUEUED',
      'QUEUED',
    ])
    expect(list.find(({ code }) => code === 'I202')?.deviceId).toBe(ids[0])
  })

  it('passes by models that it is not for', async () => {
    const apkId = await version(1)
    const ids = await terminals(1)
    const other = await addEstate(app, `Other${made}`)
    await sql`update apk set model_ids = array[${other.modelId}]::uuid[] where id = ${apkId}`.execute(
      app.platform.db,
    )
    expect(await leftOut(apkId, ids)).toEqual([0, 'I205'])
  })

  it('passes by terminals whose system or processor does not run it', async () => {
    const apkId = await version(1)
    await sql`update apk set min_sdk = 30, abis = '{arm64-v8a}' where id = ${apkId}`.execute(
      app.platform.db,
    )
    const ids = await terminals(4)
    const said = [{ sdk: 29 }, { sdk: 31, abis: ['armeabi-v7a'] }, { sdk: 30, abis: ['arm64-v8a'] }]
    for (const [nth, document] of said.entries())
      await sql`insert into device_snapshot (device_id, kind, document, reported_at)
        values (${ids[nth]}, 'info', ${JSON.stringify(document)}, now())`.execute(app.platform.db)
    expect(await leftOut(apkId, ids)).toEqual([2, 'I206'])
  })

  it('passes by terminals without space for twice its package', async () => {
    const apkId = await version(1)
    await sql`update upload set bytes = 40 * 1024 * 1024 where id = (select file_id from apk where id = ${apkId})`.execute(
      app.platform.db,
    )
    const ids = await terminals(3)
    for (const [nth, free] of [79, 80].entries())
      await sql`insert into device_state (device_id, last_seen_at, free_mb) values (${ids[nth]}, now(), ${free})`.execute(
        app.platform.db,
      )
    expect(await leftOut(apkId, ids)).toEqual([2, 'D107'])
  })

  it('passes by terminals that lack what the version needs', async () => {
    const apkId = await version(9)
    const ids = await terminals(4)
    const needs = (values: object) =>
      app.platform.db.updateTable('apk').set(values).where('id', '=', apkId).execute()
    await has(ids[0], 4)
    await has(ids[1], 6)
    await needs({ minPreviousCode: 5 })
    expect(await leftOut(apkId, ids)).toEqual([1, 'I208'])
    await needs({
      minPreviousCode: null,
      dependencies: JSON.stringify([{ package: 'org.base', code: 3 }]),
    })
    for (const [nth, code] of [2, 3].entries())
      await install(app, { deviceId: ids[nth] ?? '', package: 'org.base', code })
    expect(await leftOut(apkId, ids)).toEqual([1, 'I209'])
    await needs({ dependencies: '[]', minAgent: '3.2' })
    await sql`update device set agent_version = case id when ${ids[0]} then '3.10' else '3.1' end
      where id = any(${ids.slice(0, 2)}::uuid[])`.execute(app.platform.db)
    expect(await leftOut(apkId, ids)).toEqual([3, 'C401'])
    await needs({ minAgent: null })
    const { rows } = await sql<{
      id: string
    }>`insert into feature (code, name, kind) values ('PRINTS_WELL', 'Prints', 'HARDWARE') returning id`.execute(
      app.platform.db,
    )
    await sql`update app set required_feature_ids = array[${rows[0]?.id}]::uuid[] where id = ${appId}`.execute(
      app.platform.db,
    )
    expect(await leftOut(apkId, ids)).toEqual([0, 'I207'])
    await sql`update model set feature_ids = array[${rows[0]?.id}]::uuid[] where id = ${estate.modelId}`.execute(
      app.platform.db,
    )
    expect(await leftOut(apkId, ids)).toEqual([4])
    await sql`update app set required_feature_ids = '{}' where id = ${appId}`.execute(
      app.platform.db,
    )
  })

  it('removes first what a version says, and asks nobody where it must be taken', async () => {
    const apkId = await version(1)
    await sql`update apk set uninstall_first = true, force_update = true where id = ${apkId}`.execute(
      app.platform.db,
    )
    const ids = await terminals(1)
    await has(ids[0], 0, 'b'.repeat(64))
    expect(await leftOut(apkId, ids)).toEqual([1])
    const { id } = await give(bring(apkId, ids, { ask: true, idle: true }))
    const { args } = await admin.get(mqttApks.detail, { params: { id } })
    expect(args).toMatchObject({ opt: { uninstallFirst: true, idle: true } })
    expect(args).not.toMatchObject({ opt: { ask: true } })
  })

  it('passes by terminals whose organisation prohibits it', async () => {
    const apkId = await version(1)
    const ids = [...(await terminals(1)), ...(await addDevices(app, estate, ofShop()))]
    await sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
      values ('No', ${shopId}, ${appId}, 'PROHIBITED', 'SUBTREE')`.execute(app.platform.db)
    expect(await leftOut(apkId, ids)).toEqual([1, 'C402'])
  })

  it('is judged gate by gate for one terminal by the same list', async () => {
    const [id = ''] = await terminals(1)
    await has(id, 3, 'b'.repeat(64))
    const why = () => admin.get(orgApks.whyApp, { params: { deviceId: id, appId } })
    expect(await why()).toEqual({ versionName: null, gates: [], delivery: [] })
    const apkId = await version(2)
    const { versionName, gates } = await why()
    expect(versionName).toBe('1.2')
    const shut = gates.filter(({ passes }) => !passes).map(({ code }) => code)
    expect(shut).toEqual(['I204', 'I203'])
    expect(await leftOut(apkId, [id])).toEqual([0, 'I204'])
    const met = gates.map(({ code }) => code).join(' ')
    expect(met).toBe('S608 S604 I205 I202 I204 I203 D107')
    const body = { orgId: null, reason: 'Feast' }
    const halt = await admin.get(mqttTasks.halt, { body })
    const { delivery } = await why()
    await admin.get(mqttTasks.lift, { params: { id: halt.id } })
    expect(delivery).toMatchObject([
      { gate: 'PRESENCE', passes: false, value: 'NEVER' },
      { gate: 'HALT', passes: false, value: 'Feast' },
      { gate: 'BLACKOUT', passes: true },
      { gate: 'PACE', passes: true },
    ])
  })

  it('asks for further rights where it skips what protects the terminal', async () => {
    const apkId = await version(1)
    const ids = await addDevices(app, estate, ofShop())
    for (const opt of [{ downgrade: true }, { force: true }])
      expect((await shopkeeper.call(mqttApks.add, bring(apkId, ids, opt))).code).toBe(
        codes.forbidden,
      )
    const permissions = [...rights, 'MQTT_APK_DOWNGRADE', 'MQTT_APK_FORCE']
    const holder = await signedIn(app, { orgId: shopId, permissions })
    const opt = { downgrade: true, force: true }
    expect(await give(bring(apkId, ids, opt), holder)).toMatchObject({ waiting: 1 })
    const { id } = await shopkeeper.get(mqttApks.add, bring(apkId, ids))
    const roll = await shopkeeper.call(mqttApks.rollBack, { params: { id } })
    expect(roll.code).toBe(codes.forbidden)
  })

  it('is of a version that is offered and that its giver may see', async () => {
    const ids = await addDevices(app, estate, ofShop())
    const field = (message: RegExp) => ({
      code: codes.badRequest,
      data: { fields: [{ field: 'want.apkId', message: expect.stringMatching(message) }] },
    })
    const early = await version(1, 'APPROVED')
    expect(await admin.call(mqttApks.add, bring(early, ids))).toMatchObject(field(/offered/))
    const online = await version(2)
    await sql`update app set visibility = 'PRIVATE' where id = ${appId}`.execute(app.platform.db)
    expect(await shopkeeper.call(mqttApks.add, bring(online, ids))).toMatchObject(field(/./))
    expect(await give(bring(online, ids))).toMatchObject({ waiting: 1 })
  })
})

it('keeps back a version that has been taken away from terminals since', async () => {
  const apkId = await version(1)
  const ids = await terminals(1)
  const wish = bring(apkId, ids)
  const startsAt = new Date(Date.now() + 60_000).toISOString()
  const { id } = await admin.get(mqttApks.add, { body: { ...wish.body, startsAt } })
  await admin.get(apks.offline, { params: { id: apkId }, body: { reason: 'It steals cards' } })
  await followPushes({ ...app.platform, now: () => new Date(Date.now() + 120_000) })
  const { list } = await admin.get(mqttApks.items, { query: { pushId: id } })
  expect(list).toMatchObject([{ state: 'FILTERED', code: 'S605' }])
})

const ofShop = () => ({ orgId: shopId, prefix: `SHOP${made}-`, count: 1 })

it('removes an application from those that have it', async () => {
  const ids = await terminals(2)
  await has(ids[0], 1)
  const want = { action: 'UNINSTALL' as const, appId, opt: {} }
  const { id } = await admin.get(mqttApks.add, { body: { want, targets: { ids } } })
  await follow()
  const shown = await admin.get(mqttApks.detail, { params: { id } })
  expect(shown).toMatchObject({ kind: 'APP_UNINSTALL', package: name, waiting: 1, leftOut: 1 })
})

it('removes what the platform does not know, but nothing of the system and nothing that it knows', async () => {
  const ids = await terminals(3)
  const put = (deviceId: string | undefined, source: string) =>
    sql`insert into device_app (device_id, package, version_code, source, seen_at)
      values (${deviceId ?? ''}, 'com.unknown.game', 1, ${source}, now())`.execute(app.platform.db)
  await put(ids[0], 'SIDE_LOADED')
  await put(ids[1], 'SYSTEM')
  const remove = (named: string) =>
    ({ want: { action: 'REMOVE_PACKAGE', package: named, opt: {} }, targets: { ids } }) as const
  const body = remove('com.unknown.game')
  const before = await admin.get(mqttApks.precheck, { body })
  expect(before.leftOut.map(({ code }) => code).toSorted()).toEqual(['I202', 'I214'])
  const { id } = await admin.get(mqttApks.add, { body })
  await follow()
  const shown = await admin.get(mqttApks.detail, { params: { id } })
  expect(shown).toMatchObject({ package: 'com.unknown.game', waiting: 1, leftOut: 2 })
  const known = await admin.call(mqttApks.add, { body: remove(name) })
  expect(known).toMatchObject({ data: { fields: [{ field: 'want.package' }] } })
})

const devicesOf = async (pushId: string) =>
  (await admin.get(mqttApks.items, { query: { pushId } })).list.map(({ deviceId }) => deviceId)

describe('the way back', () => {
  it('brings the version before to those that it has reached', async () => {
    await version(3, 'SUPERSEDED')
    await version(4, 'APPROVED')
    const apkId = await version(5)
    const ids = await terminals(3)
    const push = await give(bring(apkId, ids))
    const params = { id: push.id }
    expect((await admin.call(mqttApks.rollBack, { params })).code).toBe(codes.warning)
    const reached = ids.slice(0, 2)
    await succeed(push.id, reached)
    for (const id of reached) await has(id, 5)
    const { id } = await admin.get(mqttApks.rollBack, { params })
    await follow()
    expect(await admin.get(mqttApks.detail, { params: { id } })).toMatchObject({
      versionName: '1.3',
      size: 2,
      waiting: 2,
      args: { vc: 3, opt: { downgrade: true } },
    })
    const { list } = await admin.get(mqttApks.items, { query: { pushId: id } })
    expect(list.map(({ deviceId }) => deviceId).sort()).toEqual([...reached].sort())
  })

  it('stays on the track, and leaves what is newer by now', async () => {
    await version(2, 'SUPERSEDED')
    const alpha = await version(4, 'ONLINE')
    await sql`update apk set track = 'ALPHA' where id = ${alpha}`.execute(app.platform.db)
    const apkId = await version(5)
    const [older = '', newer = ''] = await terminals(2)
    const push = await give(bring(apkId, [older, newer]))
    await succeed(push.id, [older, newer])
    await has(older, 5)
    await has(newer, 9)
    const { id } = await admin.get(mqttApks.rollBack, { params: { id: push.id } })
    await follow()
    const back = await admin.get(mqttApks.detail, { params: { id } })
    expect(back).toMatchObject({ targetKind: 'reached', args: { vc: 2 } })
    expect(await devicesOf(id)).toEqual([older])
  })

  it('is for those terminals that the caller sees', async () => {
    await version(4, 'SUPERSEDED')
    const apkId = await version(5)
    const [own] = await addDevices(app, estate, ofShop())
    const ids = [own ?? '', ...(await terminals(1))]
    const push = await give(bring(apkId, ids))
    await succeed(push.id, ids)
    await sql`update push set org_id = ${shopId} where id = ${push.id}`.execute(app.platform.db)
    const permissions = [...rights, 'MQTT_APK_DOWNGRADE']
    const holder = await signedIn(app, { orgId: shopId, permissions })
    const { id } = await holder.get(mqttApks.rollBack, { params: { id: push.id } })
    await follow()
    expect(await devicesOf(id)).toEqual([own])
  })

  it('is for any number of terminals', async () => {
    const { db } = app.platform
    await version(4, 'SUPERSEDED')
    const [first] = await terminals(1)
    const push = await give(bring(await version(5), [first ?? '']))
    const many = 10_050
    await sql`insert into device (sn, vendor_id, model_id, org_id, lifecycle)
      select 'MANY-' || lpad(n::text, 6, '0'), vendor_id, model_id, org_id, 'ACTIVE'
      from generate_series(1, ${many}) n, device where device.id = ${first}`.execute(db)
    // Else each item's terminal is sought in all of them.
    await sql`analyze device`.execute(db)
    await sql`insert into push_item (id, push_id, device_id, cmd, state, expires_at, ended_at)
      select item_of(${push.id}), ${push.id}, id, 'APP_INSTALL', 'SUCCESS', now(), now()
      from device where sn ^@ 'MANY-'`.execute(db)
    const { id } = await admin.get(mqttApks.rollBack, { params: { id: push.id } })
    await follow()
    expect(await admin.get(mqttApks.detail, { params: { id } })).toMatchObject({ size: many })
  })

  it('ends where there is no earlier version', async () => {
    const ids = await terminals(1)
    const push = await give(bring(await version(1), ids))
    await succeed(push.id, ids)
    const answer = await admin.call(mqttApks.rollBack, { params: { id: push.id } })
    expect(answer).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining('no earlier version'),
    })
  })
})
