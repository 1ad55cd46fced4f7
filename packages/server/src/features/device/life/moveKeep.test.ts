import { codes, deviceLife, devices, functionals, groups, stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let north: string
let south: string
let southShop: string
let northShop: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  north = (await place('north')).id
  south = (await place('south')).id
  const areaId = await addArea(app)
  const shop = async (code: string, orgId: string) =>
    (await admin.get(stations.add, { body: stationBody(code, { orgId, areaId }) })).id
  southShop = await shop('south', south)
  northShop = await shop('north', north)
})
afterAll(() => app.close())

interface Own {
  readonly name: string | null
  readonly tid: string | null
  readonly tags: readonly string[]
  readonly orgId: string
  readonly stationId: string | null
  readonly groups: number
  readonly profiles: readonly string[]
  readonly params: number
}

async function own(id: string): Promise<Own> {
  const { rows } = await sql<Own>`select name, tid, tags, org_id, station_id,
      (select count(*)::integer from device_group_member where device_id = ${id}) as groups,
      array(select org_id::text from functional where device_id = ${id} and deleted_at is null) as profiles,
      (select count(*)::integer from global_param where device_id = ${id} and deleted_at is null)
        + (select count(*)::integer from json_document where device_id = ${id} and deleted_at is null and status = 1)
        as params
    from device where id = ${id}`.execute(app.platform.db)
  const [row] = rows
  if (!row) throw new Error('it is there')
  return row
}

/** A terminal of the north with all that people say of one. */
async function dressed(lifecycle = 'ACTIVE'): Promise<{ id: string; sn: string }> {
  const prefix = `KEEP${++made}-`
  const [id = ''] = await addDevices(app, estate, { orgId: north, prefix, count: 1, lifecycle })
  const sn = `${prefix}00000`
  await sql`update device set name = 'Till', tid = ${`TID${10_000 + made}`}, tags = '{vip}',
    station_id = ${northShop} where id = ${id}`.execute(app.platform.db)
  const whole = await admin.get(groups.add, {
    body: { name: `Everywhere ${made}`, orgId: app.rootId, type: 'STATIC' },
  })
  await admin.get(groups.addMembers, { body: { groupId: whole.id, sns: [sn] } })
  const body = { name: `Of ${sn}`, level: 'DEVICE' as const, deviceId: id, heartbeatSeconds: 60 }
  await admin.get(functionals.add, { body })
  // Said from above both organisations.
  await sql`with said as (insert into global_param (key, type, value, level, org_id, device_id)
      values ('till', 'TEXT', '1', 'DEVICE', ${app.rootId}, ${id}))
    insert into json_document (name, code, kind, level, org_id, device_id)
      values ('Till', 'till', 'X', 'DEVICE', ${app.rootId}, ${id})`.execute(app.platform.db)
  return { id, sn }
}

const items = async (id: string) =>
  (
    await sql<{ cmd: string; state: string }>`select cmd, state from push_item
      where device_id = ${id}`.execute(app.platform.db)
  ).rows

