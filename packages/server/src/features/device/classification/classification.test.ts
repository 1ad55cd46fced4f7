import { classifications, codes, deviceSets, devicesPath, type Filter } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hears } from '../../../../test/hears.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

lifecycleSpec(classifications, {
  make: (n) => ({ name: `Label ${n}`, code: `L-${n}`, dimension: 'TIER', colour: '#1f6feb' }),
  text: 'name',
  unique: 'code',
})

let app: TestApp
let admin: TestUser
let estate: Estate
let n = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
beforeEach(async () => {
  await sql`delete from classification`.execute(app.platform.db)
  await sql`delete from device`.execute(app.platform.db)
  await settle()
})
afterAll(() => app.close())

/** Until nothing is left: what a round notes itself is judged in it. */
const settle = () => keepMembership(app.platform.db, app.platform.live)
const terminals = (count: number) =>
  addDevices(app, estate, { orgId: app.rootId, prefix: 'T', count })
const named = (value: string): Filter => ({ field: 'name', op: 'is', values: [value] })
const rename = (ids: readonly string[], name: string) =>
  sql`update device set name = ${name} where id = any(${[...ids]}::uuid[])`.execute(app.platform.db)
const add = (more: object = {}) => {
  n += 1
  const body = { name: `Some ${n}`, code: `S-${n}`, dimension: 'RING' as const, colour: '#abcdef' }
  return admin.get(classifications.add, { body: { ...body, ...more } })
}
const bind = (id: string, sns: string[], bound = true) =>
  admin.get(classifications.bind, { body: { classificationId: id, sns, bound } })
async function labels(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`select device.sn || ' ' || label.code as line
    from device_classification bound join device on device.id = bound.device_id
      join classification label on label.id = bound.classification_id order by 1`.execute(
    app.platform.db,
  )
  return rows.map(({ line }) => line)
}
const detail = (id: string) => admin.get(classifications.detail, { params: { id } })

