import {
  codes,
  effectiveSettings,
  type FunctionalLevel,
  type FunctionalSettings,
  functionals,
  groups,
  organizationConfig,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let omar: TestUser
let bankId: string
let shopId: string
let deviceId: string
let otherId: string

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  const place = async (code: string, parentId: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId })).id
  bankId = await place('bank', app.rootId)
  shopId = await place('shop', bankId)
  const mallId = await place('mall', app.rootId)
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: shopId, prefix: 'FUN-', count: 1 })
  ;[otherId = ''] = await addDevices(app, estate, { orgId: mallId, prefix: 'MALL-', count: 1 })
})
afterAll(() => app.close())

type Target = Partial<Record<'orgId' | 'modelId' | 'groupId' | 'deviceId', string>>

const add = (level: FunctionalLevel, target: Target, settings: Partial<FunctionalSettings> = {}) =>
  admin.get(functionals.add, { body: { name: `${level} one`, level, ...target, ...settings } })

const impact = (id: string) => admin.get(functionals.impact, { params: { id } })

async function publish(id: string, who = admin) {
  const { version } = await admin.get(functionals.detail, { params: { id } })
  const { count } = await impact(id)
  return who.get(functionals.publish, { params: { id }, body: { version, count } })
}

const remove = (id: string) => admin.get(functionals.remove, { params: { id } })
const effective = (id = deviceId, who = admin) =>
  who.get(effectiveSettings.effective, { params: { deviceId: id } })

/** The form of a profile with these changes. */
type Settings = Partial<FunctionalSettings>
async function change(id: string, settings: Settings, who = admin, over?: number) {
  const row = await admin.get(functionals.detail, { params: { id } })
  const members = Object.keys(functionals.update.schemas.body._zod.def.shape)
  const form = Object.fromEntries(members.map((name) => [name, Reflect.get(row, name)]))
  const body = { ...form, ...settings, version: over ?? row.version }
  return who.call(functionals.update, { body: body as never })
}

describe('the settings of a terminal', () => {
  it('are those of the nearest that says something, value by value, each with its source', async () => {
    const {
      above: _,
      from: __,
      ...own
    } = await admin.get(organizationConfig.get, {
      params: { id: bankId },
    })
    const page = { ...own, heartbeatSeconds: 45, launcher: 'org.bank' }
    await admin.get(organizationConfig.save, { params: { id: bankId }, body: page })
    const first = await effective()
    expect(first.values).toMatchObject({ heartbeatSeconds: 45, launcher: 'org.bank' })
    expect(first.sources['launcher']).toMatchObject({
      source: 'ORGANIZATION_SETTING',
      name: 'bank',
    })
    expect(first.sources['volume']).toMatchObject({ source: 'AGENT' })

    const { modelId } = estate
    const all = await add('PLATFORM', {}, { heartbeatSeconds: 100, volume: 10, brightness: 10 })
    const bank = await add('ORGANIZATION', { orgId: bankId }, { heartbeatSeconds: 200, volume: 20 })
    const model = await add('MODEL', { orgId: app.rootId, modelId }, { volume: 30, infoHours: 3 })
    const ofBank = await add('MODEL', { orgId: bankId, modelId }, { volume: 40 })
    const single = await add('DEVICE', { deviceId }, { volume: 50 })
    expect((await effective()).values.volume).toBeNull()

    const told: [unknown, number][] = []
    for (const { id } of [all, bank, model, ofBank, single]) {
      await publish(id)
      const { values, rev } = await effective()
      told.push([values.volume, rev])
    }
    expect(told.map(([volume]) => volume)).toEqual([10, 20, 30, 40, 50])
    expect(told.map(([, rev]) => rev)).toEqual(told.map(([, rev]) => rev).toSorted((a, b) => a - b))
    const { values, sources } = await effective()
    expect(values).toMatchObject({
      heartbeatSeconds: 200,
      brightness: 10,
      infoHours: 3,
      launcher: 'org.bank',
    })
    expect(sources['heartbeatSeconds']).toMatchObject({ source: 'ORGANIZATION', revision: 1 })
    expect(sources['volume']).toEqual({
      source: 'DEVICE',
      id: single.id,
      name: 'DEVICE one',
      revision: 1,
    })
    expect((await effective(otherId)).values).toMatchObject({ volume: 30, heartbeatSeconds: 100 })

    // What is disabled or removed holds no more, and its terminals are told under a higher revision.
    const before = await effective()
    await admin.get(functionals.setStatus, { params: { id: single.id, status: '0' } })
    const disabled = await effective()
    expect(disabled.values.volume).toBe(40)
    expect(disabled.rev).toBeGreaterThan(before.rev)
    for (const { id } of [all, bank, model, ofBank, single]) await remove(id)
    const after = await effective()
    expect(after.values).toMatchObject({ volume: null, heartbeatSeconds: 45 })
    expect(after.rev).toBeGreaterThan(disabled.rev)
    await sql`delete from functional`.execute(app.platform.db)
    expect((await effective()).rev).toBe(after.rev)
  })

  it('name no profile to whom they do not show it', async () => {
    const all = await add('PLATFORM', {}, { brightness: 66 })
    await publish(all.id)
    const permissions = ['FUNCTIONAL_DETAIL']
    const seller = await signedIn(app, { orgId: shopId, permissions })
    const { values, sources } = await effective(deviceId, seller)
    expect(values.brightness).toBe(66)
    expect(sources['brightness']).toMatchObject({ source: 'PLATFORM', id: null, name: null })
    const foreign = await seller.call(effectiveSettings.effective, {
      params: { deviceId: otherId },
    })
    expect(foreign.code).toBe(codes.notFound)
    await remove(all.id)
  })
})

