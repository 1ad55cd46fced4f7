import { applies, type Apply, codes, groups, stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { livesOf } from '../../../../test/livesOf.ts'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
const place = { top: '', north: '', south: '' }
const shop = { north: '', south: '' }
const who = {} as Record<'asks' | 'north' | 'south' | 'wipesNorth' | 'wipesSouth', TestUser>

const permissions = [
  'DEVICE_APPLY_LIST',
  'DEVICE_APPLY_DETAIL',
  'DEVICE_APPLY_ADD',
  'DEVICE_APPLY_APPROVE',
]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const add = async (code: string, parentId: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId })).id
  place.top = await add('top', app.rootId)
  place.north = await add('north', place.top)
  place.south = await add('south', place.top)
  const areaId = await addArea(app)
  for (const name of ['north', 'south'] as const) {
    const body = stationBody(name, { orgId: place[name], areaId })
    shop[name] = (await admin.get(stations.add, { body })).id
    who[name] = await signedIn(app, { orgId: place[name], permissions })
  }
  who.asks = await signedIn(app, { orgId: place.top, permissions })
  const wiping = [...permissions, 'DEVICE_WIPE']
  who.wipesNorth = await signedIn(app, { orgId: place.north, permissions: wiping })
  who.wipesSouth = await signedIn(app, { orgId: place.south, permissions: wiping })
})
afterAll(() => app.close())

let made = 0

/** Terminals of the north, each with a name and in a group by hand. */
async function dressed(count: number, lifecycle = 'ACTIVE') {
  const prefix = `FATE${++made}-`
  const ids = await addDevices(app, estate, { orgId: place.north, prefix, count, lifecycle })
  const sns = ids.map((_, n) => `${prefix}${String(n).padStart(5, '0')}`)
  await sql`update device set name = 'Till', station_id = ${shop.north} where id = any(${ids}::uuid[])`.execute(
    app.platform.db,
  )
  const body = { name: `All ${made}`, orgId: app.rootId, type: 'STATIC' as const }
  const group = await admin.get(groups.add, { body })
  await admin.get(groups.addMembers, { body: { groupId: group.id, sns } })
  return { ids, sns }
}

const wish = (sns: readonly string[], more: object = {}) => ({
  body: {
    kind: 'TRANSFER' as const,
    toOrgId: place.south,
    sns: [...sns],
    reason: 'a new shop',
    ...more,
  },
})
const input = ({ id }: Apply) => ({ params: { id } })
const codeOf = async (sent: Promise<{ code: number }>) => (await sent).code

interface Own {
  readonly orgId: string
  readonly name: string | null
  readonly stationId: string | null
  readonly groups: number
  readonly items: string[]
}

async function own(ids: readonly string[]): Promise<Own[]> {
  const { rows } = await sql<Own>`select org_id, name, station_id,
      (select count(*)::integer from device_group_member where device_id = device.id) as groups,
      array(select cmd from push_item where device_id = device.id) as items
    from device where id = any(${[...ids]}::uuid[]) order by sn`.execute(app.platform.db)
  return rows
}

describe('what becomes of what terminals have of their own', () => {
  it('is kept unless the request says otherwise, and they stand where it says', async () => {
    const { ids, sns } = await dressed(1)
    const request = await who.asks.get(applies.add, wish(sns, { stationId: shop.south }))
    expect(request).toMatchObject({ keep: 'KEEP', stationName: 'Station south' })
    await who.north.get(applies.approve, input(request))
    await who.south.get(applies.approve, input(request))
    expect(await own(ids)).toEqual([
      { orgId: place.south, name: 'Till', stationId: shop.south, groups: 1, items: [] },
    ])
  })

  it('is taken away where it says reset', async () => {
    const { ids, sns } = await dressed(1)
    const request = await who.asks.get(applies.add, wish(sns, { keep: 'RESET' }))
    await who.north.get(applies.approve, input(request))
    await who.south.get(applies.approve, input(request))
    expect(await own(ids)).toEqual([
      { orgId: place.south, name: null, stationId: null, groups: 0, items: [] },
    ])
  })

  it('is erased by who may wipe on both sides, also by one who does not see them yet', async () => {
    const { ids, sns } = await dressed(2)
    await sql`update device set lifecycle = 'ASSIGNED' where id = ${ids[1]}`.execute(
      app.platform.db,
    )
    const request = await who.asks.get(applies.add, wish(sns, { keep: 'WIPE' }))
    expect(await who.north.get(applies.detail, input(request))).toMatchObject({ mayDecide: false })
    expect(await codeOf(who.north.call(applies.approve, input(request)))).toBe(codes.warning)
    const many = { body: { ids: [request.id] } }
    expect(await codeOf(who.wipesNorth.call(applies.approveMany, many))).toBe(codes.warning)
    await who.wipesNorth.get(applies.approve, input(request))
    expect(await codeOf(who.south.call(applies.approve, input(request)))).toBe(codes.warning)
    await who.wipesSouth.get(applies.approve, input(request))
    expect(await own(ids)).toEqual([
      { orgId: place.south, name: null, stationId: null, groups: 0, items: ['WIPE'] },
      { orgId: place.north, name: 'Till', stationId: shop.north, groups: 1, items: [] },
    ])
    const { state, items } = await who.asks.get(applies.detail, input(request))
    expect({ state, faults: items.map(({ fault }) => fault) }).toEqual({
      state: 'PARTIAL',
      faults: [null, 'NOT_WIPED'],
    })
  })

  it('fits the kind of the request', async () => {
    const { sns } = await dressed(1, 'STOCK')
    const refusal = async (body: object) =>
      (await who.asks.call(applies.add, wish(sns, body))) as { data: { fields?: unknown } }
    expect((await refusal({ kind: 'DECOMMISSION', keep: 'RESET' })).data.fields).toMatchObject([
      { field: 'keep' },
    ])
    const staying = await refusal({ kind: 'DECOMMISSION', stationId: shop.north })
    expect(staying.data.fields).toMatchObject([{ field: 'stationId' }])
  })
})

