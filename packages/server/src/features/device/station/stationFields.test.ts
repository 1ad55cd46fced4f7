import { areas, categories, deviceLife, stations, stationsPath, timezones } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { until } from '../../../../test/until.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let areaId = ''
let northId = ''
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  areaId = await addArea(app)
  const north = { name: 'north', code: 'north', parentId: app.rootId }
  northId = (await addOrganization(app.platform, north)).id
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const body = (more: object = {}) => {
  made += 1
  return stationBody(`f${made}`, { orgId: app.rootId, areaId, ...more })
}
const categoryOf = async () => {
  const { rows } = await app.platform.pool.query<{ id: string; name: string }>(
    'select category.id, category.name from category join model on model.category_id = category.id where model.id = $1',
    [estate.modelId],
  )
  const [category] = rows
  if (!category) throw new Error('no category')
  return category
}

it('says which kinds of terminals work there, and what people keep of it besides', async () => {
  const category = await categoryOf()
  const attributes = [{ name: 'Floor', value: '2' }]
  const one = await admin.get(stations.add, {
    body: body({ categoryIds: [category.id], attributes }),
  })
  expect(one).toMatchObject({ categories: [category], attributes })
  const any = await admin.get(stations.add, { body: body() })
  expect(any).toMatchObject({ categories: [], categoryIds: [], attributes: [] })
  const { list } = await admin.get(stations.page, { query: { categoryId: category.id } })
  // Where no kind is named, any is at home.
  expect(list.map(({ id }) => id).sort()).toEqual([one.id, any.id].sort())
  const nothing = await admin.get(stations.page, { query: { categoryId: areaId } })
  expect(nothing.list.map(({ id }) => id)).toEqual([any.id])
})

it.each([
  ['an unknown kind', { categoryIds: ['00000000-0000-7000-8000-000000000001'] }, 'categoryIds'],
  [
    'an attribute twice',
    {
      attributes: [
        { name: 'Floor', value: '1' },
        { name: 'floor', value: '2' },
      ],
    },
    'attributes',
  ],
  ['an attribute without a name', { attributes: [{ name: '', value: '1' }] }, 'attributes'],
])('takes no %s', async (_, more, field) => {
  const answer = await admin.call(stations.add, { body: body(more) })
  const { fields } = answer.data as unknown as { fields: { field: string }[] }
  expect(fields[0]?.field).toContain(field)
})

it('finds places by name and by position, and only stations that the caller sees', async () => {
  const place = { latitude: 30.5, longitude: 47.8 }
  await admin.get(stations.add, { body: body({ ...place, address: 'Zubair Road, Basra' }) })
  const north = await signedIn(app, { orgId: northId, permissions: ['STATION_LIST'] })
  const named = async (user: TestUser, text: string) =>
    (await user.get(stations.geocode, { body: { text } })).map(({ kind }) => kind)
  expect(await named(admin, 'Basra')).toEqual(['STATION', 'CITY'])
  expect(await named(north, 'Basra')).toEqual(['CITY'])
  // What people type is no pattern.
  expect(await named(admin, '%')).toEqual([])
  const [city, country] = await north.get(stations.geocode, { body: { at: place } })
  expect([city?.name, country?.name]).toEqual(['Basra', 'Iraq'])
  for (const odd of [{}, { text: 'x', at: place }, { at: { latitude: 91, longitude: 0 } }])
    expect((await admin.call(stations.geocode, { body: odd })).code).not.toBe(200)
})