describe('profiles of groups', () => {
  const addGroup = async (name: string, orgId: string) => {
    const body = { name, type: 'STATIC', orgId, maxMembers: 100, filter: null } as const
    const { id } = await admin.get(groups.add, { body })
    return id
  }
  const join = (groupId: string, sns: string[]) =>
    admin.get(groups.addMembers, { body: { groupId, sns } })
  const leave = (groupId: string, sns: string[]) =>
    admin.get(groups.removeMembers, { body: { groupId, sns } })
  const round = () => keepMembership(app.platform.db, app.platform.live)

  it('are nearer than those of models and farther than one of the terminal, the nearer organisation first', async () => {
    const { modelId } = estate
    const [far, near, newer] = [
      await addGroup('All shops', bankId),
      await addGroup('One shop', shopId),
      await addGroup('One shop later', shopId),
    ]
    for (const id of [far, near, newer]) await join(id, ['FUN-00000'])
    // Made in another order than they are near.
    const single = await add('DEVICE', { deviceId }, { volume: 60 })
    const addOf = (name: string, groupId: string, settings: Partial<FunctionalSettings>) =>
      admin.get(functionals.add, { body: { name, level: 'GROUP', groupId, ...settings } })
    const ofNear = await addOf('Near', near, { volume: 40 })
    const ofFar = await addOf('Far', far, { volume: 30, infoHours: 7 })
    const ofNewer = await addOf('Newer', newer, { volume: 50 })
    const model = await add('MODEL', { orgId: shopId, modelId }, { volume: 20, infoHours: 9 })
    expect(ofNear).toMatchObject({ orgId: shopId, groupName: 'One shop', deviceCount: 1 })
    const told: unknown[] = []
    for (const { id } of [model, ofFar, ofNear, ofNewer, single]) {
      await publish(id)
      told.push((await effective()).values.volume)
    }
    expect(told).toEqual([20, 30, 40, 50, 60])
    expect(await effective()).toMatchObject({
      values: { infoHours: 7 },
      sources: { infoHours: { source: 'GROUP', id: ofFar.id }, volume: { source: 'DEVICE' } },
    })
    expect((await effective(otherId)).values).toMatchObject({ volume: null, infoHours: null })
    expect(await admin.call(groups.remove, { params: { id: near } })).toMatchObject({
      code: codes.warning,
    })
    for (const { id } of [model, ofFar, ofNear, ofNewer, single]) await remove(id)
    await admin.get(groups.remove, { params: { id: near } })
  })

  it('raise the number of who joins or leaves, and it never falls', async () => {
    const groupId = await addGroup('Pilot', bankId)
    const before = (await effective()).rev
    await join(groupId, ['FUN-00000'])
    await round()
    expect((await effective()).rev).toBe(before)
    const profile = await add('GROUP', { groupId }, { volume: 70 })
    await publish(profile.id)
    const published = await effective()
    expect(published.values.volume).toBe(70)
    expect(published.rev).toBeGreaterThan(before)
    await leave(groupId, ['FUN-00000'])
    await round()
    const left = await effective()
    expect(left.values.volume).toBeNull()
    expect(left.rev).toBeGreaterThan(published.rev)
    await join(groupId, ['FUN-00000'])
    await round()
    const back = await effective()
    expect(back.values.volume).toBe(70)
    expect(back.rev).toBeGreaterThan(left.rev)
    await remove(profile.id)
    await leave(groupId, ['FUN-00000'])
    await round()
    expect((await effective()).rev).toBeGreaterThan(back.rev)
  })

  it('are made only for groups that their author sees', async () => {
    const groupId = await addGroup('Hidden', bankId)
    const seller = await signedIn(app, { orgId: shopId, permissions: ['FUNCTIONAL_ADD'] })
    const body = { name: 'Mine', level: 'GROUP', groupId } as const
    expect(await seller.call(functionals.add, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'groupId' }] },
    })
  })
})

