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
import { sweepMissedBeats } from '../presence/presence.queries.ts'

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

describe('what ends some day', () => {
  const set = (months: number | null, support: string | null) =>
    app.platform.pool.query(
      `with sold as (update vendor set warranty_months = $1)
        update model set end_of_support = current_date + $2::integer`,
      [months, support],
    )
  const activate = (like: string, ago: string) =>
    app.platform.pool.query(
      'update device set activated_at = now() - $2::interval where sn like $1',
      [like, ago],
    )
  const found = async (query: Query) => (await page(query)).total

  it('ends on the day that months say, also where that day does not exist', async () => {
    const { rows } = await sql<{ wrong: number; asked: number }>`
      select count(*) filter (where ((at at time zone 'UTC') + make_interval(months => months))::date < day
          is distinct from at < activated_before(months, day))::integer as wrong, count(*)::integer as asked
      from generate_series('2027-12-20'::date, '2028-05-02', interval '1 day') as days (moment)
        cross join lateral (select moment::date as day) as told cross join unnest(array[0, 1, 6, 12, 13, 24]) as months
        cross join generate_series(-40, 40) as hours
        cross join lateral (select (day - make_interval(months => months) + make_interval(hours => hours * 3))
          at time zone 'UTC' as at) as activation`.execute(app.platform.db)
    expect(rows[0]).toMatchObject({ wrong: 0, asked: 135 * 6 * 81 })
  })

  it('is the warranty that the vendor gives from the activation on', async () => {
    await activate('NO0000_', '25 months')
    await activate('SH0000_', '24 months -10 days')
    await activate('SO0000_', '1 month')
    expect(await found({ warranty: 'ended' })).toBe(0)
    await set(24, null)
    expect(await found({ warranty: 'ended' })).toBe(10)
    expect(await found({ warranty: 'ended', orgId: south.id })).toBe(0)
    expect(await found({ warranty: 'ending' })).toBe(10)
    await app.platform.pool.query(
      `insert into parameter (key, group_code, value_type, value)
        values ('warranty.alarm.days', 'device', 'int', '5')
        on conflict (key) do update set value = '5'`,
    )
    expect(await found({ warranty: 'ending' })).toBe(0)
    const { list } = await page({ sn: 'NO00000' })
    const params = { id: list[0]?.id ?? '' }
    expect(await admin.get(devices.detail, { params })).toMatchObject({ warrantyWarningDays: 5 })
    const { rows } = await app.platform.pool.query<{ day: string }>(
      `select ((activated_at at time zone 'UTC') + interval '24 months')::date::text as day
        from device where sn = 'NO00000'`,
    )
    expect(list).toMatchObject([{ warrantyEnd: rows[0]?.day, endOfSupport: null }])
    await set(null, null)
    expect(await found({ warranty: 'ended' })).toBe(0)
  })

  it("is a terminal's own warranty before its vendor's, and said whole", async () => {
    await activate('NO0000_', '25 months')
    await set(24, null)
    const [device] = (await page({ sn: 'NO00000' })).list
    const { id = '', version = 0, modelId = '', orgId = '', sn = '' } = device ?? {}
    const form = { id, version, modelId, orgId, sn }
    const half = await admin.call(devices.update, { body: { ...form, warrantyMonths: 12 } })
    expect(half.data).toMatchObject({ fields: [{ field: 'warrantyStart' }] })
    const start = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const own = { warrantyStart: start, warrantyMonths: 120 }
    await admin.get(devices.update, { body: { ...form, ...own } })
    expect(await found({ warranty: 'ended', sn: 'NO0000' })).toBe(9)
    const { rows } = await app.platform.pool.query<{ day: string }>(
      `select ($1::date + interval '120 months')::date::text as day`,
      [start],
    )
    expect((await page({ sn: 'NO00000' })).list).toMatchObject([
      { ...own, warrantyEnd: rows[0]?.day },
    ])
    await app.platform.pool.query(
      `update device set warranty_start = current_date - 400, warranty_months = 12 where sn = 'NO00000'`,
    )
    await set(null, null)
    expect(await found({ warranty: 'ended' })).toBe(1)
    await app.platform.pool.query(
      `update device set warranty_start = current_date - 3, warranty_months = 0 where sn = 'NO00000'`,
    )
    expect(await found({ warranty: 'ended' })).toBe(1)
    await app.platform.pool.query('update device set warranty_start = null, warranty_months = null')
  })

  it('is the support of the model', async () => {
    await set(null, '-1')
    expect(await found({ support: 'ended' })).toBe(35)
    expect(await found({ support: 'ending' })).toBe(0)
    await set(null, '180')
    expect(await found({ support: 'ending', orgId: north.id })).toBe(30)
    await set(null, '181')
    expect(await found({ support: 'ending' })).toBe(0)
    await set(null, null)
  })
})

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
    expect(await operator.get(devices.count, { query: {} })).toEqual({
      total: 30,
      online: 10,
      offline: 10,
      alarmed: 0,
      byLifecycle: { ACTIVE: 30 },
    })
    expect(await admin.get(devices.count, { query: {} })).toEqual({
      total: 35,
      online: 10,
      offline: 10,
      alarmed: 0,
      byLifecycle: { ACTIVE: 30, LOST: 5 },
    })
  })

  it.each<[Query, object]>([
    [
      { keyword: 'sh0000' },
      { total: 10, online: 10, offline: 0, alarmed: 0, byLifecycle: { ACTIVE: 10 } },
    ],
    [{ sn: 'SO' }, { total: 5, online: 0, offline: 0, alarmed: 0, byLifecycle: { LOST: 5 } }],
    [
      { sn: 'NO0000' },
      { total: 10, online: 0, offline: 10, alarmed: 0, byLifecycle: { ACTIVE: 10 } },
    ],
    [{ keyword: 'nowhere' }, { total: 0, online: 0, offline: 0, alarmed: 0, byLifecycle: {} }],
  ])('counts what a search finds: %j', async (query, counts) => {
    expect(await admin.get(devices.count, { query })).toEqual(counts)
    expect((await page(query)).total).toBe((await admin.get(devices.count, { query })).total)
  })

  it('counts a subtree and a model', async () => {
    const { modelId } = estate
    const none = { total: 0, online: 0, offline: 0, alarmed: 0, byLifecycle: {} }
    const inShop = { total: 10, online: 10, offline: 0, alarmed: 0, byLifecycle: { ACTIVE: 10 } }
    const count = (query: Query, user = admin) => user.get(devices.count, { query })
    expect(await count({ orgId: shop.id })).toEqual(inShop)
    expect(await count({ orgId: shop.id, modelId })).toEqual(inShop)
    expect(await count({ modelId: shop.id })).toEqual(none)
    expect(await count({ sn: 'SO' }, operator)).toEqual(none)
    expect(await count({ modelId }, operator)).toMatchObject({ total: 30, online: 10 })
  })

  it('sees the same where his organisations are too many to name', async () => {
    await sql`insert into organization (name, code, type, path, parent_id)
      select 'many ' || n, 'many-' || n, 'AGENT', '', ${north.id} from generate_series(1, 1001) n`.execute(
      app.platform.db,
    )
    expect(await page({}, operator)).toMatchObject({ total: 30 })
    expect(await page({ orgId: shop.id }, operator)).toMatchObject({ total: 10 })
    expect(await page({ sn: 'S' }, operator)).toMatchObject({ total: 10 })
    expect(await operator.get(devices.count, { query: {} })).toMatchObject({
      total: 30,
      online: 10,
    })
    expect(await page({ orgId: north.id })).toMatchObject({ total: 30 })
  })
})

