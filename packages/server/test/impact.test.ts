import {
  deviceLife,
  devices,
  type Filter,
  functionals,
  groups,
  stations,
  vendorFeatures,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFeatures } from '../src/features/device/feature/featureSeed.ts'
import { keepMembership } from '../src/features/device/membership/follow.ts'
import { addArea, stationBody } from './stationBody.ts'
import { addOrganization, signedIn, startTestApp, type TestApp, type TestUser } from './testApp.ts'
import { addDevices, addEstate, type Estate } from './testEstate.ts'

// Whoever changes many terminals is told before how many: here each number is held against what
// the change then does.

let app: TestApp
let estate: Estate
let admin: TestUser
let shopId: string
let mallId: string

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  await seedFeatures(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
  const place = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  shopId = await place('shop')
  mallId = await place('mall')
  await terminals('ACT', 4)
  await terminals('LOST', 2, 'LOST')
})
afterAll(() => app.close())

const terminals = (prefix: string, count: number, lifecycle = 'ACTIVE') =>
  addDevices(app, estate, { orgId: shopId, prefix, count, lifecycle })

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...some].filter((one) => !others.has(one)))

async function counted(condition: string, values: readonly unknown[] = []): Promise<number> {
  const text = `select count(*)::int as count from device where ${condition}`
  const { rows } = await app.platform.pool.query<{ count: number }>(text, [...values])
  return rows[0]?.count ?? 0
}

it('a state that many go to: those who may, and who stays by which state', async () => {
  const matching = { orgId: shopId }
  const params = { event: 'SUSPEND' as const }
  const told = await admin.get(deviceLife.impact, { params, body: { matching, withRows: true } })
  expect(told).toMatchObject({ total: 6, may: 4, kept: [{ lifecycle: 'LOST', count: 2 }] })
  const body = { matching, count: told.total, reason: 'The shop is being rebuilt' }
  await admin.get(deviceLife.suspendMany, { body })
  expect(await counted(`lifecycle = 'SUSPENDED'`)).toBe(told.may)
  const named = told.rows?.filter(({ may }) => may).map(({ sn }) => sn) ?? []
  expect(await counted(`lifecycle = 'SUSPENDED' and sn = any($1)`, [named])).toBe(told.may)
  await app.platform.pool.query(
    `update device set lifecycle = 'ACTIVE' where lifecycle = 'SUSPENDED'`,
  )
})

it('disabling: what matches is counted again, and another number changes nothing', async () => {
  const { total } = await admin.get(devices.page, { query: { orgId: shopId } })
  const matching = { orgId: shopId }
  const disable = (count: number) =>
    admin.call(devices.setStatusMany, {
      params: { status: '0' } as never,
      body: { matching, count },
    })
  expect((await disable(total - 1)).code).not.toBe(200)
  expect(await counted('status = 0')).toBe(0)
  expect((await disable(total)).code).toBe(200)
  expect(await counted('status = 0')).toBe(total)
  await app.platform.pool.query('update device set status = 1')
})

it('moving to another organisation', async () => {
  const matching = { sn: 'LOST' }
  const told = await admin.get(deviceLife.impact, {
    params: { event: 'MOVE' },
    body: { matching },
  })
  await admin.get(deviceLife.moveMany, { body: { matching, count: told.total, orgId: mallId } })
  expect(await counted('org_id = $1', [mallId])).toBe(told.may)
  await app.platform.pool.query('update device set org_id = $1', [shopId])
})

