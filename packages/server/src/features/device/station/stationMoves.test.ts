import { codes, stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let areaId = ''
let rootId = ''

const station = (n: number | string, more: object = {}) =>
  stationBody(n, { orgId: rootId, areaId, ...more })

describe('a station that changes', () => {
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
  const zoneIn = async (zoneId: string) => {
    const { rows } = await sql<{ id: string }>`insert into timezone (name, zone_id, area_id)
      values (${`${zoneId} ${++made}`}, ${zoneId}, ${areaId}) returning id`.execute(app.platform.db)
    return rows[0]?.id ?? ''
  }
  const shown = async (id: string) => user.get(stations.detail, { params: { id } })
  const open = { from: '09:00', until: '17:00' }

  it('stands at a pole and on the date line, and keeps its hours', async () => {
    const hours = { sun: open, fri: null, holidays: [{ date: '2027-01-06', name: 'Army Day' }] }
    const timezoneId = await zoneIn('Asia/Baghdad')
    const row = await add({ latitude: -90, longitude: 180, businessHours: hours, timezoneId })
    expect(await shown(row.id)).toMatchObject({
      latitude: -90,
      longitude: 180,
      businessHours: { sun: open, mon: null, holidays: [{ date: '2027-01-06', open: null }] },
    })
  })

  it('has hours and holidays by a clock: its own or that of its area, and says so where there is none', async () => {
    const businessHours = { holidays: [{ date: '2027-01-06', name: 'Army Day' }] }
    const body = station('clock', { orgId: northId, businessHours })
    const refused = await user.call(stations.add, { body })
    expect(refused).toMatchObject({
      code: codes.badRequest,
      data: {
        fields: [{ field: 'timezoneId', message: expect.stringMatching(/need a time zone/) }],
      },
    })
    const zone = await zoneIn('Asia/Amman')
    await sql`update timezone_area set timezone_id = ${zone} where id = ${areaId}`.execute(
      app.platform.db,
    )
    expect((await user.call(stations.add, { body })).code).toBe(codes.success)
    await sql`update timezone_area set timezone_id = null where id = ${areaId}`.execute(
      app.platform.db,
    )
  })

  it.each([
    ['on a day of the week, before it opens', '2027-01-05T05:00:00Z', '2027-01-05T06:00:00Z'],
    ['while it is open', '2027-01-05T08:30:00Z', '2027-01-05T08:30:00Z'],
    ['on a holiday that is closed', '2027-01-06T08:30:00Z', '2027-01-07T06:00:00Z'],
    ['on a holiday with hours of its own', '2027-01-08T06:00:00Z', '2027-01-08T09:00:00Z'],
    ['after midnight of its own clock', '2027-01-05T22:00:00Z', '2027-01-07T06:00:00Z'],
  ])('is open next, asked %s', async (_, at, opens) => {
    const usual = { from: '09:00', until: '17:00' }
    const hours = {
      ...Object.fromEntries(['mon', 'tue', 'wed', 'thu'].map((day) => [day, usual])),
      fri: null,
      holidays: [
        { date: '2027-01-06', name: 'Army Day', open: null },
        { date: '2027-01-08', name: 'Fair', open: { from: '12:00', until: '14:00' } },
      ],
    }
    const { rows } = await sql<{
      at: string
    }>`select to_char(open_from(${JSON.stringify(hours)}::jsonb,
      'Asia/Baghdad', ${at}::timestamptz) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`.execute(
      app.platform.db,
    )
    expect(rows[0]?.at).toBe(opens)
  })

  it('says before which terminals a list brings there or takes away, and then does just that', async () => {
    const [here, there] = [await add(), await add()]
    const moving = await addTerminals('IMPACT-', 3)
    const foreign = await addTerminals('IMPACTSOUTH-', 1, southId)
    await user.get(stations.bind, { body: { stationId: there.id, sns: moving.sns.slice(0, 1) } })
    await user.get(stations.bind, { body: { stationId: here.id, sns: moving.sns.slice(1, 2) } })
    const body = { stationId: here.id, sns: [...moving.sns, ...foreign.sns, 'NOBODY-1'] }
    const asked = { body: { ...body, to: 'HERE' as const, withRows: true } }
    const { rows = [], ...told } = await user.get(stations.placeImpact, asked)
    expect(told).toEqual({ total: 5, may: 2, leaving: 1 })
    expect(rows.map(({ sn, stationName }) => [sn, stationName])).toEqual([
      [moving.sns[0], there.name],
      [moving.sns[2], null],
    ])
    expect((await user.get(stations.bind, { body })).count).toBe(told.may)
    const away = { body: { ...body, to: 'AWAY' as const } }
    const taken = await user.get(stations.placeImpact, away)
    expect(taken).toEqual({ total: 5, may: 3, leaving: 0 })
    expect((await user.get(stations.unbind, { body })).count).toBe(taken.may)
  })

  it('says before it goes to another organisation whose terminals it has, and which keep it', async () => {
    const shop = await add({ orgId: rootId })
    const [north, south] = [
      await addTerminals('GOES-', 2),
      await addTerminals('KEEPS-', 1, southId),
    ]
    const sns = [...north.sns, ...south.sns]
    await user.get(stations.bind, { body: { stationId: shop.id, sns } })
    const ask = (orgId: string) =>
      user.get(stations.moveImpact, { params: { id: shop.id }, body: { orgId, withRows: true } })
    const { rows = [], ...told } = await ask(northId)
    expect(told).toEqual({ total: 3, odd: 1 })
    expect(rows.filter(({ isOdd }) => isOdd).map(({ sn }) => sn)).toEqual(south.sns)
    const { id, version } = shop
    const update = (at: number) => ({
      body: { ...station('moves', { orgId: northId }), id, version: at },
    })
    expect((await user.call(stations.update, update(version))).code).toBe(codes.badRequest)
    await user.get(stations.unbind, { body: { stationId: id, sns: south.sns } })
    expect(await ask(northId)).toMatchObject({ total: 2, odd: 0 })
    expect((await user.get(stations.update, update(version))).orgId).toBe(northId)
    const nowhere = { params: { id }, body: { orgId: id } }
    expect((await user.call(stations.moveImpact, nowhere)).code).toBe(codes.badRequest)
  })
})
