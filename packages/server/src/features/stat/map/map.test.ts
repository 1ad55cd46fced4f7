import { devices, type Filter, mapStat, stations, writeArea } from '@muster/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { countAreas } from './map.worker.ts'

let app: TestApp
let admin: TestUser
let operator: TestUser
let maker: TestUser
let bank: string
let shop: string
let estate: Estate
let places: Readonly<Record<string, string>>

const world = '-180,-85,180,85'
const permissions = ['STATISTICS_MAP', 'DEVICE_LIST', 'STATION_LIST']
const run = (text: string, values: unknown[] = []) =>
  app.platform.pool.query<Record<string, unknown>>(text, values)
const idOf = async (text: string, values: unknown[] = []) =>
  String((await run(text, values)).rows[0]?.['id'])
const addPlace = (name: string, type: string, parent: string | null) =>
  idOf(
    `insert into timezone_area (name, code, type, parent_id) values ($1, $1, $2, $3) returning id`,
    [name, type, parent],
  )
const addStation = (name: string, orgId: string, areaId: string) =>
  idOf(
    `insert into station (name, code, type, org_id, area_id, address, contact, phone, latitude, longitude)
      values ($1, $1, 'SHOP', $2, $3, 'Street', 'Zainab', '+964', 30.5, 47.8) returning id`,
    [name, orgId, areaId],
  )
const count = async () => {
  await run('update stat_area_counted set at = null')
  await countAreas(app.platform)
  await run('select fold_location_changes()')
}

/** As the first count of another hour. */
const countHour = async () => {
  await run('update stat_area_counted set hour = null')
  await count()
}

/** A country with two provinces, one of which has a city; a bank with a shop below it. */
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bank = (await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId }))
    .id
  shop = (await addOrganization(app.platform, { name: 'shop', code: 'shop', parentId: bank })).id
  const country = await addPlace('Land', 'country', null)
  const south = await addPlace('South', 'province', country)
  const north = await addPlace('North', 'province', country)
  const port = await addPlace('Port', 'city', south)
  const zone = await addPlace('Quay', 'zone', port)
  places = { country, south, north, port, zone }
  await run('update organization set area_id = $1 where id = $2', [north, shop])
  operator = await signedIn(app, { orgId: shop, dataScope: 'OWN_ORG_AND_BELOW', permissions })
  maker = await signedIn(app, { orgId: shop, dataScope: 'SELF', permissions })
  estate = await addEstate(app)
  const other = await addEstate(app, 'Other')
  await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 12 })
  await addDevices(app, estate, { orgId: shop, prefix: 'SHOP', count: 9 })
  await addDevices(app, other, { orgId: shop, prefix: 'MORE', count: 5 })
  const quay = await addStation('Quay shop', bank, zone)
  await addStation('Empty', shop, south)
  await addStation('Empty of the bank', bank, north)
  await run(`update device set station_id = $1 where sn like '%0000_' and right(sn, 1) < '4'`, [
    quay,
  ])
  await run(`update device set created_by = $1 where sn like 'SHOP%'`, [maker.userId])
  await run(`insert into device_state (device_id, last_seen_at) select id, now() from device`)
  await run(`insert into device_online (device_id, since, session_id)
    select id, now(), uuid7() from device where right(sn, 1) in ('1', '2', '5')`)
  await run(`insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id, created_by)
    select id, 'TAMPER', 'HIGH', org_id, vendor_id, model_id, created_by from device where right(sn, 1) in ('2', '6')`)
  await run(`insert into push_item (device_id, cmd, state, expires_at) select id, 'REBOOT',
    case right(sn, 1) when '3' then 'FAILED' when '4' then 'TIMEOUT' else 'SUCCESS' end, now()
    from device cross join generate_series(1, 2)`)
  await run(`insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
    select id, 30.5 + right(sn, 1)::integer * 0.3, 47.8, 'GPS', now(), now() from device where sn not like 'MORE%'`)
  await run(`update device_order place set signal = right(device.sn, 1)::integer * 11
    from device where device.id = place.id and right(device.sn, 1) <> '8'`)
  await run(`insert into device_fence (device_id, station_id, state, since)
    select id, station_id, case when right(sn, 1) < '3' then 'OUT' else 'IN' end, now() from device where station_id is not null`)
  await count()
})
afterAll(() => app.close())

const listed = async (user: TestUser, query: object): Promise<number> =>
  (await user.get(devices.page, { query: { pageNum: 1, pageSize: 10, ...query } })).total
const tree = (filter: Filter) => ({ tree: JSON.stringify(filter) })
const below = (areaId: string): Filter => ({ field: 'placeAreaId', op: 'below', values: [areaId] })
const filters = () => [{}, { orgId: bank }, { orgId: shop }, { modelId: estate.modelId }]
const everybody = () => [admin, operator, maker]