it('takes hours of a fence only where there is a clock for them', async () => {
  const { id, version } = await admin.get(stations.add, {
    body: body({ latitude: 33.3, longitude: 44.4 }),
  })
  const schedule = { from: '21:00', until: '09:00', days: [1, 2] }
  const circle = { kind: 'CIRCLE', radius: 100, points: [], dwellMinutes: 5 } as const
  const put = (more: object) =>
    admin.call(stations.setGeofence, {
      params: { id },
      body: { version, fence: { ...circle, ...more } as never },
    })
  const refused = async (more: object) => {
    const { data } = await put(more)
    return (data as unknown as { fields: { field: string }[] }).fields[0]?.field
  }
  expect(await refused({ schedule })).toBe('schedule')
  const short = { ...schedule, until: '21:05' }
  expect(await refused({ schedule: short, dwellMinutes: 5 })).toBe('dwellMinutes')
  expect(await refused({ schedule: short, dwellMinutes: 4 })).toBe('schedule')
  expect(await refused({ action: 'LOCK', message: 'Back' })).toBe('lockMinutes')
  expect(await refused({ action: 'LOCK', lockMinutes: 5 })).toBe('message')
  expect(await refused({ schedule: { ...schedule, until: '21:00' } })).toMatch(/until|schedule/)
  const { rows } = await app.platform.pool.query<{ id: string }>(
    `insert into timezone (name, zone_id, area_id) values ('Baghdad', 'Asia/Baghdad', $1) returning id`,
    [areaId],
  )
  await app.platform.pool.query('update station set timezone_id = $2 where id = $1', [
    id,
    rows[0]?.id,
  ])
  expect((await put({ schedule, blocksPayments: true })).code).toBe(200)
  const found = await admin.get(stations.geofence, { params: { id } })
  expect(found).toMatchObject({ timeZone: 'Asia/Baghdad', fence: { schedule } })
})

it('“Why not?” says of a terminal outside that it takes no payments, and of whose fence', async () => {
  const { id, version, name } = await admin.get(stations.add, {
    body: body({ latitude: 33.3, longitude: 44.4 }),
  })
  await admin.get(stations.setGeofence, {
    params: { id },
    body: { version, fence: { kind: 'CIRCLE', radius: 100, blocksPayments: true } },
  })
  const of = { orgId: app.rootId, lifecycle: 'ACTIVE', prefix: 'WHY-', count: 1 }
  const [device = ''] = await addDevices(app, estate, of)
  const { pool } = app.platform
  await pool.query('update device set station_id = $2 where id = $1', [device, id])
  const payments = async () =>
    (await admin.get(deviceLife.why, { params: { id: device } })).find(
      ({ wish }) => wish === 'PAYMENTS',
    )
  expect(await payments()).toMatchObject({ isOpen: true })
  await pool.query(
    `insert into device_fence (device_id, station_id, state, since) values ($1, $2, 'OUT', now())`,
    [device, id],
  )
  const outside = await payments()
  expect(outside?.isOpen).toBe(false)
  expect(outside?.gates.find(({ gate }) => gate === 'FENCE')).toMatchObject({
    passes: false,
    value: name,
    until: null,
  })
  // One that locks, in an hour, keeps nobody from paying until then.
  await pool.query(
    `update station set fence = fence || '{"action": "LOCK", "lockMinutes": 60, "blocksPayments": false}' where id = $1`,
    [id],
  )
  expect(await payments()).toMatchObject({ isOpen: true })
  await pool.query(`update station set fence = fence || '{"blocksPayments": true}' where id = $1`, [
    id,
  ])
  // The workshop is no place to be missed from.
  expect((await payments())?.gates).toContainEqual(
    expect.objectContaining({ gate: 'FENCE', passes: false }),
  )
  await pool.query(`update device set lifecycle = 'REPAIR' where id = $1`, [device])
  expect((await payments())?.gates).toContainEqual(
    expect.objectContaining({ gate: 'FENCE', passes: true }),
  )
})