describe('a profile', () => {
  it('of the platform is made, changed and published only by who sees everything', async () => {
    const all = await add('PLATFORM', {}, { volume: 11 })
    const permissions = ['ADD', 'EDIT', 'LIST', 'DETAIL', 'PUBLISH', 'STATUS', 'DELETE'].map(
      (verb) => `FUNCTIONAL_${verb}`,
    )
    const seller = await signedIn(app, { orgId: bankId, permissions })
    const { id, version } = all
    const body = { name: 'Mine', level: 'PLATFORM', volume: 99 } as const
    expect(await seller.call(functionals.add, { body })).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'level' }] },
    })
    expect(await change(id, { volume: 99 }, seller)).toMatchObject({ code: codes.notFound })
    const published = { params: { id }, body: { version, count: 2 } }
    expect((await seller.call(functionals.publish, published)).code).toBe(codes.notFound)
    const off = { params: { id, status: '0' as const } }
    expect((await seller.call(functionals.setStatus, off)).code).toBe(codes.notFound)
    expect((await seller.get(functionals.page, { query: {} })).list).toEqual([])
    const above = { name: 'Above', level: 'ORGANIZATION', orgId: app.rootId } as const
    expect(await seller.call(functionals.add, { body: above })).toMatchObject({
      data: { fields: [{ field: 'orgId' }] },
    })
    const mine = { name: 'Mine', level: 'ORGANIZATION', orgId: shopId } as const
    expect((await seller.call(functionals.add, { body: mine })).code).toBe(codes.success)
    await remove(id)
  })

  it('is one of its target, and stays there once it was published', async () => {
    const first = await add('ORGANIZATION', { orgId: bankId }, { volume: 1 })
    const again = { name: 'Again', level: 'ORGANIZATION', orgId: bankId } as const
    expect(await admin.call(functionals.add, { body: again })).toMatchObject({
      data: { fields: [{ field: 'level' }] },
    })
    await publish(first.id)
    const row = await admin.get(functionals.detail, { params: { id: first.id } })
    const { name, version, id } = row
    const moved = { id, version, name, level: 'ORGANIZATION', orgId: app.rootId } as const
    expect(await admin.call(functionals.update, { body: moved })).toMatchObject({
      data: { fields: [{ field: 'level', message: expect.stringContaining('keeps its level') }] },
    })
    await remove(id)
  })

  it('is published as a revision that nobody changes, and brought back as a new one', async () => {
    const { id } = await add('ORGANIZATION', { orgId: bankId }, { volume: 1, infoHours: 2 })
    expect(await impact(id)).toEqual({ count: 1, changed: ['infoHours', 'volume'] })
    expect(await publish(id)).toMatchObject({ revision: 1, isChanged: false, state: 'PUBLISHED' })
    await change(id, { volume: 2, infoHours: null })
    expect((await effective()).values).toMatchObject({ volume: 1, infoHours: 2 })
    expect((await impact(id)).changed).toEqual(['infoHours', 'volume'])
    const second = await publish(id)
    expect((await effective()).values).toMatchObject({ volume: 2, infoHours: null })
    const nothing = { params: { id }, body: { version: second.version, count: 1 } }
    expect(await admin.call(functionals.publish, nothing)).toMatchObject({ code: codes.warning })
    const body = { version: second.version, count: 1, revision: 1, note: 'too quiet' }
    const back = await admin.get(functionals.rollback, { params: { id }, body })
    expect(back).toMatchObject({ revision: 3, volume: 1, infoHours: 2, isChanged: false })
    expect((await effective()).values).toMatchObject({ volume: 1, infoHours: 2 })
    const ends = (holds: boolean, body: object = { ids: [id] }) =>
      admin.get(functionals.rowsImpact, { body: { ...body, holds, withRows: true } })
    const rows = [expect.objectContaining({ sn: 'FUN-00000', orgName: 'shop' })]
    expect(await ends(false)).toEqual({ count: 1, rows })
    expect(await ends(false, { matching: { orgId: bankId } })).toEqual({ count: 1, rows })
    // It holds already.
    expect(await ends(true)).toEqual({ count: 0, rows: [] })
    const told = await admin.get(functionals.revisions, { params: { id } })
    expect(
      told.map(({ revision, state, restores, note, settings }) => [
        revision,
        state,
        restores,
        note,
        settings.volume,
      ]),
    ).toEqual([
      [3, 'PUBLISHED', 1, 'too quiet', 1],
      [2, 'SUPERSEDED', null, null, 2],
      [1, 'SUPERSEDED', null, null, 1],
    ])
    const rewrite = sql`update functional_revision set settings = '{}'`.execute(app.platform.db)
    await expect(rewrite).rejects.toThrow('what was published is not changed')
    await remove(id)
  })

  it('is edited by one of two, and published by one of two', async () => {
    const { id, version } = await add('ORGANIZATION', { orgId: bankId }, { volume: 1 })
    const edits = await Promise.all(
      [admin, omar].map((who, n) => change(id, { volume: 10 + n }, who, version)),
    )
    expect(edits.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
    const now = await admin.get(functionals.detail, { params: { id } })
    const wish = { params: { id }, body: { version: now.version, count: 1 } }
    const published = await Promise.all(
      [admin, omar].map((who) => who.call(functionals.publish, wish)),
    )
    expect(published.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([
      codes.success,
      codes.versionConflict,
    ])
    expect(await admin.get(functionals.revisions, { params: { id } })).toHaveLength(1)
    // Who edits what was published meanwhile is told so, too.
    expect(await change(id, { volume: 3 }, omar, now.version)).toMatchObject({
      code: codes.versionConflict,
    })
    await remove(id)
  })

  it('is not published for another number of terminals than its author saw', async () => {
    const { id, version } = await add('ORGANIZATION', { orgId: bankId }, { volume: 1 })
    const wish = { params: { id }, body: { version, count: 7 } }
    const refused = await admin.call(functionals.publish, wish)
    expect(refused).toMatchObject({ code: codes.countChanged, data: { count: 1 } })
    const row = await admin.get(functionals.detail, { params: { id } })
    expect(row).toMatchObject({ version, revision: null })
    await remove(id)
  })

  it('keeps passwords to itself, also those that are not typed again', async () => {
    const wifi = [{ ssid: 'till', security: 'WPA2' as const, password: 'open sesame' }]
    const body = { name: 'Net', level: 'ORGANIZATION', orgId: bankId, wifi } as const
    const row = await admin.get(functionals.add, { body: { ...body, wifi: [...wifi] } })
    expect(row.wifi).toEqual([
      { ssid: 'till', security: 'WPA2', password: null, hasPassword: true },
    ])
    await change(row.id, { wifi: row.wifi })
    await publish(row.id)
    const { rows } = await sql<{
      text: string
    }>`select (functional_row.*)::text || (select string_agg(
        action.*::text, '') from action_log action) as text
      from functional_row where id = ${row.id}`.execute(app.platform.db)
    expect(rows[0]?.text).not.toContain('sesame')
    const bad = await change(row.id, {
      wifi: [{ ssid: 'other', security: 'WPA3', password: null, hasPassword: false }],
    })
    expect(bad).toMatchObject({ data: { fields: [{ field: 'wifi' }] } })
    await remove(row.id)
  })
})

it('finds what holds for terminals by indexes, whatever their number', async () => {
  const { db } = app.platform
  await sql`delete from functional`.execute(db)
  await sql`insert into functional (name, level, org_id, revision)
    select 'bulk', 'ORGANIZATION', id, null from organization`.execute(db)
  await sql`insert into functional_mark select 'O' || uuid7(), 1 from generate_series(1, 5000)`.execute(
    db,
  )
  await sql`analyze functional, functional_mark, organization`.execute(db)
  const plan =
    await sql`explain select * from setting_layers(${shopId}, ${estate.modelId}, ${deviceId})`.execute(
      db,
    )
  expect(JSON.stringify(plan.rows)).not.toMatch(/Seq Scan on (device|functional_mark)\b/)
  const marks = await sql`explain select max(settings_rev) from functional_mark
    where target = any(array['PLATFORM', ${`O${shopId}`}])`.execute(db)
  expect(JSON.stringify(marks.rows)).toContain('functional_mark_pkey')
})