it('tells each organisation of its own terminals that get it, and of no others', async () => {
  const place = { name: 'Apart', code: `apart-${n}`, parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  const [above = ''] = await terminals(1)
  const [own = ''] = await addDevices(app, estate, { orgId, prefix: 'A', count: 1 })
  const label = await add()
  const operator = await signedIn(app, { orgId, permissions: ['DEVICE_LIST'] })
  const { heard, upToNow, socket } = await hears(app, operator)
  await bind(label.id, ['T00000', 'A00000'])
  const ids = [above, own]
  await admin.get(deviceSets.unlabel, { body: { ids, classificationId: label.id } })
  await upToNow()
  const told = heard.filter((line) => line.includes(`"${devicesPath}"`))
  expect(told.length).toBeGreaterThan(0)
  expect(told.join()).toContain(own)
  expect(told.join()).not.toContain(above)
  socket.terminate()
})

it('tells nobody how many terminals of others have it, and is not sorted by that', async () => {
  const place = { name: 'Beside', code: `beside-${n}`, parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  await terminals(3)
  await addDevices(app, estate, { orgId, prefix: 'B', count: 2 })
  const label = await add()
  await bind(label.id, ['T00000', 'T00001', 'T00002', 'B00000'])
  await settle()
  const permissions = ['DEVICE_CLASSIFICATION_LIST', 'DEVICE_CLASSIFICATION_DETAIL']
  const operator = await signedIn(app, { orgId, permissions })
  const params = { id: label.id }
  for (const [who, devices] of [
    [admin, 4],
    [operator, 1],
  ] as const) {
    expect((await who.get(classifications.page, { query: {} })).list).toMatchObject([{ devices }])
    expect(await who.get(classifications.detail, { params })).toMatchObject({ devices })
  }
  const query = { sortField: 'devices', sortOrder: 'desc' } as const
  expect((await operator.call(classifications.page, { query })).code).toBe(codes.badRequest)
  expect((await admin.call(classifications.page, { query })).code).toBe(codes.success)
})

it('is given to terminals by their serial numbers, and taken away', async () => {
  await terminals(2)
  const label = await add()
  expect(await bind(label.id, ['T00000', 'T00001', 'NOBODY'])).toEqual({
    count: 2,
    unknown: ['NOBODY'],
  })
  expect(await bind(label.id, ['T00000'], false)).toEqual({ count: 1, unknown: [] })
  expect(await labels()).toEqual([`T00001 ${label.code}`])
  expect(await detail(label.id)).toMatchObject({ devices: 1 })
})

it('excludes others of its dimension, and only those that exclude, too', async () => {
  await terminals(1)
  const one = await add({ exclusive: true })
  const two = await add({ exclusive: true })
  const free = await add()
  const elsewhere = await add({ exclusive: true, dimension: 'TIER' })
  for (const { id } of [one, free, elsewhere, two]) await bind(id, ['T00000'])
  expect(await labels()).toEqual([two, free, elsewhere].map(({ code }) => `T00000 ${code}`).sort())
  const { id, version, name, code, colour } = await detail(free.id)
  const body = { id, version, name, code, colour, dimension: 'RING' as const, exclusive: true }
  const refused = await admin.call(classifications.update, { body })
  expect(refused.data).toMatchObject({ fields: [{ field: 'exclusive' }] })
})

it('is given by its rule and follows what changes; the higher priority stays, and a hand before both', async () => {
  const ids = await terminals(2)
  await rename(ids, 'till')
  const low = await add({ exclusive: true, priority: 1, rule: named('till') })
  const high = await add({
    exclusive: true,
    priority: 2,
    rule: { field: 'sn', op: 'is', values: ['T00000'] },
  })
  await settle()
  expect(await labels()).toEqual([`T00000 ${high.code}`, `T00001 ${low.code}`])
  const hand = await add({ exclusive: true })
  await bind(hand.id, ['T00000'])
  await rename(ids.slice(1), 'desk')
  await settle()
  expect(await labels()).toEqual([`T00000 ${hand.code}`])
  await bind(hand.id, ['T00000'], false)
  await settle()
  expect(await labels()).toEqual([`T00000 ${high.code}`])
  const body = { classificationId: high.id, sns: ['T00000'], bound: false }
  expect(await admin.call(classifications.bind, { body })).toMatchObject({ code: codes.wrongState })
})

it('is judged anew when its rule changes, and leaves no trace where it is removed', async () => {
  const ids = await terminals(2)
  await rename(ids.slice(0, 1), 'till')
  const label = await add({ rule: named('till') })
  await settle()
  const { version, name, code, colour, dimension } = await detail(label.id)
  const form = { id: label.id, version, name, code, colour, dimension }
  await admin.get(classifications.update, { body: { ...form, rule: { not: named('till') } } })
  await settle()
  expect(await labels()).toEqual([`T00001 ${label.code}`])
  await admin.get(classifications.remove, { params: { id: label.id } })
  expect(await labels()).toEqual([])
  await admin.get(classifications.revert, { params: { id: label.id } })
  await settle()
  expect(await labels()).toEqual([`T00001 ${label.code}`])
})

it('has its rule from somebody who sees all organisations, whose terminals it is asked of', async () => {
  const place = { name: 'Branch', code: `branch-${++n}`, parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  const permissions = Object.values(classifications).map(({ permission }) => permission)
  const local = await signedIn(app, { orgId, permissions, dataScope: 'OWN_ORG_AND_BELOW' })
  const { version, ...label } = await add({ rule: { all: [named('till')] } })
  const { id, name, code, colour, dimension, rule } = label
  const form = { id, version, name, code, colour, dimension }
  const refused = { code: codes.badRequest, data: { fields: [{ field: 'rule' }] } }
  const other = { name: 'Spy', code: 'SPY', dimension, colour, rule: named('T') }
  expect(await local.call(classifications.add, { body: other })).toMatchObject(refused)
  for (const wish of [named('T'), null])
    expect(
      await local.call(classifications.update, { body: { ...form, rule: wish } }),
    ).toMatchObject(refused)
  const renamed = await local.get(classifications.update, {
    body: { ...form, name: 'Other', rule },
  })
  expect(renamed).toMatchObject({ name: 'Other', rule })
})

it('is given to chosen terminals and taken from them; whom it changes nothing for is not counted', async () => {
  const [ids, label] = [await terminals(3), await add()]
  const [first = '', ...others] = ids
  const body = { classificationId: label.id, ids }
  await bind(label.id, ['T00000'])
  const given = await admin.get(deviceSets.label, { body })
  expect(given).toMatchObject({ count: 2 })
  expect(given.rows?.map(({ id }) => id).toSorted()).toEqual(others.toSorted())
  expect(await labels()).toHaveLength(3)
  const one = { ...body, ids: [first] }
  expect(await admin.get(deviceSets.unlabel, { body: one })).toMatchObject({ count: 1 })
  const shown = { classificationId: label.id, matching: { sn: 'T0' }, count: 3 }
  expect(await admin.get(deviceSets.unlabel, { body: shown })).toMatchObject({ count: 2 })
  expect(await labels()).toEqual([])
})

it('says where it is chosen of which dimension a terminal has no other beside it', async () => {
  const [alone, beside] = [await add({ exclusive: true, dimension: 'RING' }), await add()]
  const offered = await admin.get(classifications.list, { query: {} })
  const told = new Map(offered.map(({ id, note }) => [id, note]))
  expect([told.get(alone.id), told.get(beside.id)]).toEqual(['Exclusive in Ring', null])
})

it('is no choice where a rule gives it', async () => {
  const [[id = ''], byRule, byHand] = [
    await terminals(1),
    await add({ rule: named('till') }),
    await add(),
  ]
  const body = { classificationId: byRule.id, ids: [id] }
  expect((await admin.call(deviceSets.label, { body })).code).toBe(codes.wrongState)
  const offered = await admin.get(classifications.list, { query: { byHand: '1' } })
  expect(offered.map((one) => one.id)).toEqual([byHand.id])
  expect(await admin.get(classifications.list, { query: {} })).toHaveLength(2)
})