describe('terminals of a request to scrap them, of whose keys nobody has said anything', () => {
  const { command } = livesOf(
    async <R extends object>(text: string, values: unknown[]) =>
      // The shape is the statement's own.
      (await app.platform.pool.query(text, values)).rows as R[],
  )
  const scrapping = { permissions: [...permissions, 'DEVICE_SCRAP'] }

  it('are scrapped once who decides says it, or a wipe proves it; trying again alone changes nothing', async () => {
    const boss = await signedIn(app, { orgId: place.top, ...scrapping })
    const { ids, sns } = await dressed(2, 'REPAIR')
    const request = await who.asks.get(applies.add, wish(sns, { kind: 'DECOMMISSION' }))
    await boss.get(applies.approve, input(request))
    const again = (user: TestUser, body: { keysErased?: boolean }) =>
      codeOf(user.call(applies.execute, { ...input(request), body }))
    const outcome = async () => {
      const { state, keysErased, items } = await who.asks.get(applies.detail, input(request))
      return [state, keysErased, ...items.map(({ fault }) => fault)]
    }
    // Nobody says it who may not scrap, nor who asked for it.
    for (const user of [who.asks, who.north])
      expect(await again(user, { keysErased: true })).toBe(codes.warning)
    expect(await again(boss, {})).toBe(codes.success)
    expect(await outcome()).toEqual(['PARTIAL', false, 'KEYS_HELD', 'KEYS_HELD'])
    const wipe = await command(ids[0] ?? '', 'RUNNING')
    await sql`update push_item set cmd = 'WIPE', state = 'SUCCESS', ended_at = now() where id = ${wipe}`.execute(
      app.platform.db,
    )
    expect(await again(boss, {})).toBe(codes.success)
    expect(await outcome()).toEqual(['PARTIAL', false, null, 'KEYS_HELD'])
    expect(await again(boss, { keysErased: true })).toBe(codes.success)
    expect(await outcome()).toEqual(['DONE', true, null, null])
    const { rows } = await sql<{
      erased: string
    }>`select move.keys_erased as erased from device_move move
      join device on device.id = move.device_id and device.lifecycle = 'SCRAPPED'
      where device.id = any(${ids}::uuid[]) order by device.sn`.execute(app.platform.db)
    expect(rows.map(({ erased }) => erased)).toEqual(['WIPED', 'CONFIRMED'])
  })

  it('of another kind are not spoken of', async () => {
    const { sns } = await dressed(1)
    const decider = await signedIn(app, { orgId: place.top, ...scrapping })
    const request = await who.asks.get(applies.add, wish(sns))
    await sql`update device set lifecycle = 'LOST' where sn = ${sns[0]}`.execute(app.platform.db)
    await decider.get(applies.approve, input(request))
    await decider.get(applies.execute, { ...input(request), body: { keysErased: true } })
    expect(await who.asks.get(applies.detail, input(request))).toMatchObject({
      state: 'PARTIAL',
      keysErased: false,
    })
  })
})

