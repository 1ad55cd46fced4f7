import { codes, devices, type Filter, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let north: string

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  north = (
    await app.platform.db
      .insertInto('organization')
      .values({ name: 'north', code: 'north', type: 'BANK', path: '', parentId: app.rootId })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  admin = await signedIn(app, { isSuperAdmin: true })
})
beforeEach(async () => {
  await sql`delete from device_group`.execute(app.platform.db)
  await sql`delete from device`.execute(app.platform.db)
})
afterAll(() => app.close())

const settle = () => keepMembership(app.platform.db, app.platform.live)
const terminals = (prefix: string, count: number) =>
  addDevices(app, estate, { orgId: north, prefix, count })
const named = (value: string): Filter => ({ field: 'name', op: 'is', values: [value] })
const rename = (ids: readonly string[], name: string) =>
  sql`update device set name = ${name} where id = any(${[...ids]}::uuid[])`.execute(app.platform.db)
const dynamic = (filter: Filter) =>
  admin.get(groups.add, { body: { name: 'Some', orgId: north, type: 'DYNAMIC', filter } })

describe('the list of terminals', () => {
  const found = async (query: object) => {
    const { list } = await admin.get(devices.page, { query: { pageSize: 100, ...query } })
    return list.map(({ sn }) => sn)
  }
  const tree = (filter: unknown) => ({ tree: JSON.stringify(filter) })

  it('takes a group, a tag and a tree, and counts what it shows', async () => {
    const ids = await terminals('NORTH', 4)
    await rename(ids.slice(0, 2), 'till')
    await sql`update device set tags = '{vip}', firmware = '2.10.1' where id = ${ids[1]}`.execute(
      app.platform.db,
    )
    await sql`update device set firmware = '2.9' where id = ${ids[2]}`.execute(app.platform.db)
    const { id } = await dynamic(named('till'))
    await settle()
    expect(await found({ groupId: id })).toEqual(['NORTH00000', 'NORTH00001'])
    expect(await found({ groupId: id, tag: 'vip' })).toEqual(['NORTH00001'])
    const newer = { field: 'firmware', op: 'newer', values: ['2.9'] }
    expect(await found(tree(newer))).toEqual(['NORTH00001'])
    expect(await found(tree({ not: newer }))).toEqual(['NORTH00000', 'NORTH00002', 'NORTH00003'])
    expect(await admin.get(devices.count, { query: { groupId: id } })).toMatchObject({ total: 2 })
  })

  it.each([
    [{ field: 'tid', op: 'isFilled', values: [] }, []],
    [
      { field: 'sn', op: 'in', values: ['north00002', 'NORTH00000', 'NOBODY-1'] },
      ['NORTH00000', 'NORTH00002'],
    ],
    [{ field: 'sn', op: 'notIn', values: ['NORTH00000', 'NORTH00001'] }, ['NORTH00002']],
    [{ field: 'name', op: 'isNot', values: ['till'] }, ['NORTH00001', 'NORTH00002']],
    [{ field: 'name', op: 'begins', values: ['TI'] }, ['NORTH00000']],
    [{ field: 'mid', op: 'contains', values: ['77'] }, ['NORTH00002']],
    [{ field: 'mid', op: 'is', values: ['A77B'] }, ['NORTH00002']],
    [{ field: 'imei', op: 'is', values: ['490154203237518'] }, ['NORTH00001', 'NORTH00002']],
    [{ field: 'imei', op: 'isEmpty', values: [] }, ['NORTH00000']],
    [{ field: 'imei', op: 'isNot', values: ['490154203237518'] }, ['NORTH00000']],
    [{ field: 'mac', op: 'begins', values: ['0a:1b'] }, ['NORTH00001']],
    [{ field: 'iccid', op: 'contains', values: ['0042'] }, ['NORTH00001', 'NORTH00002']],
    [{ field: 'iccid', op: 'isFilled', values: [] }, ['NORTH00001', 'NORTH00002']],
    [{ field: 'purchaseOrder', op: 'is', values: ['PO-7'] }, ['NORTH00002']],
    [{ field: 'batchNo', op: 'isEmpty', values: [] }, ['NORTH00000', 'NORTH00001', 'NORTH00002']],
    [{ field: 'tag', op: 'hasAll', values: ['a', 'b'] }, ['NORTH00001']],
    [{ field: 'attribute', op: 'hasAny', values: ['Floor=2', 'Floor=9'] }, ['NORTH00001']],
    [{ field: 'attribute', op: 'hasAll', values: ['Floor=2', 'Desk=a=b'] }, ['NORTH00001']],
    [{ field: 'attribute', op: 'hasNone', values: ['Floor=2'] }, ['NORTH00000', 'NORTH00002']],
    [{ field: 'tag', op: 'hasNone', values: ['a'] }, ['NORTH00000', 'NORTH00002']],
    [{ field: 'presence', op: 'in', values: ['ONLINE', 'OFFLINE'] }, ['NORTH00000', 'NORTH00001']],
    [{ field: 'presence', op: 'notIn', values: ['ONLINE'] }, ['NORTH00001', 'NORTH00002']],
    [{ field: 'lastSeenAt', op: 'never', values: [] }, ['NORTH00002']],
    [{ field: 'battery', op: 'atMost', values: ['30'] }, ['NORTH00001']],
    [{ field: 'networkType', op: 'in', values: ['4G'] }, ['NORTH00000']],
    [{ field: 'activatedAt', op: 'from', values: ['2026-02-01'] }, ['NORTH00001']],
    [{ field: 'activatedAt', op: 'until', values: ['2026-01-31'] }, ['NORTH00000']],
    [{ field: 'warrantyEnd', op: 'until', values: ['2027-01-31'] }, ['NORTH00000']],
    [{ field: 'warrantyEnd', op: 'isEmpty', values: [] }, ['NORTH00002']],
    [{ field: 'status', op: 'in', values: ['0'] }, ['NORTH00002']],
    [{ field: 'categoryId', op: 'notIn', values: ['CATEGORY'] }, []],
    [{ field: 'orgId', op: 'below', values: ['ROOT'] }, ['NORTH00000', 'NORTH00001', 'NORTH00002']],
    [{ field: 'orgId', op: 'notIn', values: ['ROOT'] }, ['NORTH00000', 'NORTH00001', 'NORTH00002']],
  ])('finds %j', async (condition, expected) => {
    const [one = '', two = '', three = ''] = await terminals('NORTH', 3)
    const { db } = app.platform
    await sql`update vendor set warranty_months = 12`.execute(db)
    await sql`update device set name = 'till', activated_at = '2026-01-31T23:59:59Z' where id = ${one}`.execute(
      db,
    )
    await sql`update device set tags = '{a,b}', activated_at = '2026-02-01T00:00:00Z' where id = ${two}`.execute(
      db,
    )
    await sql`update device set mid = 'A77B', status = 0, imei2 = '490154203237518',
      iccid2 = '8999900000000000042', purchase_order = 'PO-7' where id = ${three}`.execute(db)
    await sql`update device set attributes = '[{"name": "Floor", "value": "2"}, {"name": "Desk", "value": "a=b"}]',
      imei = '490154203237518', mac = '0A:1B:2C:3D:4E:5F',
      iccid = '8999900000000000420' where id = ${two}`.execute(db)
    await sql`insert into device_state (device_id, last_seen_at, battery) values (${one}, now(), 80), (${two}, now(), 30)`.execute(
      db,
    )
    await sql`insert into device_online (device_id, since, session_id) values (${one}, now(), uuid7())`.execute(
      db,
    )
    await sql`update device_order place set seen_at = now(), battery = state.battery,
      network_type = case when id = ${one} then '4G' end from device_state state where state.device_id = place.id`.execute(
      db,
    )
    const values = condition.values.map((value) =>
      value === 'CATEGORY' ? estate.categoryId : value === 'ROOT' ? app.rootId : value,
    )
    expect(await found(tree({ ...condition, values }))).toEqual(expected)
  })

  it('takes serial numbers that are pasted, says which nobody has, and refuses what is none', async () => {
    await terminals('NORTH', 3)
    const sns = 'NORTH00002,north00000,NOBODY-1,NORTH00000'
    expect(await found({ sns })).toEqual(['NORTH00000', 'NORTH00002'])
    expect(await admin.get(devices.count, { query: { sns } })).toMatchObject({ total: 2 })
    expect(await admin.get(devices.unknown, { query: { sns } })).toEqual({ sns: ['NOBODY-1'] })
    const many = (count: number) => Array.from({ length: count }, (_, n) => `A${1000 + n}`).join()
    expect(await found({ sns: many(1000) })).toEqual([])
    for (const [text, message] of [
      ['NORTH00001,!', /with commas between them/],
      ['', /with commas between them/],
      [many(1001), /at most 1,000/],
      ['A'.repeat(8001), /8,?000/],
    ] as const)
      expect(await admin.call(devices.page, { query: { sns: text } })).toMatchObject({
        code: codes.badRequest,
        data: { fields: [{ field: 'sns', message: expect.stringMatching(message) }] },
      })
  })

  it('takes the kind of an open alarm', async () => {
    const [one = '', two = ''] = await terminals('NORTH', 3)
    await sql`insert into alarm (device_id, org_id, vendor_id, model_id, kind, severity, closed_at)
      select id, org_id, vendor_id, model_id, kind, 'LOW', closed_at::timestamptz from device join (values
        (${one}, 'PAPER', null), (${one}, 'TAMPER', '2026-01-01'), (${two}, 'TAMPER', null)
      ) raised (device_id, kind, closed_at) on device.id = raised.device_id::uuid`.execute(
      app.platform.db,
    )
    expect(await found({ alarmKind: 'TAMPER' })).toEqual(['NORTH00001'])
    expect(await found({ alarmKind: 'PAPER' })).toEqual(['NORTH00000'])
    expect(await found({ alarmKind: 'ROOT' })).toEqual([])
  })

  it('refuses what is no filter, and one that nests by the thousand', async () => {
    const nested = (levels: number) => `${'{"not":'.repeat(levels)}1${'}'.repeat(levels)}`
    for (const text of ['x', '[]', '{}', nested(900)])
      expect(await admin.call(devices.page, { query: { tree: text } })).toMatchObject({
        code: codes.badRequest,
      })
    for (const { path: url } of [groups.preview, groups.add]) {
      const body = `{"orgId":"${north}","name":"Deep","type":"DYNAMIC","filter":${nested(20_000)}}`
      expect(await admin.send({ method: 'POST', url, body })).toMatchObject({
        code: codes.badRequest,
        data: { fields: expect.arrayContaining([expect.objectContaining({ field: 'filter' })]) },
      })
    }
  })
})
