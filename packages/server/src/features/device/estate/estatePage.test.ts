import { type Device, devices, type InputOf } from '@muster/contract'
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

type Query = InputOf<typeof devices.page>['query']

let app: TestApp
let admin: TestUser
let operator: TestUser
let estate: Estate
let north: { id: string }
let south: { id: string }
let shop: { id: string }

/** 30 terminals in the north (10 of them in its shop), 5 in the south. */
beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  estate = await addEstate(app)
  const place = (code: string, parentId: string) =>
    addOrganization(platform, { name: code, code, parentId })
  north = await place('north', rootId)
  south = await place('south', rootId)
  shop = await place('shop', north.id)
  await addDevices(app, estate, { orgId: north.id, prefix: 'NO', count: 20 })
  await addDevices(app, estate, { orgId: shop.id, prefix: 'SH', count: 10 })
  await addDevices(app, estate, { orgId: south.id, prefix: 'SO', count: 5, lifecycle: 'LOST' })
  await connect('SH0000_', true)
  await connect('NO0000_', false)
  admin = await signedIn(app, { isSuperAdmin: true })
  const permissions = ['DEVICE_LIST', 'DEVICE_RECYCLE_LIST']
  operator = await signedIn(app, { orgId: north.id, permissions })
})
afterAll(() => app.close())

/** Terminals whose serial number is like this have been seen, and are there still. */
async function connect(like: string, isOnline: boolean): Promise<void> {
  await sql`insert into device_state (device_id, last_seen_at, battery)
    select id, now(), 80 from device where sn like ${like}`.execute(app.platform.db)
  if (isOnline)
    await sql`insert into device_online (device_id, since, session_id)
      select id, now(), uuid7() from device where sn like ${like}`.execute(app.platform.db)
}

const page = (query: Query, user = admin) =>
  user.get(devices.page, { query: { pageSize: 100, ...query } })
const serials = (list: readonly Device[]) => list.map(({ sn }) => sn)

describe('the list of terminals', () => {
  it.each<[string, () => Query, number]>([
    ['nothing', () => ({}), 35],
    ['an organisation with its subtree', () => ({ orgId: north.id }), 30],
    ['the lowest organisation', () => ({ orgId: shop.id }), 10],
    ['the model', () => ({ modelId: estate.modelId }), 35],
    ['the vendor', () => ({ vendorId: estate.vendorId }), 35],
    ['a life cycle', () => ({ lifecycle: 'LOST' }), 5],
    ['a life cycle elsewhere', () => ({ lifecycle: 'LOST', orgId: north.id }), 0],
    ['how serial numbers begin', () => ({ sn: 'no0001' }), 10],
    ['a serial number', () => ({ sn: 'NO00013' }), 1],
    ['a word', () => ({ keyword: '0003' }), 3],
    ['presence', () => ({ presence: 'ONLINE' }), 10],
    ['absence', () => ({ presence: 'OFFLINE' }), 10],
    ['no contact ever', () => ({ presence: 'NEVER' }), 15],
    ['presence and place', () => ({ presence: 'ONLINE', orgId: south.id }), 0],
    ['a wildcard, taken literally', () => ({ sn: 'NO%' }), 0],
    ['an unknown organisation', () => ({ orgId: '00000000-0000-7000-8000-000000000001' }), 0],
  ])('is filtered by %s', async (_, query, total) => {
    const found = await page(query())
    expect(found.total).toBe(total)
    expect(found.list).toHaveLength(total)
    expect(serials(found.list)).toEqual(serials(found.list).toSorted())
  })

  it('gives every terminal once, in order, whichever end a page is nearer to', async () => {
    for (const sortOrder of ['asc', 'desc'] as const) {
      const seen: string[] = []
      for (let pageNum = 1; pageNum <= 5; pageNum++) {
        const query = { pageNum, pageSize: 8, sortField: 'sn', sortOrder }
        seen.push(...serials((await admin.get(devices.page, { query })).list))
      }
      const all = seen.toSorted()
      expect(seen).toEqual(sortOrder === 'asc' ? all : all.toReversed())
      expect(new Set(seen).size).toBe(35)
    }
  })

  it('shows presence, its place and what the terminal last told', async () => {
    const [online] = (await page({ sn: 'SH00000' })).list
    expect(online).toMatchObject({ presence: 'ONLINE', orgName: 'shop', batteryPercent: 80 })
    expect(online?.presenceSince).not.toBeNull()
    const [never] = (await page({ sn: 'SO00000' })).list
    expect(never).toMatchObject({ presence: 'NEVER', presenceSince: null, lastSeenAt: null })
  })

  it.each([
    'lastSeenAt',
    'modelName',
    'orgName',
    'presence',
    'batteryPercent',
    'createdAt',
    'updatedBy',
  ])('is sorted by %s', async (sortField) => {
    for (const sortOrder of ['asc', 'desc'] as const)
      expect((await page({ sortField, sortOrder })).list).toHaveLength(35)
  })

  it('counts no more of a search than it must, and says so', async () => {
    expect((await page({ sn: 'N' })).capped).toBe(false)
    expect((await page({})).capped).toBeUndefined()
  })
})