describe('the station of a request', () => {
  it('is one that its maker sees, enabled, of the branch that gets the terminals', async () => {
    const { sns } = await dressed(1)
    const codeWith = (user: TestUser, stationId: string) =>
      codeOf(user.call(applies.add, wish(sns, { stationId })))
    expect(await codeWith(who.asks, shop.north)).toBe(codes.badRequest)
    expect(await codeWith(who.asks, place.top)).toBe(codes.badRequest)
    expect(await codeWith(who.north, shop.south)).toBe(codes.badRequest)
    await sql`update station set status = 0 where id = ${shop.south}`.execute(app.platform.db)
    expect(await codeWith(who.asks, shop.south)).toBe(codes.badRequest)
    await sql`update station set status = 1 where id = ${shop.south}`.execute(app.platform.db)
    expect(await codeWith(who.asks, shop.south)).toBe(codes.success)
  })

  it('keeps the terminals where they are if it is gone by the time of the decision', async () => {
    const { ids, sns } = await dressed(1)
    const request = await who.asks.get(applies.add, wish(sns, { stationId: shop.south }))
    await who.north.get(applies.approve, input(request))
    await sql`update station set deleted_at = now() where id = ${shop.south}`.execute(
      app.platform.db,
    )
    expect(await codeOf(who.south.call(applies.approve, input(request)))).toBe(codes.warning)
    expect((await own(ids))[0]?.orgId).toBe(place.north)
    await sql`update station set deleted_at = null where id = ${shop.south}`.execute(
      app.platform.db,
    )
    expect(await codeOf(who.south.call(applies.approve, input(request)))).toBe(codes.success)
  })
})

describe('the impact of an approval', () => {
  const impact = (user: TestUser, request: Apply, withRows = false) =>
    user.get(applies.impact, { ...input(request), body: { withRows } })

  it('is what the approval does then, with one row for each terminal', async () => {
    const { ids, sns } = await dressed(3)
    const request = await who.asks.get(applies.add, wish(sns, { keep: 'WIPE' }))
    await sql`update device set lifecycle = 'ASSIGNED' where id = ${ids[0]}`.execute(
      app.platform.db,
    )
    await sql`update device set lifecycle = 'LOST' where id = ${ids[1]}`.execute(app.platform.db)
    const { rows = [], ...counts } = await impact(who.wipesNorth, request, true)
    expect({
      ...counts,
      kept: counts.kept.toSorted((a, b) => (a.fault < b.fault ? -1 : 1)),
    }).toEqual({
      total: 3,
      may: 1,
      kept: [
        { fault: 'NOT_WIPED', count: 1 },
        { fault: 'WRONG_STATE', count: 1 },
      ],
    })
    expect(rows).toHaveLength(counts.total)
    expect(rows.filter(({ fault }) => fault === null)).toHaveLength(counts.may)
    expect(await own(ids)).toMatchObject(ids.map(() => ({ orgId: place.north, items: [] })))
    await who.wipesNorth.get(applies.approve, input(request))
    await who.wipesSouth.get(applies.approve, input(request))
    expect((await who.asks.get(applies.detail, input(request))).moved).toBe(counts.may)
    // What is left of it is what is tried again.
    expect(await impact(who.asks, request)).toMatchObject({ total: 2, may: 0 })
  })

  it('of stock counts what is there', async () => {
    const { ids } = await dressed(2, 'ASSIGNED')
    const body = { fromOrgId: place.north, modelId: estate.modelId, quantity: 1000 }
    const request = await who.asks.get(applies.add, wish([], { kind: 'STOCK', ...body }))
    const before = await impact(who.asks, request, true)
    expect(before.may).toBeGreaterThanOrEqual(ids.length)
    expect(before).toMatchObject({ total: 1000, kept: [], rows: [] })
    await who.north.get(applies.approve, input(request))
    await who.south.get(applies.approve, input(request))
    expect((await who.asks.get(applies.detail, input(request))).moved).toBe(before.may)
  })

  it('is told to who sees the request, and to nobody once it is over', async () => {
    const { sns } = await dressed(1)
    const request = await who.asks.get(applies.add, wish(sns))
    const stranger = await addOrganization(app.platform, {
      name: 'other',
      code: `other${made}`,
      parentId: app.rootId,
    })
    const other = await signedIn(app, { orgId: stranger.id, permissions })
    const asked = { ...input(request), body: {} }
    expect(await codeOf(other.call(applies.impact, asked))).toBe(codes.notFound)
    await who.north.get(applies.approve, input(request))
    await who.south.get(applies.approve, input(request))
    expect(await codeOf(who.asks.call(applies.impact, asked))).toBe(codes.wrongState)
  })
})

it('what becomes of terminals later is told to whom they belong then alone', async () => {
  const { sns } = await dressed(1)
  const request = await who.asks.get(applies.add, wish(sns))
  const shownTo = async (user: TestUser) =>
    (await user.get(applies.detail, input(request))).items.map(({ lifecycle }) => lifecycle)
  expect(await codeOf(who.north.call(applies.approve, input(request)))).toBe(codes.success)
  expect(await shownTo(who.south)).toEqual(['ACTIVE'])
  expect(await codeOf(who.south.call(applies.approve, input(request)))).toBe(codes.success)
  expect(await shownTo(who.south)).toEqual(['ACTIVE'])
  expect(await shownTo(who.north)).toEqual([null])
})
