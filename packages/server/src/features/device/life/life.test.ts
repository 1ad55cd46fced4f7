import { codes, deviceLife, type LifeEvent, lifecycles, lifeMoves, mayMove } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { livesOf } from '../../../../test/livesOf.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let shopId = ''
let prefixes = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  shopId = (
    await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: app.rootId })
  ).id
})
afterAll(() => app.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.platform.pool.query<R>(text, values)).rows

/** Terminals in a state, with a credential. */
async function inState(lifecycle: string, count = 1, orgId = shopId): Promise<string[]> {
  const prefix = `T${String(prefixes++).padStart(3, '0')}X`
  const ids = await addDevices(app, estate, { orgId, prefix, count, lifecycle })
  await query(`update device set sealed_secret = 'sealed' where id = any($1::uuid[])`, [ids])
  return ids
}

const one = async (lifecycle: string): Promise<string> => (await inState(lifecycle))[0] ?? ''

const { stored, reportedNow, command, endOf } = livesOf((text, values) => query(text, values))

const because = { reason: 'the shop is being rebuilt' }

/** The call of each move that one terminal makes. */
const calls = {
  SUSPEND: (id: string) => admin.call(deviceLife.suspend, { params: { id }, body: because }),
  RESUME: (id: string) => admin.call(deviceLife.resume, { params: { id }, body: {} }),
  LOSE: (id: string) => admin.call(deviceLife.lost, { params: { id }, body: because }),
  FIND: (id: string) => admin.call(deviceLife.found, { params: { id }, body: {} }),
  REPAIR: (id: string) => admin.call(deviceLife.repair, { params: { id }, body: because }),
  RETURN: (id: string) => admin.call(deviceLife.repaired, { params: { id }, body: {} }),
  SCRAP: (id: string) =>
    admin.call(deviceLife.scrap, { params: { id }, body: { ...because, keysErased: true } }),
  MOVE: (id: string) =>
    admin.call(deviceLife.move, { params: { id }, body: { orgId: app.rootId } }),
} satisfies Partial<Record<LifeEvent, unknown>>
type Called = keyof typeof calls

describe.each(Object.keys(calls) as Called[])('%s', (event) => {
  it.each(lifecycles)('of a terminal in %s is made or refused as the table says', async (state) => {
    const id = await one(state)
    await reportedNow(id)
    const { code } = await calls[event](id)
    const { to } = lifeMoves[event]
    // One not in use yet is in stock or assigned by where it is: here it comes to the platform.
    const stays = ['STOCK', 'ASSIGNED'].includes(state) ? 'STOCK' : state
    const reached = to === 'same' ? stays : to[0]
    expect([code, (await stored(id)).lifecycle]).toEqual(
      mayMove(state, event) ? [codes.success, reached] : [codes.wrongState, state],
    )
  })
})

