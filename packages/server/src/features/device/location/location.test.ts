import { type InputOf, locations, writeArea } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { thinPlaces } from './location.worker.ts'

const permissions = [
  'DEVICE_LOCATION_LIST',
  'DEVICE_LOCATION_DETAIL',
  'DEVICE_LOCATION_REFRESH',
  'DEVICE_LOCATION_EXPORT',
]
const world = '-180,-85,180,85'

let app: TestApp
let admin: TestUser
let northerner: TestUser
let north: { id: string }
let south: { id: string }
let ids: string[]

/** Five terminals of the north in Baghdad, three of the south in Basra, one that never said where it is. */
beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  north = await addOrganization(app.platform, {
    name: 'North',
    code: 'north',
    parentId: app.rootId,
  })
  south = await addOrganization(app.platform, {
    name: 'South',
    code: 'south',
    parentId: app.rootId,
  })
  ids = await addDevices(app, estate, { orgId: north.id, prefix: 'NO', count: 5 })
  await addDevices(app, estate, { orgId: south.id, prefix: 'SO', count: 3 })
  await addDevices(app, estate, { orgId: north.id, prefix: 'SILENT', count: 1 })
  await place('NO%', [33.31, 44.36])
  await place('SO%', [30.5, 47.78])
  await sql`insert into device_state (device_id, last_seen_at) select device_id, now() from device_position`.execute(
    app.platform.db,
  )
  await sql`insert into device_online (device_id, since, session_id)
    select id, now(), uuid7() from device where sn like 'NO0000_' and sn < 'NO00002'`.execute(
    app.platform.db,
  )
  admin = await signedIn(app, { isSuperAdmin: true })
  northerner = await signedIn(app, { orgId: north.id, permissions })
})
afterAll(() => app.close())

const place = (like: string, [latitude, longitude]: readonly [number, number]) =>
  sql`insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
    select id, ${latitude}::float8 + 0.0001 * right(sn, 1)::integer, ${longitude}, 'GPS', now(), now()
    from device where sn like ${like}`.execute(app.platform.db)

const fold = () => sql`select fold_location_changes()`.execute(app.platform.db)

type Asked = Partial<InputOf<typeof locations.cluster>['query']>
const clusters = async (user: TestUser, query: Asked = {}) => {
  const asked = { bbox: world, zoom: 3, ...query }
  const { clusters } = await user.get(locations.cluster, { query: asked })
  return clusters
    .map(({ count, online }) => ({ count, online }))
    .toSorted((one, other) => other.count - one.count)
}

/** What the kept squares of a level say. */
const kept = async (level: number) => {
  await fold()
  const { rows } = await sql<{
    count: number
    latitude: string
  }>`select count, latitude from location_cell
    where level = ${level} and org_id <> nil_uuid() order by count desc`.execute(app.platform.db)
  return rows.map(({ count }) => count)
}

describe('the list of locations', () => {
  const serials = async (user: TestUser, query: InputOf<typeof locations.page>['query'] = {}) =>
    (await user.get(locations.page, { query })).list.map(({ sn }) => sn)

  it('has who has said where it is, within the data scope', async () => {
    expect(await serials(admin)).toHaveLength(8)
    expect(await serials(northerner)).toEqual([
      'NO00000',
      'NO00001',
      'NO00002',
      'NO00003',
      'NO00004',
    ])
    const { list, total } = await northerner.get(locations.page, { query: { keyword: 'NO00003' } })
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({ longitude: 44.36, source: 'GPS' })
    expect(list[0]?.latitude).toBeCloseTo(33.3103)
  })

  it('is cut to an area', async () => {
    const basra = writeArea([
      [47, 30],
      [48, 30],
      [47.9, 31],
    ])
    expect(await serials(admin, { area: basra })).toEqual(['SO00000', 'SO00001', 'SO00002'])
    expect(await serials(northerner, { area: basra })).toEqual([])
    expect(await serials(admin, { area: basra, presence: 'ONLINE' })).toEqual([])
  })

  it.each(['47,30;48,30', '47,30;48,30;200,3', '47,30;48,30;x,3', '47,30;48,30;1e1,3', ';;'])(
    'refuses the area %s',
    async (area) => {
      const { code } = await admin.send({
        method: 'GET',
        url: `${locations.page.path}?area=${encodeURIComponent(area)}`,
      })
      expect(code).toBe(400)
    },
  )
})