describe('an area', () => {
  it.each(['country', 'province', 'city'] as const)(
    'tells figures that are as long as the lists that they open: %s',
    async (level) => {
      for (const user of everybody())
        for (const filter of filters()) {
          const { areas, elsewhere } = await user.get(mapStat.area, { query: { ...filter, level } })
          const asked = areas.map(({ areaId }) => ({ where: below(areaId), of: areaId }))
          const ids = areas.map(({ areaId }) => areaId)
          const nowhere: Filter =
            ids.length > 0
              ? { field: 'placeAreaId', op: 'notBelow', values: ids }
              : { field: 'lifecycle', op: 'in', values: ['ACTIVE'] }
          for (const { where, of } of [...asked, { where: nowhere, of: null }]) {
            const told = areas.find(({ areaId }) => areaId === of) ?? elsewhere
            const query = { ...filter, ...tree(where) }
            expect({
              terminals: told.terminals,
              online: told.online,
              alarmed: told.alarmed,
              failing: told.failing,
            }).toEqual({
              terminals: await listed(user, query),
              online: await listed(user, { ...query, presence: 'ONLINE' }),
              alarmed: await listed(user, { ...query, alarm: '1' }),
              failing: await listed(user, { ...query, failing: '1' }),
            })
          }
        }
    },
  )

  it('is that of the station, else of the organisation, and lies where its terminals do', async () => {
    const { areas, elsewhere } = await admin.get(mapStat.area, { query: { level: 'province' } })
    expect(areas.map(({ name, terminals }) => [name, terminals])).toEqual([
      ['South', 12],
      ['North', 6],
    ])
    expect(elsewhere.terminals).toBe(8)
    expect(areas[0]?.at?.longitude).toBeCloseTo(47.8)
    expect(areas[0]?.at?.latitude).toBeGreaterThan(30.5)
  })

  it('keeps what has been where it was', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await run('delete from stat_area_day')
    await countHour()
    await run(`update stat_area_day set day = day - 1`)
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    await run(`update station set area_id = $1 where name = 'Quay shop'`, [places['north']])
    await countHour()
    const named = async (user: TestUser, query: object) =>
      (await user.get(mapStat.area, { query: { level: 'province', ...query } })).areas.map(
        ({ name, terminals }) => [name, terminals],
      )
    expect(await named(admin, { day: yesterday })).toEqual([
      ['South', 12],
      ['North', 6],
    ])
    expect(await named(admin, {})).toEqual([['North', 18]])
    expect(await named(operator, { day: yesterday })).toEqual([
      ['South', 8],
      ['North', 6],
    ])
    expect(await named(admin, { day: '2000-01-01' })).toEqual([])
    expect(await named(maker, { day: yesterday })).toEqual([])
    const { firstDay, countedAt } = await admin.get(mapStat.area, { query: { day: yesterday } })
    expect({ firstDay, countedAt }).toEqual({ firstDay: yesterday, countedAt: null })
    await run(`update station set area_id = $1 where name = 'Quay shop'`, [places['zone']])
    await count()
  })

  it('keeps the mean of those online over the hours of a day, and ninety days of it', async () => {
    await run('delete from stat_area_day')
    await countHour()
    await run('delete from device_online')
    await countHour()
    await run(
      `insert into stat_area_day (day, area_id, org_id, model_id, terminals, online, alarmed, failing)
      select current_date - 200, uuid7(), $1, $1, 1, 1, 1, 1`,
      [bank],
    )
    await countHour()
    const { rows } = await run(
      `select sum(online)::float8 as online, count(distinct day)::integer as days from stat_area_day`,
    )
    expect(rows[0]?.['days']).toBe(1)
    expect(rows[0]?.['online']).toBeCloseTo(9 / 3, 4)
    await run(`insert into device_online (device_id, since, session_id)
      select id, now(), uuid7() from device where right(sn, 1) in ('1', '2', '5')`)
    await count()
  })

  it('is not counted while that would take more than a thirtieth of the time', async () => {
    const at = async () => (await run('select at from stat_area_counted')).rows[0]?.['at']
    await run('update stat_area_counted set seconds = 60')
    const before = await at()
    await countAreas(app.platform)
    expect(await at()).toEqual(before)
    await run('update stat_area_counted set seconds = 0')
    await countAreas(app.platform)
    expect(await at()).not.toEqual(before)
  })
})

