import { orgApks, policyApps } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../../test/appEstate.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { followCompliance } from './compliance.queries.ts'

let rootId = ''
const appIds: string[] = []

lifecycleSpec(orgApks, {
  prepare: async (app) => {
    rootId = app.rootId
    const { rows } = await sql<{ id: string }>`insert into app
        (org_id, package, name, app_type, os_kind)
      select ${rootId}, 'com.app.n' || n, 'App ' || n, 'NORMAL', 'ANDROID'
      from generate_series(1, 400) n returning id`.execute(app.platform.db)
    appIds.push(...rows.map(({ id }) => id))
  },
  make: (n) => ({ name: `Policy ${n}`, orgId: rootId, appId: appIds[n], policy: 'ALLOWED' }),
  text: 'name',
  unique: 'appId',
})

describe('a policy', () => {
  let app: TestApp
  let estate: Estate
  let admin: TestUser
  let branch: { id: string }
  let deviceIds: string[]
  let count = 0

  beforeAll(async () => {
    app = await startTestApp()
    admin = await signedIn(app, { isSuperAdmin: true })
    estate = await addEstate(app)
    const parentId = app.rootId
    branch = await addOrganization(app.platform, { name: 'Branch', code: 'branch', parentId })
    deviceIds = await addDevices(app, estate, { orgId: branch.id, prefix: 'POL', count: 40 })
  })
  afterAll(() => app.close())

  const newApp = async (more: { visibility?: string } = {}) => {
    const name = `com.bank.app${count++}`
    const id = await addApp(app, { orgId: app.rootId, package: name, ...more })
    return { id, package: name }
  }
  const body = (appId: string, more = {}) => ({
    name: 'Policy',
    orgId: app.rootId,
    appId,
    policy: 'MANDATORY' as const,
    ...more,
  })
  const add = (appId: string, more = {}) => admin.get(orgApks.add, { body: body(appId, more) })
  const refused = async (appId: string, more: object) =>
    (await admin.call(orgApks.add, { body: body(appId, more) })).data
  const effective = async (deviceId = deviceIds[0] ?? '') => {
    const { apps } = await admin.get(orgApks.effective, { params: { deviceId } })
    return (appId: string) => apps.find((one) => one.appId === appId)
  }

  it('knows what is installed by the application of the terminal’s own line, not by a stranger’s', async () => {
    const [deviceId = ''] = await addDevices(app, estate, {
      orgId: branch.id,
      prefix: 'LINE',
      count: 1,
    })
    const place = { name: 'Stranger', code: 'stranger', parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, place)
    const theirs = await addApp(app, { orgId, package: 'com.own.till' })
    await addApk(app, { appId: theirs, code: 9 })
    await install(app, { deviceId, package: 'com.own.till', code: 1 })
    const clerk = await signedIn(app, {
      orgId: branch.id,
      permissions: [orgApks.effective.permission],
      dataScope: 'OWN_ORG_AND_BELOW',
    })
    const known = async () =>
      (await clerk.get(orgApks.effective, { params: { deviceId } })).known.map((one) => one.appId)
    expect(await known()).toEqual([theirs])
    const own = await addApp(app, { orgId: branch.id, package: 'com.own.till' })
    expect(await known()).toEqual([own])
    await sql`delete from device where id = ${deviceId}`.execute(app.platform.db)
  })

  it('says what holds for a terminal, and why', async () => {
    const { id, package: name } = await newApp()
    await addApk(app, { appId: id, code: 7 })
    const above = await add(id)
    const below = { name: 'Below', orgId: branch.id, scopeKind: 'ORG' as const }
    // As it may have stood before the stricter one came.
    await sql`update org_apk set status = 0 where id = ${above.id}`.execute(app.platform.db)
    await add(id, { ...below, policy: 'HIDDEN' })
    await sql`update org_apk set status = 1 where id = ${above.id}`.execute(app.platform.db)
    expect((await effective())(id)).toMatchObject({
      policy: 'MANDATORY',
      wantedCode: 7,
      installedCode: null,
      standing: 'MISSING',
      heldBackBy: null,
      decidedBy: {
        id: above.id,
        name: 'Policy',
      },
      overruled: [
        {
          name: 'Below',
          because: 'LOOSER',
        },
      ],
    })
    await install(app, { deviceId: deviceIds[0] ?? '', package: name, code: 7 })
    expect((await effective())(id)).toMatchObject({
      installedCode: 7,
      standing: 'OK',
      heldBackBy: null,
    })
  })

  it('is only made stricter by those below', async () => {
    const { id } = await newApp()
    await add(id, { versionRule: 'MIN', versionCode: 5 })
    const below = { orgId: branch.id }
    const field = { fields: [{ field: 'policy' }] }
    expect(await refused(id, { ...below, policy: 'ALLOWED' })).toMatchObject(field)
    const older = { ...below, versionRule: 'MIN', versionCode: 4 }
    expect(await refused(id, older)).toMatchObject(field)
    await add(id, { ...below, policy: 'PROHIBITED' })
  })

  it('is not emptied by the version rule of one below, whichever was saved first', async () => {
    const { id } = await newApp()
    await addApk(app, { appId: id, code: 7 })
    const below = { name: 'Below', orgId: branch.id, versionRule: 'MIN', versionCode: 1 }
    const first = await add(id, below)
    const above = await add(id)
    expect((await effective())(id)).toMatchObject({
      decidedBy: { id: above.id },
      overruled: [{ id: first.id, because: 'LOOSER' }],
    })
    await admin.get(orgApks.remove, { params: { id: first.id } })
    const field = { fields: [{ field: 'policy' }] }
    expect(await refused(id, below)).toMatchObject(field)
    const track = { ...below, versionRule: 'CHANNEL', versionCode: null, track: 'ALPHA' }
    expect(await refused(id, track)).toMatchObject(field)
    // Whoever asks for the latest may have some of his own at another version.
    await add(id, { versionRule: 'CHANNEL', track: 'BETA', scopeKind: 'ORG' })
  })

  it('names the field that breaks a rule', async () => {
    const { id } = await newApp()
    const own = await newApp({ visibility: 'PRIVATE' })
    const fields = (field: string) => ({ fields: [{ field }] })
    expect(await refused(id, { versionRule: 'MIN' })).toMatchObject(fields('versionCode'))
    const fixed = { versionRule: 'FIXED', versionCode: 9 }
    expect(await refused(id, fixed)).toMatchObject(fields('versionCode'))
    expect(await refused(id, { scopeKind: 'GROUP' })).toMatchObject(fields('groupId'))
    expect(await refused(app.rootId, {})).toMatchObject(fields('appId'))
    const permissions = ['ORGANIZATION_APK_ADD', 'ORGANIZATION_APK_LIST', 'ORGANIZATION_APK_DETAIL']
    const user = await signedIn(app, { orgId: branch.id, permissions })
    const foreign = body(own.id, { orgId: branch.id })
    expect((await user.call(orgApks.add, { body: foreign })).data).toMatchObject(fields('appId'))
    const offered = await user.get(policyApps.list, { query: {} })
    expect(offered.map((one) => one.id)).toContain(id)
    expect(offered.map((one) => one.id)).not.toContain(own.id)
    const { list } = await user.get(orgApks.page, { query: {} })
    expect(list.filter(({ orgId }) => orgId !== branch.id)).toEqual([])
  })

  it('is offered the applications of others with whose they are', async () => {
    const parentId = app.rootId
    const beside = await addOrganization(app.platform, { name: 'Beside', code: 'beside', parentId })
    const { id: above, package: name } = await newApp()
    const own = await addApp(app, { orgId: branch.id, package: name })
    const strange = await addApp(app, { orgId: beside.id, package: name })
    const permissions = ['ORGANIZATION_APK_LIST']
    const offered = async (user: TestUser) => {
      const list = await user.get(policyApps.list, { query: { keyword: name } })
      return new Map(list.map((one) => [one.id, one.orgName]))
    }
    expect(await offered(await signedIn(app, { orgId: branch.id, permissions }))).toEqual(
      new Map([
        [above, undefined],
        [own, undefined],
        [strange, 'Beside'],
      ]),
    )
    expect((await offered(admin)).get(strange)).toBeUndefined()
  })

  it('counts those that comply as the view of each terminal says it', async () => {
    const { id, package: name } = await newApp()
    await addApk(app, { appId: id, code: 3 })
    const policy = await add(id)
    for (const [n, deviceId] of deviceIds.entries())
      if (n < 10) await install(app, { deviceId, package: name, code: n < 6 ? 3 : 2 })
    await app.platform.db.transaction().execute((trx) => followCompliance(trx))
    const figures = await admin.get(orgApks.compliance, { params: { id: policy.id } })
    expect(figures).toMatchObject({
      devices: 40,
      compliant: 6,
      missing: 30,
      outdated: 4,
      forbidden: 0,
    })
    const standings = await Promise.all(
      deviceIds.map(async (deviceId) => (await effective(deviceId))(id)?.standing),
    )
    expect(standings.filter((one) => one === 'OK')).toHaveLength(6)
    const query = { appId: id, broken: 'true' as const }
    expect((await admin.get(orgApks.page, { query })).list).toMatchObject([
      { devices: 40, compliant: 6 },
    ])
  })

  it('is copied to organisations, but where something stricter stands', async () => {
    const [one, two] = [await newApp(), await newApp()]
    const from = await addOrganization(app.platform, {
      name: 'From',
      code: 'from',
      parentId: app.rootId,
    })
    await add(one.id, { orgId: from.id })
    await add(two.id, { orgId: from.id, policy: 'HIDDEN' })
    await add(two.id, { policy: 'PROHIBITED' })
    const copy = { body: { fromOrgId: from.id, orgIds: [branch.id] } }
    expect(await admin.get(orgApks.copy, copy)).toEqual({ count: 1, kept: 1 })
    expect(await admin.get(orgApks.copy, copy)).toEqual({ count: 0, kept: 2 })
  })
})