describe('an operator', () => {
  it('sees and counts the terminals of his organisation and below', async () => {
    expect(await page({}, operator)).toMatchObject({ total: 30 })
    expect(await page({ orgId: south.id }, operator)).toMatchObject({ total: 0, list: [] })
    expect(await page({ orgId: app.rootId }, operator)).toMatchObject({ total: 30 })
    expect(await page({ sn: 'SO' }, operator)).toMatchObject({ total: 0, list: [] })
    expect(await page({ lifecycle: 'LOST' }, operator)).toMatchObject({ total: 0 })
    expect(await operator.get(devices.list, { query: { keyword: 'SO0' } })).toEqual([])
    expect(await operator.get(devices.count, {})).toEqual({
      total: 30,
      online: 10,
      byLifecycle: { ACTIVE: 30 },
    })
    expect(await admin.get(devices.count, {})).toEqual({
      total: 35,
      online: 10,
      byLifecycle: { ACTIVE: 30, LOST: 5 },
    })
  })

  it('sees the same where his organisations are too many to name', async () => {
    await sql`insert into organization (name, code, type, path, parent_id)
      select 'many ' || n, 'many-' || n, 'AGENT', '', ${north.id} from generate_series(1, 1001) n`.execute(
      app.platform.db,
    )
    expect(await page({}, operator)).toMatchObject({ total: 30 })
    expect(await page({ orgId: shop.id }, operator)).toMatchObject({ total: 10 })
    expect(await page({ sn: 'S' }, operator)).toMatchObject({ total: 10 })
    expect(await operator.get(devices.count, {})).toMatchObject({ total: 30, online: 10 })
    expect(await page({ orgId: north.id })).toMatchObject({ total: 30 })
  })
})

describe('a list too long to sort', () => {
  it('is refused by other columns, and is read from both ends by its own', async () => {
    const place = await addOrganization(app.platform, {
      name: 'huge',
      code: 'huge',
      parentId: app.rootId,
    })
    await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle)
      select 'HU' || lpad(n::text, 6, '0'), ${estate.modelId}, ${estate.vendorId}, ${place.id}, 'ACTIVE'
      from generate_series(1, 50001) n`.execute(app.platform.db)
    const query = { orgId: place.id, pageSize: 20 }
    const refused = await admin.call(devices.page, { query: { ...query, sortField: 'name' } })
    expect(refused).toMatchObject({ status: 409, code: 102 })
    expect(refused.msg).toContain('50,000')
    const last = await admin.get(devices.page, { query: { ...query, pageNum: 2501 } })
    expect(last).toMatchObject({ total: 50001, list: [{ sn: 'HU050001' }] })
    const middle = await admin.get(devices.page, { query: { ...query, pageNum: 2000 } })
    expect(serials(middle.list).slice(0, 2)).toEqual(['HU039981', 'HU039982'])
    const found = await admin.get(devices.page, {
      query: { sn: 'HU', pageNum: 1000, pageSize: 20 },
    })
    expect(found).toMatchObject({ total: 10_000, capped: true })
    expect(found.list[0]?.sn).toBe('HU019981')
  })
})