it('another filter of a group: who joins and who leaves', async () => {
  const of = (sn: string): Filter => ({ field: 'sn', op: 'begins', values: [sn] })
  const form = { name: 'Some', orgId: shopId, type: 'DYNAMIC' as const }
  const group = await admin.get(groups.add, { body: { ...form, filter: of('ACT') } })
  const settle = () => keepMembership(app.platform.db, app.platform.live)
  await settle()
  const held = async () => {
    const { list } = await admin.get(groups.members, { query: { groupId: group.id } })
    return new Set(list.map(({ sn }) => sn))
  }
  const before = await held()
  const filter: Filter = { any: [of('LOST'), of('ACT00000')] }
  const told = await admin.get(groups.preview, {
    body: { orgId: shopId, filter, groupId: group.id, withRows: true },
  })
  const { version } = await admin.get(groups.detail, { params: { id: group.id } })
  await admin.get(groups.update, { body: { ...form, filter, id: group.id, version } })
  await settle()
  const after = await held()
  const [joined, left] = [without(after, before), without(before, after)]
  expect([joined.size, left.size]).toEqual([told.joining, told.leaving])
  const named = (joins: boolean) =>
    new Set(told.rows?.filter((row) => row.joins === joins).map(({ sn }) => sn))
  expect([named(true), named(false)]).toEqual([joined, left])
})

it('a profile: published only for as many as were told', async () => {
  const body = { name: 'Loud', level: 'ORGANIZATION' as const, orgId: shopId, volume: 80 }
  const profile = await admin.get(functionals.add, { body })
  const params = { id: profile.id }
  const { count } = await admin.get(functionals.impact, { params })
  expect(count).toBe(await counted('org_id = $1', [shopId]))
  const { version } = profile
  const publish = (number: number) =>
    admin.call(functionals.publish, { params, body: { version, count: number } })
  expect((await publish(count + 1)).code).not.toBe(200)
  expect((await publish(count)).code).toBe(200)
})

it('a row of the matrix: who gains by taking it back is who lost by it', async () => {
  const { vendorId } = estate
  const cells = await admin.get(vendorFeatures.matrix, { params: { vendorId }, query: {} })
  const featureId = cells.find(({ code }) => code === 'NFC')?.featureId ?? ''
  const cell = { vendorId, featureId }
  const ask = (support: 'NO' | null) =>
    admin.get(vendorFeatures.impact, { body: { ...cell, support, withRows: true } })
  const told = await ask('NO')
  expect(told.losing).toBeGreaterThan(0)
  await admin.get(vendorFeatures.setCell, { body: { ...cell, support: 'NO' } })
  expect(await ask('NO')).toMatchObject({ gaining: 0, losing: 0 })
  const back = await ask(null)
  expect(back.gaining).toBe(told.losing)
  expect(back.rows?.map(({ sn }) => sn)).toEqual(told.rows?.map(({ sn }) => sn))
})

it('a fence: asked again once it is in force, it moves nobody', async () => {
  const at = { latitude: 33.3, longitude: 44.4 }
  const body = stationBody(1, { orgId: shopId, areaId: await addArea(app), ...at })
  const shop = await admin.get(stations.add, { body })
  await app.platform.pool.query(`update device set station_id = $1 where sn like 'ACT%'`, [shop.id])
  await app.platform.pool.query(
    `insert into device_position (device_id, latitude, longitude, accuracy, source, moved_at, reported_at)
      select id, $1 + row_number() over (order by sn) * 150 / 111195.0, $2, 5, 'GPS', now(), now()
      from device where sn like 'ACT%'`,
    [at.latitude, at.longitude],
  )
  const params = { id: shop.id }
  const ask = (radius: number) =>
    admin.get(stations.fenceImpact, { params, body: { fence: circle(radius), withRows: true } })
  const circle = (radius: number) => ({ kind: 'CIRCLE' as const, radius })
  const wide = await ask(1000)
  expect(wide).toMatchObject({ total: 4, inside: 4, leaving: 0 })
  await admin.get(stations.setGeofence, {
    params,
    body: { version: shop.version, fence: circle(1000) },
  })
  expect(await ask(1000)).toMatchObject({ inside: wide.inside, leaving: 0, entering: 0 })
  const told = await ask(200)
  expect(told.rows?.filter(({ before, after }) => before === 'IN' && after === 'OUT').length).toBe(
    told.leaving,
  )
  expect(told.leaving).toBeGreaterThan(0)
})