describe('the marks of the map', () => {
  it('count who is near each other, within the data scope', async () => {
    expect(await clusters(admin)).toEqual([
      { count: 5, online: 2 },
      { count: 3, online: 0 },
    ])
    expect(await clusters(northerner)).toEqual([{ count: 5, online: 2 }])
    expect(await clusters(admin, { orgId: south.id })).toEqual([{ count: 3, online: 0 }])
    expect(await clusters(northerner, { orgId: south.id })).toEqual([])
    expect(await clusters(admin, { presence: 'ONLINE' })).toEqual([{ count: 2, online: 2 }])
    expect(await clusters(northerner, { lock: 'NONE' })).toEqual([{ count: 5, online: 2 }])
    for (const none of [{ security: 'ROOTED' }, { paramStand: 'DRIFT' }, { fence: 'OUT' }] as const)
      expect(await clusters(admin, none)).toEqual([])
    for (const none of [
      { failing: '1' },
      { groupId: south.id },
      { classificationId: south.id },
    ] as const)
      expect(await clusters(admin, none)).toEqual([])
  })

  it('name the one that stands alone', async () => {
    const move = (longitude: number) =>
      sql`update device_position set longitude = ${longitude}
        from device where device.id = device_id and sn = 'NO00004'`.execute(app.platform.db)
    await move(44.5)
    const { clusters } = await admin.get(locations.cluster, {
      query: { bbox: '44.49,33.3,44.51,33.32', zoom: 20 },
    })
    expect(clusters).toMatchObject([{ count: 1, device: { sn: 'NO00004', presence: 'OFFLINE' } }])
    await move(44.36)
  })

  it('tell of an alarm of few terminals as soon as it is there', async () => {
    await sql`insert into alarm (device_id, org_id, vendor_id, model_id, kind, severity)
      select id, org_id, vendor_id, model_id, 'PAPER', 'LOW' from device where sn = 'NO00004'`.execute(
      app.platform.db,
    )
    expect(await clusters(admin, { alarm: '1' })).toEqual([{ count: 1, online: 0 }])
    await sql`delete from alarm`.execute(app.platform.db)
    expect(await clusters(admin, { alarm: '1' })).toEqual([])
  })

  it('lie on both sides of the date line', async () => {
    const move = (longitude: number, sn: string) =>
      sql`update device_position set longitude = ${longitude}
        from device where device.id = device_id and sn = ${sn}`.execute(app.platform.db)
    await move(179.9, 'NO00003')
    await move(-179.9, 'NO00004')
    expect(await clusters(admin, { bbox: '170,-85,-170,85' })).toHaveLength(2)
    expect(await clusters(admin, { bbox: '-10,-85,10,85' })).toEqual([])
    await move(44.36, 'NO00003')
    await move(44.36, 'NO00004')
  })

  it.each(['1,2,3', '-190,0,10,10', '0,20,10,10', '0,0,10,91', 'a,b,c,d'])(
    'are not asked for in %s',
    async (bbox) => {
      const url = `${locations.cluster.path}?zoom=3&bbox=${bbox}`
      expect((await admin.send({ method: 'GET', url })).code).toBe(400)
    },
  )
})

describe('the kept squares', () => {
  it('follow moves, other organisations, the recycle bin and the end', async () => {
    expect(await kept(8)).toEqual([5, 3])
    const [first, second, third] = ids
    await sql`update device_position set latitude = 31.99, longitude = 44.31 where device_id = ${first}`.execute(
      app.platform.db,
    )
    expect(await kept(16)).toEqual([4, 3, 1])
    await sql`update device set org_id = ${south.id} where id = ${second}`.execute(app.platform.db)
    expect(await clusters(northerner)).toEqual([{ count: 4, online: 1 }])
    expect(await kept(16)).toEqual([3, 3, 1, 1])
    await sql`update device set deleted_at = now() where id = ${second}`.execute(app.platform.db)
    expect(await kept(16)).toEqual([3, 3, 1])
    await sql`update device set deleted_at = null, org_id = ${north.id} where id = ${second}`.execute(
      app.platform.db,
    )
    await sql`delete from device where id = ${third}`.execute(app.platform.db)
    expect(await kept(16)).toEqual([3, 3, 1])
    const { rows } =
      await sql`select level, org_id, sum(count) from location_cell group by 1, 2`.execute(
        app.platform.db,
      )
    // Seven levels of two organisations and of everybody, each with all of theirs.
    expect(rows).toHaveLength(21)
  })

  it('agree with a count of the positions', async () => {
    await fold()
    const { rows } = await sql`
      select cell, sum(count) as count, sum(latitude) as latitude from location_cell where level = 10
        and org_id <> nil_uuid() group by 1
      except
      select map_column(longitude, 10)::bigint << 16 | map_row(latitude, 10), count(*),
        sum(round(latitude * 1e6)) from device_position where org_id is not null group by 1`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([])
  })
})