describe('a terminal that leaves service', () => {
  it.each([
    ['SUSPEND', 'QUEUED'],
    ['REPAIR', 'RUNNING'],
    ['LOSE', 'DELIVERED'],
  ] as const)('by %s has its open commands cancelled with the reason', async (event, state) => {
    const id = await one('ACTIVE')
    const item = await command(id, state)
    await calls[event](id)
    expect(await endOf(item)).toEqual({ state: 'CANCELLED', code: 'S604' })
  })

  it('comes back from repair only when it has told of itself within a day', async () => {
    const id = await one('REPAIR')
    expect((await calls.RETURN(id)).code).toBe(codes.wrongState)
    await reportedNow(id)
    expect((await calls.RETURN(id)).code).toBe(codes.success)
  })

  it('comes back from repair by what it tells since, and not with a broken seal or without keys', async () => {
    const id = await one('ACTIVE')
    await reportedNow(id)
    await calls.REPAIR(id)
    expect((await calls.RETURN(id)).msg).toContain('since it went to repair')
    await reportedNow(id)
    for (const kind of ['TAMPERED', 'KEY_MISSING']) {
      await query(`insert into device_security (device_id, kind) values ($1, $2)`, [id, kind])
      expect((await calls.RETURN(id)).msg).toContain('broken seal')
      await query(`delete from device_security where device_id = $1`, [id])
    }
    expect((await calls.RETURN(id)).code).toBe(codes.success)
    expect((await stored(id)).lifecycle).toBe('ACTIVE')
  })

  it('that was never in use comes back from repair as it went', async () => {
    const id = await one('ASSIGNED')
    await calls.REPAIR(id)
    await reportedNow(id)
    expect((await calls.RETURN(id)).code).toBe(codes.success)
    expect((await stored(id)).lifecycle).toBe('ASSIGNED')
  })

  it('is scrapped only when its keys are erased, by a word or by a wipe since its last contact', async () => {
    const id = await one('SUSPENDED')
    const scrap = (keysErased: boolean) =>
      admin.call(deviceLife.scrap, { params: { id }, body: { ...because, keysErased } })
    const seen = (at: string) =>
      query(
        `insert into device_state (device_id, last_seen_at) values ($1, now() - $2::interval)
          on conflict (device_id) do update set last_seen_at = excluded.last_seen_at`,
        [id, at],
      )
    expect((await scrap(false)).code).toBe(codes.wrongState)
    const item = await command(id, 'RUNNING')
    await query(
      `update push_item set cmd = 'WIPE', state = 'SUCCESS', ended_at = now() - interval '1 hour' where id = $1`,
      [item],
    )
    await seen('10 minutes')
    expect((await scrap(false)).code).toBe(codes.wrongState)
    await seen('59 minutes')
    expect((await scrap(false)).code).toBe(codes.success)
    const other = await one('STOCK')
    await calls.SCRAP(other)
    const moves = await query<{ keysErased: string }>(
      `select keys_erased as "keysErased" from device_move where device_id = any($1::uuid[]) order by at`,
      [[id, other]],
    )
    expect(moves).toEqual([{ keysErased: 'WIPED' }, { keysErased: 'CONFIRMED' }])
  })

  it('loses its credential when it is scrapped', async () => {
    const id = await one('STOCK')
    await calls.SCRAP(id)
    expect((await stored(id)).isRegistered).toBe(false)
  })

  it('that is lost while it is connected is told of at once', async () => {
    const id = await one('ACTIVE')
    await query(
      `insert into device_online (device_id, since, session_id) values ($1, now(), gen_random_uuid())`,
      [id],
    )
    await calls.LOSE(id)
    const told = await query(
      `select code from device_event where device_id = $1 and kind = 'CONTACT'`,
      [id],
    )
    expect(told).toEqual([{ code: 'LOST_CONTACT' }])
  })

  it('has the move on record, with who made it and why', async () => {
    const id = await one('ACTIVE')
    await calls.SUSPEND(id)
    expect(await admin.get(deviceLife.health, { params: { id } })).toMatchObject({
      lastMove: { event: 'SUSPEND', ...because, by: expect.any(String) },
    })
  })
})

it('is not well while an alarm of it is open', async () => {
  const [id = ''] = await inState('ACTIVE')
  await query(
    `insert into device_online (device_id, since, session_id) values ($1, now(), gen_random_uuid())`,
    [id],
  )
  const health = () => admin.get(deviceLife.health, { params: { id } })
  expect((await health()).reasons).toEqual([])
  await query(
    `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
      select id, 'FENCE', 'HIGH', org_id, vendor_id, model_id from device_row where id = $1`,
    [id],
  )
  expect((await health()).reasons).toMatchObject([{ ailment: 'ALARM_GRAVE', value: 'FENCE' }])
  await query(`update alarm set closed_at = now(), state = 'CLOSED' where device_id = $1`, [id])
  expect((await health()).reasons).toEqual([])
})

describe('many terminals', () => {
  it('make the move that each may, and the others are named with the reason', async () => {
    const [active, lost] = [await inState('ACTIVE', 2), await inState('LOST')]
    const body = { ids: [...active, ...lost], ...because }
    expect(await admin.get(deviceLife.suspendMany, { body })).toMatchObject({
      count: 2,
      refused: [{ id: lost[0], reason: 'Only while it is active' }],
    })
  })

  it('are counted before, by the state that keeps them, and told one by one when asked', async () => {
    const ids = [...(await inState('ACTIVE', 2)), ...(await inState('LOST')), await one('REPAIR')]
    const ask = { params: { event: 'SUSPEND' as const }, body: { ids } }
    const impact = await admin.get(deviceLife.impact, ask)
    expect(impact).toMatchObject({ total: 4, may: 2 })
    expect(impact.kept.map(({ lifecycle }) => lifecycle).toSorted()).toEqual(['LOST', 'REPAIR'])
    const { rows } = await admin.get(deviceLife.impact, {
      ...ask,
      body: { ids, withRows: true },
    })
    expect(rows?.filter(({ may }) => may).length).toBe(2)
  })

  it('are counted by where they would go: those that are there already stay', async () => {
    const there = await addOrganization(app.platform, {
      name: 'There',
      code: 'there',
      parentId: app.rootId,
    })
    const [lost = ''] = await inState('LOST', 1, there.id)
    const ids = [...(await inState('ACTIVE', 2)), ...(await inState('ACTIVE', 3, there.id)), lost]
    const params = { event: 'MOVE' as const }
    const target = { ids, toOrgId: there.id, withRows: true }
    const impact = await admin.get(deviceLife.impact, { params, body: target })
    const kept = [{ lifecycle: 'LOST', count: 1 }]
    expect(impact).toMatchObject({ total: 6, may: 2, there: 3, kept })
    expect(impact.rows?.filter(({ may }) => may).map(({ orgName }) => orgName)).toEqual(
      Array(2).fill('Shop'),
    )
    const unknown = await admin.get(deviceLife.impact, { params, body: { ids } })
    expect(unknown).toMatchObject({ may: 5, there: 0 })
    const moved = await admin.get(deviceLife.moveMany, { body: { ids, orgId: there.id } })
    expect(moved.count).toBe(impact.may)
  })

  it('that a list shows are counted as the move then finds them', async () => {
    await addDevices(app, estate, { orgId: shopId, prefix: 'SHOWN', count: 3 })
    await addDevices(app, estate, {
      orgId: shopId,
      prefix: 'SHOWNLOST',
      count: 1,
      lifecycle: 'LOST',
    })
    const matching = { sn: 'SHOWN' }
    const params = { event: 'MOVE' as const }
    const { total, may } = await admin.get(deviceLife.impact, { params, body: { matching } })
    const body = { matching, count: total, orgId: app.rootId }
    expect([total, (await admin.get(deviceLife.moveMany, { body })).count]).toEqual([4, may])
  })

  it('bear the words that they are given, and lose those that are taken', async () => {
    const ids = await inState('ACTIVE', 2)
    await admin.get(deviceLife.tagMany, { body: { ids, add: ['vip', 'pilot'] } })
    await admin.get(deviceLife.tagMany, { body: { ids, add: ['vip'], remove: ['pilot'] } })
    expect((await stored(ids[0] ?? '')).tags).toEqual(['vip'])
    const add = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    const full = await admin.call(deviceLife.tagMany, { body: { ids, add } })
    expect(full.code).toBe(codes.warning)
    expect((await stored(ids[1] ?? '')).tags).toEqual(['vip'])
  })
})

