import { codes, devices, fieldRules, stations, stationSheet } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let areaId = ''
let rootId = ''

const station = (n: number | string, more: object = {}) =>
  stationBody(n, { orgId: rootId, areaId, ...more })

describe('a station', () => {
  let app: TestApp
  let user: TestUser
  let estate: Estate
  let northId = ''
  let southId = ''
  let made = 0

  beforeAll(async () => {
    app = await startTaskApp()
    rootId = app.rootId
    areaId = await addArea(app)
    estate = await addEstate(app)
    const place = (code: string) =>
      addOrganization(app.platform, { name: code, code, parentId: app.rootId })
    northId = (await place('north')).id
    southId = (await place('south')).id
    user = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (more: object = {}) => {
    made += 1
    return user.get(stations.add, { body: station(`x${made}`, { orgId: northId, ...more }) })
  }
  const addTerminals = async (prefix: string, count: number, orgId = northId) => {
    const ids = await addDevices(app, estate, { orgId, prefix, count })
    return { ids, sns: ids.map((_, n) => `${prefix}${String(n).padStart(5, '0')}`) }
  }
  const shown = async (id: string) => user.get(stations.detail, { params: { id } })
  const stationOf = async (id: string) =>
    (await user.get(devices.detail, { params: { id } })).stationId

  const open = { from: '09:00', until: '17:00' }
  const at = { latitude: 33.3, longitude: 44.4 }
  it.each([
    ['half a place', { latitude: 33.3 }, 'longitude', /belong together/],
    ['a latitude beyond the pole', { ...at, latitude: 90.1 }, 'latitude', /90/],
    ['a longitude beyond the date line', { ...at, longitude: -180.5 }, 'longitude', /180/],
    [
      'an unknown time zone',
      { timezoneId: '00000000-0000-7000-8000-000000000001' },
      'timezoneId',
      /does not exist/,
    ],
    [
      'hours that end before they begin',
      { businessHours: { sun: { from: '17:00', until: '09:00' } } },
      'businessHours',
      /Sunday end before/,
    ],
    [
      'a holiday that is named twice',
      {
        businessHours: {
          holidays: [
            { date: '2027-01-06', name: 'Army Day' },
            { date: '2027-01-06', name: 'Army Day', open },
          ],
        },
      },
      'businessHours',
      /2027-01-06 is named twice/,
    ],
    ['a code of a trade that is none', { mcc: '12' }, 'mcc', /4 digits/],
  ])('is refused with %s', async (_, more, field, message) => {
    made += 1
    const answer = await user.call(stations.add, { body: station(`bad${made}`, more) })
    expect(answer).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    expect(JSON.stringify(answer.data)).toMatch(message)
  })

  it('takes terminals by a scanned list, says what it could not take, and counts', async () => {
    const shop = await add({ expectedDevices: 2 })
    const other = await add()
    const { ids, sns } = await addTerminals('SCAN-N', 3)
    const elsewhere = await addTerminals('SCAN-S', 1, southId)
    await addDevices(app, estate, {
      orgId: northId,
      prefix: 'SCAN-R',
      count: 1,
      lifecycle: 'REPLACED',
    })
    const scan = [...sns, sns[0] ?? '', 'SCAN-R00000', ...elsewhere.sns, 'NOBODY-1']
    const body = { stationId: shop.id, sns: scan }
    expect(await user.get(stations.bind, { body })).toEqual({
      count: 3,
      same: 0,
      unknown: ['NOBODY-1'],
      refused: expect.arrayContaining([
        { sn: 'SCAN-R00000', reason: 'Is replaced, scrapped or not announced' },
        { sn: 'SCAN-S00000', reason: 'Belongs to another branch of the organisations' },
      ]),
    })
    expect(await shown(shop.id)).toMatchObject({ deviceCount: 3, hasDevices: 1, mismatch: 1 })
    const query = { stationId: shop.id }
    expect((await user.get(devices.page, { query })).total).toBe(3)
    expect((await user.get(devices.count, { query })).total).toBe(3)
    // Terminals go from station to station, to the bin, and out of it.
    await user.get(stations.bind, { body: { stationId: other.id, sns: sns.slice(0, 1) } })
    await sql`update device set deleted_at = now() where id = ${ids[1]}`.execute(app.platform.db)
    expect(await shown(shop.id)).toMatchObject({ deviceCount: 1 })
    await sql`update device set deleted_at = null where id = ${ids[1]}`.execute(app.platform.db)
    expect(await shown(shop.id)).toMatchObject({ deviceCount: 2, mismatch: 0 })
    const away = await user.get(stations.unbind, { body: { stationId: shop.id, sns } })
    expect(away).toMatchObject({
      count: 2,
      refused: [{ sn: sns[0], reason: 'Is at another station' }],
    })
    expect(await shown(shop.id)).toMatchObject({ deviceCount: 0, hasDevices: 0, mismatch: 1 })
    expect(await stationOf(ids[0] ?? '')).toBe(other.id)
  })

  it('is found by how many terminals it has', async () => {
    const empty = await add({ name: 'Counted empty' })
    const full = await add({ name: 'Counted full', expectedDevices: 1 })
    const { sns } = await addTerminals('COUNT-', 1)
    await user.get(stations.bind, { body: { stationId: full.id, sns } })
    const found = async (query: object) =>
      (await user.get(stations.page, { query: { keyword: 'Counted', ...query } })).list.map(
        ({ id }) => id,
      )
    expect(await found({ hasDevices: '0' })).toEqual([empty.id])
    expect(await found({ hasDevices: '1' })).toEqual([full.id])
    expect(await found({ mismatch: '1' })).toEqual([])
  })

  it('stays while terminals are there, and lies in their branch', async () => {
    const shop = await add()
    const { ids, sns } = await addTerminals('STAY-', 1)
    await user.get(stations.bind, { body: { stationId: shop.id, sns } })
    const removed = await user.call(stations.remove, { params: { id: shop.id } })
    expect(removed).toMatchObject({ code: 102, msg: 'Terminal STAY-00000 uses this record' })
    const row = await shown(shop.id)
    const body = { ...station('moved', { code: row.code }), id: row.id, version: row.version }
    const moved = await user.call(stations.update, { body: { ...body, orgId: southId } })
    expect(moved).toMatchObject({ status: 400, data: { fields: [{ field: 'orgId' }] } })
    expect((await user.call(stations.update, { body })).code).toBe(200)
    // A terminal that goes to another branch leaves the station.
    await user.get(stations.update, { body: { ...body, orgId: northId, version: row.version + 1 } })
    await sql`update device set org_id = ${southId} where id = ${ids[0]}`.execute(app.platform.db)
    expect(await stationOf(ids[0] ?? '')).toBeNull()
    expect(await shown(shop.id)).toMatchObject({ deviceCount: 0 })
  })

  it('is chosen in the form and in the sheet of terminals, within their branch', async () => {
    const shop = await add({ code: 'SHEET-1' })
    const { modelId } = estate
    const body = { sn: 'FORM-1', modelId, orgId: southId, stationId: shop.id }
    const wrong = await user.call(devices.add, { body })
    expect(wrong).toMatchObject({ status: 400, data: { fields: [{ field: 'stationId' }] } })
    const right = await user.get(devices.add, { body: { ...body, orgId: northId } })
    expect(right).toMatchObject({ stationId: shop.id, stationName: shop.name, tags: [] })
    const { id, version } = right
    const moved = await user.call(devices.update, { body: { ...body, id, version } })
    expect(moved).toMatchObject({ status: 400, data: { fields: [{ field: 'stationId' }] } })
    const content = csv(
      ['sn', 'modelId', 'orgId', 'stationId'],
      ['SHEET-00001', 'acme', 'north', 'sheet-1'],
      ['SHEET-00002', 'acme', 'south', 'SHEET-1'],
      ['SHEET-00003', 'acme', 'north', 'nowhere'],
    )
    const { result } = await imported(user, devices.page, { content, onFault: 'skip' })
    expect(result.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'stationId'],
      [4, 'stationId'],
    ])
    expect(await shown(shop.id)).toMatchObject({ deviceCount: 2 })
  })

  it('comes from a sheet, and goes into one', async () => {
    const content = csv(
      [
        'code',
        'name',
        'type',
        'orgId',
        'areaId',
        'address',
        'contact',
        'phone',
        'latitude',
        'longitude',
        'mcc',
      ],
      [
        'IMP-1',
        'Imported',
        'Shop',
        'north',
        'KARKH',
        'Street 1',
        'Ali',
        '077',
        '33.3152',
        '44.3661',
        '5411',
      ],
      ['IMP-2', 'Half', 'SHOP', 'north', 'KARKH', 'Street 1', 'Ali', '077', '33.3152', '', ''],
      ['IMP-3', 'Far', 'SHOP', 'north', 'KARKH', 'Street 1', 'Ali', '077', '91', '44', ''],
    )
    const { result } = await imported(user, stations.page, { content, onFault: 'skip' })
    expect(result).toMatchObject({ added: 1, refused: 2 })
    expect(result.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'longitude'],
      [4, 'latitude'],
    ])
    const empty = await user.file(stationSheet.calls.template, { query: { format: 'xlsx' } })
    expect(empty.body.length).toBeGreaterThan(1000)
    const { list } = await user.get(stations.page, { query: { code: 'IMP-' } })
    expect(list).toMatchObject([{ name: 'Imported', type: 'SHOP', latitude: 33.3152, mcc: '5411' }])
  })

  it('is merged with its duplicates in one go, once it was told what would move', async () => {
    const [keep, one, two] = [await add(), await add(), await add()]
    const { ids, sns } = await addTerminals('MERGE-', 3)
    await user.get(stations.bind, { body: { stationId: one.id, sns: sns.slice(0, 2) } })
    await user.get(stations.bind, { body: { stationId: two.id, sns: sns.slice(2) } })
    const body = { keepId: keep.id, ids: [one.id, two.id] }
    const asked = { body: { ids: [keep.id, one.id, two.id] } }
    expect(await user.get(stations.mergePreview, asked)).toMatchObject([
      { id: one.id, deviceCount: 2 },
      { id: two.id, deviceCount: 1 },
      { id: keep.id, deviceCount: 0 },
    ])
    const itself = { keepId: keep.id, ids: [keep.id] }
    expect((await user.call(stations.merge, { body: itself })).code).toBe(codes.warning)
    const clerk = await signedIn(app, { orgId: rootId, permissions: ['STATION_BIND'] })
    expect((await clerk.call(stations.merge, { body })).code).toBe(403)
    expect(await user.get(stations.merge, { body })).toEqual({ devices: 3, removed: 2 })
    expect(await shown(keep.id)).toMatchObject({ deviceCount: 3 })
    for (const id of ids) expect(await stationOf(id)).toBe(keep.id)
    expect((await user.call(stations.detail, { params: { id: one.id } })).code).toBe(404)
    const far = await add({ orgId: southId })
    const back = await user.call(stations.merge, { body: { keepId: far.id, ids: [keep.id] } })
    expect(back.msg).toMatch(/MERGE-00000 belongs to another branch/)
  })

  it('is merged by the first of two who want it, and refused the second', async () => {
    const [keep, one] = [await add(), await add()]
    const body = { keepId: keep.id, ids: [one.id] }
    const swapped = { keepId: one.id, ids: [keep.id] }
    const both = await Promise.all([
      user.call(stations.merge, { body }),
      user.call(stations.merge, { body: swapped }),
    ])
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, 404]))
  })

  const corner = (latitude: number, longitude: number) => ({ latitude, longitude })
  const circle = { kind: 'CIRCLE' as const, radius: 200 }
  it('takes a fence that makes sense, and says why it does not take another', async () => {
    const nowhere = await add()
    const shop = await add(at)
    const put = (id: string, fence: object | null, version = 1) =>
      user.call(stations.setGeofence, { params: { id }, body: { version, fence } as never })
    const points = [corner(33, 44), corner(33.1, 44.1), corner(33, 44.1), corner(33.1, 44)]
    const crossing = await put(shop.id, { kind: 'POLYGON', points })
    expect(JSON.stringify(crossing.data)).toMatch(/crosses itself: put the corners in the order/)
    expect(JSON.stringify((await put(nowhere.id, circle)).data)).toMatch(/needs the coordinates/)
    expect((await put(shop.id, { ...circle, radius: 9 })).code).toBe(400)
    expect((await put(shop.id, { ...circle, action: 'MESSAGE' })).code).toBe(400)
    expect(await put(shop.id, circle)).toMatchObject({
      code: 200,
      data: { version: 2, deviceCount: 0 },
    })
    expect((await put(shop.id, null)).code).toBe(codes.versionConflict)
    expect(await shown(shop.id)).toMatchObject({ fenceKind: 'CIRCLE', fenceRadius: 200 })
    const same = station('fenced', { code: shop.code, orgId: northId })
    const body = { ...same, id: shop.id, version: 2 }
    const gone = await user.call(stations.update, { body })
    expect(gone).toMatchObject({ status: 400, data: { fields: [{ field: 'latitude' }] } })
    expect((await user.call(stations.update, { body: { ...body, ...at } })).code).toBe(200)
  })

  it('says before how many terminals another fence finds inside and outside', async () => {
    const shop = await add(at)
    const { sns } = await addTerminals('STAND-', 4)
    await user.get(stations.bind, { body: { stationId: shop.id, sns } })
    await app.platform.pool.query(`update device set lifecycle = 'ACTIVE' where sn = any($1)`, [
      sns,
    ])
    const metres = [0, 150, 1000]
    await app.platform.pool.query(
      `insert into device_position (device_id, latitude, longitude, accuracy, source, moved_at, reported_at)
        select device.id, $2 + metres / 111195.0, $3, 5, 'GPS', now(), now()
        from unnest($1::text[], $4::float8[]) as told (sn, metres) join device on device.sn = told.sn`,
      [sns.slice(0, 3), at.latitude, at.longitude, metres],
    )
    const params = { id: shop.id }
    const ask = (fence: object | null, withRows = false) =>
      user.get(stations.fenceImpact, { params, body: { fence, withRows } as never })
    const wide = { kind: 'CIRCLE', radius: 200 }
    expect(await ask(wide)).toEqual({
      total: 4,
      inside: 2,
      outside: 1,
      unknown: 1,
      leaving: 0,
      entering: 0,
    })
    await user.get(stations.setGeofence, {
      params,
      body: { version: shop.version, fence: wide } as never,
    })
    expect(await ask({ kind: 'CIRCLE', radius: 100 })).toMatchObject({ inside: 1, leaving: 1 })
    const { rows, entering } = await ask({ kind: 'CIRCLE', radius: 2000 }, true)
    expect(entering).toBe(1)
    expect(rows?.map(({ sn, before, after }) => [sn, before, after])).toEqual([
      [sns[0], 'IN', 'IN'],
      [sns[1], 'IN', 'IN'],
      [sns[2], 'OUT', 'IN'],
      [sns[3], null, null],
    ])
    // The same fence, had the station another place.
    const place = { ...at, latitude: at.latitude + 1 }
    const moved = { params, body: { place } }
    expect(await user.get(stations.fenceImpact, moved)).toMatchObject({ inside: 0, leaving: 2 })
    const refused = await user.call(stations.fenceImpact, {
      params,
      body: { fence: { kind: 'POLYGON', points: [] } } as never,
    })
    expect(refused.code).toBe(codes.badRequest)
  })

  it('lets some terminals leave its fence', async () => {
    const shop = await add(at)
    const { sns } = await addTerminals('WHITE-', 2)
    await user.get(stations.bind, { body: { stationId: shop.id, sns } })
    const params = { id: shop.id }
    const name = (some: string[]) =>
      user.get(stations.whitelist, { body: { stationId: shop.id, sns: some } })
    expect(await name([...sns, 'NOBODY-1'])).toEqual({ count: 2, unknown: ['NOBODY-1'] })
    await name(sns.slice(1))
    expect(await user.get(stations.geofence, { params })).toMatchObject({
      whitelist: sns.slice(1),
      deviceCount: 2,
    })
  })

  it('prints what its terminals read to become active', async () => {
    const shop = await add()
    const { ids, sns } = await addTerminals('PRINT-', 2)
    await user.get(stations.bind, { body: { stationId: shop.id, sns } })
    await sql`update device set tid = 'TIDPRINT' where id = ${ids[0]}`.execute(app.platform.db)
    const { terminals, more } = await user.get(stations.qr, { params: { id: shop.id } })
    expect(more).toBe(0)
    expect(terminals.map(({ sn, text }) => [sn, text])).toEqual([
      [sns[0], `{"muster":1,"sn":"${sns[0]}","code":"TIDPRINT"}`],
      [sns[1], null],
    ])
  })
})

it('knows a serial number as a scanner types it', () => {
  expect(fieldRules.serialNumber().parse(' abc-00001 ')).toBe('ABC-00001')
})