describe('a list too long to sort', () => {
  let place: { id: string }

  /** 50,001 terminals in an organisation and one below it; few of them have a name or were ever seen. */
  beforeAll(async () => {
    const { platform, rootId } = app
    place = await addOrganization(platform, { name: 'huge', code: 'huge', parentId: rootId })
    const annex = await addOrganization(platform, {
      name: 'annex',
      code: 'annex',
      parentId: place.id,
    })
    const other = await addEstate(app, 'Zenith')
    // In parts, because a busy machine takes its time.
    for (let from = 1; from <= 50_001; from += 10_000)
      await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle, name, firmware)
      select 'HU' || lpad(n::text, 6, '0'), case when n % 3 = 0 then ${other.modelId}::uuid else ${estate.modelId} end,
        ${estate.vendorId}, case when n % 7 = 0 then ${annex.id}::uuid else ${place.id} end, 'ACTIVE',
        case when n % 1000 = 1 then 'Till ' || n % 13 end, case when n % 1000 = 2 then '1.' || n end
      from generate_series(${from}::integer, ${Math.min(from + 9_999, 50_001)}::integer) n`.execute(
        platform.db,
      )
    await sql`insert into device_state (device_id, last_seen_at, battery)
      select id, now() - make_interval(secs => right(sn, 6)::integer % 7919), right(sn, 6)::integer % 17
      from device where sn ~ '^HU.*03$'`.execute(platform.db)
    await sql`insert into device_online (device_id, since, session_id)
      select device_id, now() - interval '1 day', uuid7() from device_state
        join device on device.id = device_id where sn ^@ 'HU'`.execute(platform.db)
    // Some of them have been silent for too long and leave.
    await sweepMissedBeats(platform.pool, 120)
  })

  const ask = (query: Query) => admin.get(devices.page, { query: { orgId: place.id, ...query } })

  it('is refused by other columns, and is read from both ends by its own', async () => {
    const refused = await admin.call(devices.page, {
      query: { orgId: place.id, sortField: 'tid' },
    })
    expect(refused).toMatchObject({ status: 409, code: 102 })
    expect(refused.msg).toContain('50,000')
    const last = await ask({ pageNum: 2501 })
    expect(last).toMatchObject({ total: 50001, list: [{ sn: 'HU050001' }] })
    const middle = await ask({ pageNum: 2000 })
    expect(serials(middle.list).slice(0, 2)).toEqual(['HU039981', 'HU039982'])
    const found = await admin.get(devices.page, {
      query: { sn: 'HU', pageNum: 1000, pageSize: 20 },
    })
    expect(found).toMatchObject({ total: 10_000, capped: true })
    expect(found.list[0]?.sn).toBe('HU019981')
    expect(await admin.get(devices.count, { query: { sn: 'HU' } })).toEqual({
      total: 10_000,
      capped: true,
      online: null,
      offline: null,
      alarmed: null,
      byLifecycle: {},
    })
  })

  const orders: readonly (readonly [keyof Device, string])[] = [
    ['name', 'id'],
    ['firmware', 'id'],
    ['updatedAt', 'id'],
    ['lastSeenAt', 'id'],
    ['batteryPercent', 'id'],
    ['orgName', 'sn'],
    ['modelName', 'sn'],
  ]

  it.each(orders)(
    'is sorted by %s on every page, and those without come last',
    async (field, tie) => {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const { rows } = await sql<{ sn: string }>`select sn from device_row
        where sn ^@ 'HU' and deleted_at is null
        order by ${sql.ref(field)} ${sql.raw(sortOrder)} nulls last, ${sql.ref(tie)} ${sql.raw(sortOrder)}`.execute(
          app.platform.db,
        )
        const sorted = rows.map(({ sn }) => sn)
        // The first ones, over the end of those with a value (51 or 501), far inside, and the last one.
        for (const pageNum of [1, 3, 4, 26, 27, 1000, 1700, 2498, 2501]) {
          const { list } = await ask({ sortField: field, sortOrder, pageNum })
          expect(serials(list)).toEqual(sorted.slice((pageNum - 1) * 20, pageNum * 20))
        }
      }
    },
  )

  it('is sorted when it was searched, too', async () => {
    const { rows } = await sql<{ sn: string }>`select sn from device_row
      where sn ^@ 'HU' order by battery_percent, id limit 20`.execute(app.platform.db)
    const query = { sn: 'HU', sortField: 'batteryPercent', sortOrder: 'asc' } as const
    const { list, capped } = await admin.get(devices.page, { query })
    expect(capped).toBe(true)
    expect(serials(list)).toEqual(rows.map(({ sn }) => sn))
  })

  it('keeps a terminal in its order where it moves to', async () => {
    const { list } = await ask({ sortField: 'batteryPercent', sortOrder: 'desc' })
    const [{ id } = { id: '' }] = list
    await sql`update device set org_id = ${south.id} where id = ${id}`.execute(app.platform.db)
    const without = await ask({ sortField: 'batteryPercent', sortOrder: 'desc' })
    expect(without.total).toBe(50_000)
    await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle)
      values ('HU999999', ${estate.modelId}, ${estate.vendorId}, ${place.id}, 'ACTIVE')`.execute(
      app.platform.db,
    )
    const again = await ask({ sortField: 'batteryPercent', sortOrder: 'desc' })
    expect(again.total).toBe(50_001)
    expect(serials(again.list)).toEqual(serials(without.list).filter((sn) => sn !== list[0]?.sn))
    expect(serials(again.list)).not.toContain(list[0]?.sn)
  })
})