describe('a move to another organisation', () => {
  it('keeps to the quota there, and moves none where not all have room', async () => {
    const { id: smallId } = await addOrganization(app.platform, {
      name: 'Small',
      code: 'small',
      parentId: app.rootId,
    })
    await query('update organization set device_quota = 1 where id = $1', [smallId])
    const ids = await inState('ACTIVE', 2)
    const answer = await admin.call(deviceLife.moveMany, { body: { ids, orgId: smallId } })
    expect(answer.code).toBe(codes.warning)
    expect((await stored(ids[0] ?? '')).orgId).toBe(shopId)
  })

  it('leads only to where the caller may, and leaves the station', async () => {
    const id = await one('ACTIVE')
    await query(
      `with area as (insert into timezone_area (name, code, type) values ('Shops', 'area-of-shops', 'zone') returning id),
          shop as (insert into station (name, code, type, org_id, area_id, address, contact, phone)
            select 'Shop', 'shop', 'SHOP', $2, area.id, 'x', 'x', '123' from area returning id)
        update device set station_id = shop.id from shop where device.id = $1`,
      [id, shopId],
    )
    const clerk = await signedIn(app, { orgId: shopId, permissions: [deviceLife.move.permission] })
    const up = { params: { id }, body: { orgId: app.rootId } }
    expect((await clerk.call(deviceLife.move, up)).code).toBe(codes.badRequest)
    expect((await admin.call(deviceLife.move, up)).code).toBe(codes.success)
    const rows = await query('select station_id from device where id = $1', [id])
    expect(rows).toEqual([{ station_id: null }])
  })

  it('and an import that changes the same terminal do not undo each other', async () => {
    const id = await one('ACTIVE')
    const client = await app.platform.pool.connect()
    try {
      // The import holds the terminal while it judges its rows, as it locks them.
      await client.query('begin')
      await client.query('select from device where id = $1 for no key update', [id])
      const moving = calls.MOVE(id)
      await client.query(
        `update device set name = 'imported', version = version + 1 where id = $1`,
        [id],
      )
      await client.query('commit')
      expect((await moving).code).toBe(codes.success)
    } finally {
      client.release()
    }
    const rows = await query('select name, org_id = $2 as moved from device where id = $1', [
      id,
      app.rootId,
    ])
    expect(rows).toEqual([{ name: 'imported', moved: true }])
  })
})

it('stays within the data scope', async () => {
  const [foreign = ''] = await inState('ACTIVE', 1, app.rootId)
  const permissions = [deviceLife.suspend.permission, deviceLife.impact.permission]
  const clerk = await signedIn(app, { orgId: shopId, permissions })
  const suspend = { params: { id: foreign }, body: because }
  expect((await clerk.call(deviceLife.suspend, suspend)).code).toBe(codes.notFound)
  const impact = { params: { event: 'SUSPEND' as const }, body: { ids: [foreign] } }
  expect(await clerk.get(deviceLife.impact, impact)).toMatchObject({ total: 0, may: 0 })
})