describe('stations', () => {
  it('with terminals outside of their fence, and without any, are as many as the lists say', async () => {
    for (const user of everybody())
      for (const filter of filters()) {
        const { outside, left, empty, bare } = await user.get(mapStat.fence, { query: filter })
        expect(outside).toBe(await listed(user, { ...filter, fence: 'OUT' }))
        for (const station of left)
          expect(station.outside).toBe(
            await listed(user, { ...filter, stationId: station.stationId, fence: 'OUT' }),
          )
        const { orgId } = { orgId: undefined, ...filter }
        const { total } = await user.get(stations.page, {
          query: { hasDevices: '0', ...(orgId && { orgId }) },
        })
        expect([empty, bare.length]).toEqual([total, total])
      }
    const { outside, bare } = await admin.get(mapStat.fence, { query: {} })
    expect([outside, bare.map(({ name }) => name)]).toEqual([9, ['Empty', 'Empty of the bank']])
  })
})

describe('the signal', () => {
  const corners = ({ west, south, east, north }: Readonly<Record<string, number>>) =>
    writeArea([
      [west ?? 0, south ?? 0],
      [east ?? 0, south ?? 0],
      [east ?? 0, north ?? 0],
      [west ?? 0, north ?? 0],
    ])
  /** Answers how many squares it has looked at. */
  const check = async (): Promise<number> => {
    let looked = 0
    for (const user of everybody())
      for (const filter of filters())
        for (const zoom of [3, 7, 20]) {
          const { squares } = await user.get(mapStat.signal, {
            query: { ...filter, bbox: world, zoom },
          })
          const told = squares.reduce((sum, square) => sum + square.told, 0)
          const heard: Filter = { field: 'signal', op: 'atLeast', values: ['0'] }
          expect(told).toBe(await listed(user, { ...filter, located: '1', ...tree(heard) }))
          looked += squares.length
          for (const square of squares) {
            const query = { ...filter, area: corners(square) }
            const weak: Filter = { field: 'signal', op: 'atMost', values: ['39'] }
            expect(square.told).toBe(await listed(user, { ...query, ...tree(heard) }))
            expect(square.weak).toBe(await listed(user, { ...query, ...tree(weak) }))
          }
        }
    return looked
  }

  it('of a square is as the list of its terminals says', async () => {
    expect(await check()).toBeGreaterThan(20)
  })

  it('follows what terminals tell, and where they go', async () => {
    for (const change of [
      `update device_order set signal = 100 - coalesce(signal, 3)`,
      `update device_order set signal = null where signal > 80`,
      `update device_position set latitude = latitude - 3 where device_id in (select id from device where sn like '%3')`,
      `update device set org_id = '${bank}' where sn = 'SHOP00001'`,
      `update device set deleted_at = now() where sn = 'SHOP00002'`,
      `update device set deleted_at = null where sn = 'SHOP00002'`,
      `delete from device_position where device_id in (select id from device where sn like '%5')`,
      `insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
        select id, 32, 44, 'GPS', now(), now() from device where sn like '%5'`,
    ]) {
      await run(change)
      await count()
      await check()
    }
    const { rows } = await run(`select count(*)::integer as odd from device_position position
      join device_order place on place.id = position.device_id where position.signal is distinct from signal_step(place.signal)`)
    expect(rows).toEqual([{ odd: 0 }])
  })
})

it('shows marks within the scope', async () => {
  const sum = async (user: TestUser) =>
    (await user.get(mapStat.cluster, { query: { bbox: world, zoom: 3 } })).clusters.reduce(
      (all, { count: size }) => all + size,
      0,
    )
  expect(await sum(admin)).toBe(await listed(admin, { located: '1' }))
  expect(await sum(operator)).toBe(await listed(operator, { located: '1' }))
})

it('reads no more than one day, and nothing of the estate', async () => {
  await run(
    `insert into stat_area_day (day, area_id, org_id, model_id, terminals, online, alarmed, failing)
    select current_date - day, uuid7(), $1, $2, 1, 1, 0, 0
    from generate_series(1, 90) as day cross join generate_series(1, 300)`,
    [bank, estate.modelId],
  )
  await run('analyze')
  const spied = vi.spyOn(pg.Client.prototype, 'query')
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
  await admin.get(mapStat.area, { query: { day } })
  await admin.get(mapStat.area, { query: { orgId: bank } })
  await admin.get(mapStat.signal, { query: { bbox: world, zoom: 4 } })
  const calls: readonly (readonly unknown[])[] = spied.mock.calls
  const asked = calls.flatMap(([text, values]) =>
    typeof text === 'string' && Array.isArray(values) && /stat_area|location_cell/.test(text)
      ? [{ text, values }]
      : [],
  )
  spied.mockRestore()
  expect(asked.length).toBeGreaterThan(3)
  for (const { text, values } of asked) {
    const { rows } = await run(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/Seq Scan on (?:stat_area_day|device)\b/)
  }
})