it('keeps in mind who is outside while its fence stays as it is', async () => {
  const { id, version } = await admin.get(stations.add, {
    body: body({ latitude: 33.3, longitude: 44.4 }),
  })
  const fence = { kind: 'CIRCLE', radius: 100 } as const
  const put = (at: number, more: object) =>
    admin.get(stations.setGeofence, {
      params: { id },
      body: { version: at, fence: { ...fence, ...more } },
    })
  const first = await put(version, {})
  const of = { orgId: app.rootId, lifecycle: 'ACTIVE', prefix: 'OUT-', count: 1 }
  const [device = ''] = await addDevices(app, estate, of)
  const { pool } = app.platform
  await pool.query('update device set station_id = $2 where id = $1', [device, id])
  await pool.query(
    `insert into device_fence (device_id, station_id, state, since) values ($1, $2, 'OUT', now())`,
    [device, id],
  )
  const isKnown = async () =>
    (await pool.query('select from device_fence where device_id = $1', [device])).rowCount === 1
  const second = await put(first.version, {})
  expect(await isKnown()).toBe(true)
  await put(second.version, { radius: 200 })
  expect(await isKnown()).toBe(false)
})

it('has a clock for the hours of its fence for as long as it has them', async () => {
  const { pool } = app.platform
  const { id, ...added } = await admin.get(stations.add, {
    body: body({ latitude: 33.3, longitude: 44.4 }),
  })
  const area = { name: 'Clocked', code: 'CLOCKED', type: 'zone' } as const
  const plain = await admin.get(areas.add, { body: area })
  const goBy = (version: number, timezoneId: string | null) =>
    admin.call(areas.update, { body: { ...area, id: plain.id, version, timezoneId } })
  const { rows } = await pool.query<{ id: string }>(
    `insert into timezone (name, zone_id, area_id) values ('Amman', 'Asia/Amman', $1) returning id`,
    [areaId],
  )
  const timezoneId = rows[0]?.id ?? null
  const { data: clocked } = await goBy(plain.version, timezoneId)
  await pool.query(
    `update station set area_id = $2, fence = '{"kind": "CIRCLE", "radius": 100, "points": [], "dwellMinutes": 5,
      "action": "ALARM", "schedule": {"from": "21:00", "until": "09:00", "days": [1]}}' where id = $1`,
    [id, plain.id],
  )
  const said = stationBody(`f${made}`, {
    orgId: app.rootId,
    areaId,
    latitude: 33.3,
    longitude: 44.4,
  })
  const refused = await admin.call(stations.update, {
    body: { ...said, id, version: added.version },
  })
  expect(refused.data).toMatchObject({ fields: [{ field: 'timezoneId' }] })
  const cleared = await goBy(clocked.version, null)
  expect(cleared.data).toMatchObject({ fields: [{ field: 'timezoneId' }] })
  const heard: string[] = []
  const stop = app.platform.live.subscribe(({ path, ids }) => {
    if (path === stationsPath) heard.push(...ids)
  })
  const { rows: other } = await pool.query<{ id: string }>(
    `insert into timezone (name, zone_id, area_id) values ('Cairo', 'Africa/Cairo', $1) returning id`,
    [areaId],
  )
  const cairo = other[0]?.id ?? ''
  expect((await goBy(clocked.version, cairo)).code).toBe(200)
  await until(() => heard.includes(id))
  heard.length = 0
  await admin.get(timezones.update, {
    body: { id: cairo, version: 1, areaId, name: 'Dubai', zoneId: 'Asia/Dubai' },
  })
  await until(() => heard.includes(id))
  stop()
})

it('keeps a kind of terminals while a station names it', async () => {
  const category = await admin.get(categories.add, {
    body: { name: 'Kiosk', code: 'KIOSK', osKind: 'ANDROID' },
  })
  const station = await admin.get(stations.add, { body: body({ categoryIds: [category.id] }) })
  const remove = () => admin.call(categories.remove, { params: { id: category.id } })
  const refused = await remove()
  expect(refused.code).not.toBe(200)
  expect(refused.msg).toContain(station.name)
  await admin.get(stations.remove, { params: { id: station.id } })
  expect((await remove()).code).toBe(200)
})