describe('one terminal', () => {
  const day = { from: '2026-05-01T00:00:00.000Z', until: '2026-05-02T00:00:00.000Z' }
  let deviceId = ''

  beforeAll(async () => {
    deviceId = ids[3] ?? ''
    await sql`insert into device_location (device_id, at, latitude, longitude, accuracy, source)
      select ${deviceId}, at::timestamptz, 33 + n, 44, 12, 'GPS'
      from unnest(array['2026-04-30 20:00Z', '2026-05-01 08:00Z', '2026-05-01 12:00Z', '2026-05-02 00:00Z'])
        with ordinality as told (at, n)`.execute(app.platform.db)
  })

  it('has a track of a day, with where it was before', async () => {
    const { before, places } = await northerner.get(locations.track, {
      params: { deviceId },
      query: day,
    })
    expect(before).toMatchObject({ latitude: 34 })
    expect(places.map(({ latitude }) => latitude)).toEqual([35, 36])
  })

  it('has the fence of its station with its track', async () => {
    const asked = { params: { deviceId }, query: day }
    expect(await northerner.get(locations.track, asked)).toMatchObject({ fence: null })
    await sql`with area as (insert into timezone_area (name, code, type) values ('Centre', 'centre', 'zone') returning id),
      shop as (insert into station (code, name, type, org_id, area_id, address, contact, phone,
          latitude, longitude, fence)
        select 'FENCED', 'Karrada', 'SHOP', device.org_id, area.id, 'Street 1', 'Nadia', '1',
          33.3, 44.4, '{"kind":"CIRCLE","radius":200,"points":[]}'
        from device, area where device.id = ${deviceId} returning id)
      update device set station_id = shop.id from shop where device.id = ${deviceId}`.execute(
      app.platform.db,
    )
    const area = { kind: 'CIRCLE', center: { latitude: 33.3, longitude: 44.4 }, radius: 200 }
    expect(await northerner.get(locations.track, asked)).toMatchObject({
      fence: { stationName: 'Karrada', area },
    })
  })

  it('has none of more than two days', async () => {
    const query = { ...day, until: '2026-05-04T00:00:00.000Z' }
    const refused = northerner.get(locations.track, { params: { deviceId }, query })
    await expect(refused).rejects.toThrow('400')
  })

  it('is taken away as GPX and CSV', async () => {
    const file = (format: 'gpx' | 'csv') =>
      northerner.file(locations.exportTrack, { params: { deviceId }, query: { ...day, format } })
    const gpx = (await file('gpx')).body.toString()
    expect(gpx).toContain('<trkpt lat="35" lon="44"><time>2026-05-01T08:00:00.000Z</time>')
    const [, first] = (await file('csv')).body.toString().split('\r\n')
    expect(first).toBe('NO00003,2026-04-30T20:00:00.000Z,34,44,12,GPS')
  })

  it('is asked where it is, once for each right', async () => {
    const { data } = await northerner.call(locations.refresh, { params: { deviceId } })
    expect(data).toMatchObject({ deviceId, cmd: 'LOCATE', state: 'QUEUED' })
  })

  it('is unknown to the neighbour, and its China map asks for its own right', async () => {
    const other = await signedIn(app, { orgId: south.id, permissions })
    await expect(other.get(locations.detail, { params: { deviceId } })).rejects.toThrow('404')
    expect(await other.call(locations.refresh, { params: { deviceId } })).toMatchObject({
      code: 404,
    })
    await expect(northerner.get(locations.detailZh, { params: { deviceId } })).rejects.toThrow(
      '403',
    )
    expect(await northerner.get(locations.detail, { params: { deviceId } })).toMatchObject({
      sn: 'NO00003',
    })
  })
})

it('thins what is old hour by hour: what fails later undoes nothing', async () => {
  const { db } = app.platform
  const [id] = ids
  await sql`insert into device_location (device_id, at, latitude, longitude, source)
    select ${id}, date_trunc('day', now(), 'UTC') - make_interval(days => days, hours => hours), 33, 44, 'GPS'
    from unnest(array[400, 399, 390]) as days, unnest(array[-1, -2, -9]) as hours`.execute(db)
  await sql`update location_thinned set until = '-infinity'`.execute(db)
  const left = async () => {
    const { rows } = await sql<{
      hour: string
    }>`select extract(hour from at at time zone 'UTC')::integer as hour
      from device_location where device_id = ${id} and at < now() - interval '300 days' order by at`.execute(
      db,
    )
    return rows.map(({ hour }) => hour)
  }
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if old.at >= date_trunc('day', now(), 'UTC') - interval '399 days' then raise 'not this one'; end if; return old; end $$`.execute(
    db,
  )
  await sql`create trigger location_refused before delete on device_location
    for each row execute function refuse()`.execute(db)
  await expect(thinPlaces(app.platform)).rejects.toThrow('not this one')
  expect(await left()).toEqual([9, 1, 2, 9, 1, 2, 9])
  await sql`drop trigger location_refused on device_location`.execute(db)
  await thinPlaces(app.platform)
  expect(await left()).toEqual([9, 9, 9])
})