describe('a move to another organisation', () => {
  it('makes one version more of the terminal, in which it can be taken back', async () => {
    const { id } = await dressed()
    const { version } = await admin.get(devices.detail, { params: { id } })
    await admin.get(deviceLife.move, { params: { id }, body: { orgId: south } })
    const back = { orgId: north, stationId: northShop, keep: 'KEEP' as const }
    const stale = { rows: [{ id, version }], ...back }
    expect((await admin.get(deviceLife.moveMany, { body: stale })).count).toBe(0)
    const rows = [{ id, version: version + 1 }]
    expect((await admin.get(deviceLife.moveMany, { body: { rows, ...back } })).count).toBe(1)
    expect(await own(id)).toMatchObject({ name: 'Till', orgId: north, stationId: northShop })
  })

  it('keeps what the terminal has of its own, unless it is said otherwise', async () => {
    const { id } = await dressed()
    const body = { orgId: south, stationId: southShop }
    await admin.get(deviceLife.move, { params: { id }, body })
    expect(await own(id)).toMatchObject({
      name: 'Till',
      tags: ['vip'],
      orgId: south,
      stationId: southShop,
      groups: 1,
      profiles: [south],
      params: 2,
    })
    expect(await items(id)).toEqual([])
  })

  it('leaves a profile that was made above both where it is', async () => {
    const { id } = await dressed()
    await sql`update functional set org_id = ${app.rootId} where device_id = ${id}`.execute(
      app.platform.db,
    )
    await admin.get(deviceLife.move, { params: { id }, body: { orgId: south } })
    expect((await own(id)).profiles).toEqual([app.rootId])
  })

  it('takes all of that away where it is reset', async () => {
    const { id } = await dressed()
    await admin.get(deviceLife.move, { params: { id }, body: { orgId: south, keep: 'RESET' } })
    expect(await own(id)).toEqual({
      name: null,
      tid: null,
      tags: [],
      orgId: south,
      stationId: null,
      groups: 0,
      profiles: [],
      params: 0,
    })
    expect(await items(id)).toEqual([])
  })

  it('has the terminal erase what it holds where it is wiped', async () => {
    const { id } = await dressed()
    await admin.get(deviceLife.moveWipe, { params: { id }, body: { orgId: south } })
    expect(await own(id)).toMatchObject({
      name: null,
      orgId: south,
      groups: 0,
      profiles: [],
      params: 0,
    })
    expect(await items(id)).toEqual([{ cmd: 'WIPE', state: 'QUEUED' }])
  })

  it('leaves those where they are that cannot be told to erase anything', async () => {
    const [fit, stock] = [await dressed(), await dressed('STOCK')]
    const alone = { params: { id: stock.id }, body: { orgId: south } }
    expect(await admin.call(deviceLife.moveWipe, alone)).toMatchObject({ code: codes.wrongState })
    const body = { ids: [fit.id, stock.id], orgId: south }
    const done = await admin.get(deviceLife.moveWipeMany, { body })
    expect(done).toMatchObject({ count: 1, refused: [{ name: stock.sn }] })
    expect(await own(stock.id)).toMatchObject({ name: 'Till', orgId: north, groups: 1 })
    expect(await items(stock.id)).toEqual([])
    expect((await own(fit.id)).orgId).toBe(south)
  })

  it('is refused with a station of another branch, or that the caller does not see', async () => {
    const { id } = await dressed()
    const refused = { code: codes.badRequest, data: { fields: [{ field: 'stationId' }] } }
    const to = (user: TestUser, stationId: string) =>
      user.call(deviceLife.move, { params: { id }, body: { orgId: south, stationId } })
    expect(await to(admin, northShop)).toMatchObject(refused)
    expect(await to(admin, app.rootId)).toMatchObject(refused)
    expect(await own(id)).toMatchObject({ orgId: north, stationId: northShop })
  })

  it('wipes for those alone who may', async () => {
    const { id } = await dressed()
    const { permission } = deviceLife.move
    const mover = await signedIn(app, { orgId: app.rootId, permissions: [permission] })
    const asked = { params: { id }, body: { orgId: south } }
    expect(await mover.call(deviceLife.moveWipe, asked)).toMatchObject({ code: codes.forbidden })
    expect(await items(id)).toEqual([])
  })
})

it('a swap hands the own profile of the old terminal to the new one, whose own goes', async () => {
  const [old, next] = [await dressed(), await dressed('ASSIGNED')]
  const body = { newSn: next.sn, reason: 'broken' }
  await admin.get(deviceLife.swap, { params: { id: old.id }, body })
  const { rows } = await sql<{ name: string }>`select name from functional
    where device_id = ${next.id} and deleted_at is null`.execute(app.platform.db)
  expect(rows).toEqual([{ name: `Of ${old.sn}` }])
  expect((await own(old.id)).profiles).toEqual([])
})
