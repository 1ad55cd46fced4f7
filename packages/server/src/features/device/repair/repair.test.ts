import { codes, deviceLife, type RepairState, repairs, stations } from '@muster/contract'
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
import { tellBreaches } from './repair.worker.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let clerk: TestUser
let shopId = ''
let prefixes = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  shopId = (
    await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: app.rootId })
  ).id
  const permissions = [repairs.page, repairs.transition, repairs.add].map((c) => c.permission)
  clerk = await signedIn(app, { orgId: shopId, permissions })
})
afterAll(() => app.close())

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.platform.pool.query<R>(text, values)).rows

interface Terminal {
  readonly id: string
  readonly sn: string
}

/** A terminal that goes on telling of itself, in repair too. */
async function terminal(lifecycle = 'ACTIVE', orgId = shopId): Promise<Terminal> {
  const prefix = `R${String(prefixes++).padStart(3, '0')}X`
  const [id = ''] = await addDevices(app, estate, { orgId, prefix, count: 1, lifecycle })
  await query(
    `insert into device_snapshot (device_id, kind, document, reported_at) values ($1, 'info', '{}', now() + interval '1 hour')`,
    [id],
  )
  return { id, sn: `${prefix}00000` }
}

const lifecycleOf = async (id: string) =>
  (await query<{ lifecycle: string }>('select lifecycle from device where id = $1', [id]))[0]
    ?.lifecycle

const about = { fault: 'PRINTER', severity: 'LOW', description: 'jams' } as const

async function reported({ sn }: Terminal, more: object = {}) {
  return admin.get(repairs.add, { body: { sn, ...about, ...more } })
}

type Target = Exclude<RepairState, 'SCRAPPED'>
const go = (id: string, state: Target, body: object = {}) =>
  admin.call(repairs.transition, { params: { id, state }, body })

async function gone(id: string, ...states: Target[]) {
  const heard: number[] = []
  for (const state of states) heard.push((await go(id, state)).code)
  expect(heard).toEqual(states.map(() => codes.success))
}

const detail = (id: string) => admin.get(repairs.detail, { params: { id } })

describe('a ticket and its terminal', () => {
  it('go through a repair together, and say who had it when', async () => {
    const device = await terminal()
    const { id, ticketNo } = await reported(device)
    expect(ticketNo).toMatch(/^RP\d{8}-\d{4}$/)
    await gone(id, 'TRIAGED')
    expect(await lifecycleOf(device.id)).toBe('ACTIVE')
    await gone(id, 'APPROVED')
    expect(await lifecycleOf(device.id)).toBe('REPAIR')
    await gone(id, 'SHIPPED_TO_DEPOT')
    const body = { holder: 'DEPOT', holderName: 'Layla' } as const
    expect((await admin.get(repairs.custody, { params: { id }, body })).holderName).toBe('Layla')
    await gone(id, 'RECEIVED', 'DIAGNOSED', 'REPAIRING', 'TESTING', 'READY', 'SHIPPED_BACK')
    expect((await detail(id)).holder).toBe('COURIER')
    await gone(id, 'INSTALLED')
    expect(await lifecycleOf(device.id)).toBe('ACTIVE')
    expect((await go(id, 'CLOSED')).code).toBe(codes.badRequest)
    const closed = await go(id, 'CLOSED', { result: 'REPAIRED', rootCause: 'dust' })
    expect(closed.data).toMatchObject({ state: 'CLOSED', result: 'REPAIRED', rootCause: 'dust' })
    const { events, holder } = await detail(id)
    expect(holder).toBe('MERCHANT')
    expect(events.filter(({ kind }) => kind === 'CUSTODY')).toMatchObject([
      { before: 'COURIER', after: 'DEPOT', text: 'Layla' },
    ])
  })

  it('agree when the terminal moves by itself', async () => {
    const device = await terminal()
    const send = { params: { id: device.id }, body: { reason: 'broken' } }
    await admin.get(deviceLife.repair, send)
    const list = { query: { deviceId: device.id } }
    const [opened] = (await admin.get(repairs.page, list)).list
    expect(opened).toMatchObject({ state: 'APPROVED', fault: 'OTHER', description: 'broken' })
    await admin.get(deviceLife.repaired, { params: { id: device.id }, body: {} })
    expect((await admin.get(repairs.page, list)).list[0]?.state).toBe('INSTALLED')
    // A reported fault is what the terminal is sent to repair for.
    const { id } = await reported(device)
    await admin.get(deviceLife.repair, send)
    expect((await detail(id)).state).toBe('APPROVED')
    const next = await terminal('STOCK')
    const body = { newSn: next.sn, reason: 'broken' }
    await admin.get(deviceLife.swap, { params: { id: device.id }, body })
    expect(await detail(id)).toMatchObject({
      state: 'CLOSED',
      result: 'REPLACED',
      swapSn: next.sn,
    })
  })

  it('end together, by the ticket or by the terminal', async () => {
    const [one, other] = [await terminal(), await terminal()]
    const tickets = [await reported(one), await reported(other)]
    const [first = '', second = ''] = tickets.map(({ id }) => id)
    for (const id of [first, second])
      await gone(id, 'TRIAGED', 'APPROVED', 'RECEIVED', 'DIAGNOSED', 'ON_HOLD', 'DIAGNOSED')
    await admin.get(repairs.scrap, {
      params: { id: first },
      body: { reason: 'burnt', keysErased: true },
    })
    await admin.get(deviceLife.scrap, {
      params: { id: other.id },
      body: { reason: 'burnt', keysErased: true },
    })
    for (const id of [first, second])
      expect(await detail(id)).toMatchObject({ state: 'SCRAPPED', result: 'SCRAPPED' })
    expect([await lifecycleOf(one.id), await lifecycleOf(other.id)]).toEqual([
      'SCRAPPED',
      'SCRAPPED',
    ])
    const again = await terminal()
    const { id } = await reported(again)
    const next = await terminal('STOCK')
    const swap = { params: { id }, body: { newSn: next.sn, reason: 'burnt' } }
    expect(await admin.get(repairs.swap, swap)).toMatchObject({ state: 'CLOSED', swapSn: next.sn })
    expect(await lifecycleOf(next.id)).toBe('ACTIVE')
  })

  it('keep to the guards of the terminal: one that is silent stays in repair', async () => {
    const device = await terminal()
    const { id } = await reported(device)
    await gone(id, 'TRIAGED', 'APPROVED', 'RECEIVED', 'DIAGNOSED', 'READY')
    await query(
      `update device_snapshot set reported_at = now() - interval '2 days' where device_id = $1`,
      [device.id],
    )
    expect((await go(id, 'INSTALLED')).code).toBe(codes.wrongState)
    expect([(await detail(id)).state, await lifecycleOf(device.id)]).toEqual(['READY', 'REPAIR'])
  })

  it('does not leave with keys, nor come back without', async () => {
    const device = await terminal()
    const { id, version } = await reported(device, { fault: 'TAMPER' })
    await gone(id, 'TRIAGED', 'APPROVED')
    expect((await go(id, 'SHIPPED_TO_DEPOT')).code).toBe(codes.wrongState)
    const back = { params: { id: device.id }, body: {} }
    expect((await admin.call(deviceLife.repaired, back)).code).toBe(codes.wrongState)
    const body = { ...about, fault: 'TAMPER', keysErased: true } as const
    const edit = async (as: number) =>
      (await admin.call(repairs.update, { body: { id, version: as, ...body } })).code
    expect(await edit(version)).toBe(codes.versionConflict)
    expect(await edit((await detail(id)).version)).toBe(codes.success)
    await gone(id, 'RECEIVED', 'DIAGNOSED', 'REPAIRING', 'TESTING')
    expect((await go(id, 'READY')).code).toBe(codes.wrongState)
    // Another word for its fault does not let it out of that.
    const other = { ...body, id, fault: 'OTHER', version: (await detail(id)).version } as const
    const refused = { data: { fields: [{ field: 'fault' }] } }
    expect(await admin.call(repairs.update, { body: other })).toMatchObject(refused)
    await gone(id, 'KEY_INJECTION', 'READY', 'INSTALLED')
  })
})

describe('of two people at once', () => {
  const sorted = (answers: readonly { readonly code: number }[]) =>
    answers.map(({ code }) => code).toSorted((a, b) => a - b)
  const oneWins = [codes.success, codes.wrongState].toSorted((a, b) => a - b)

  it('one closes a ticket, one approves it, and one reports the fault', async () => {
    const device = await terminal()
    const answers = await Promise.all(
      [1, 2].map(() => admin.call(repairs.add, { body: { sn: device.sn, ...about } })),
    )
    expect(sorted(answers)).toEqual([codes.success, codes.badRequest].toSorted((a, b) => a - b))
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      'select id from repair where device_id = $1',
      [device.id],
    )
    await gone(id, 'TRIAGED')
    expect(sorted(await Promise.all([go(id, 'APPROVED'), go(id, 'APPROVED')]))).toEqual(oneWins)
    await gone(id, 'INSTALLED')
    const close = () => go(id, 'CLOSED', { result: 'REPAIRED' })
    expect(sorted(await Promise.all([close(), close()]))).toEqual(oneWins)
  })

  it('who cancels and who approves never leave one without the other', async () => {
    const device = await terminal()
    const { id } = await reported(device)
    await gone(id, 'TRIAGED')
    const answers = await Promise.all([go(id, 'APPROVED'), go(id, 'CANCELLED')])
    expect(sorted(answers)).toEqual(oneWins)
    const now = [(await detail(id)).state, await lifecycleOf(device.id)]
    expect([
      ['APPROVED', 'REPAIR'],
      ['CANCELLED', 'ACTIVE'],
    ]).toContainEqual(now)
    const tickets = await query('select from repair where device_id = $1', [device.id])
    expect(tickets).toHaveLength(1)
  })

  it('who swaps the terminal and who returns the ticket agree', async () => {
    const [device, next] = [await terminal(), await terminal('STOCK')]
    const { id } = await reported(device)
    await gone(id, 'TRIAGED', 'APPROVED')
    const swap = { params: { id: device.id }, body: { newSn: next.sn, reason: 'broken' } }
    await Promise.all([go(id, 'INSTALLED'), admin.call(deviceLife.swap, swap)])
    const now = [(await detail(id)).state, await lifecycleOf(device.id)]
    // A swap may follow the return: its ticket is settled then.
    expect([
      ['INSTALLED', 'ACTIVE'],
      ['INSTALLED', 'REPLACED'],
      ['CLOSED', 'REPLACED'],
    ]).toContainEqual(now)
  })
})

describe('the clocks', () => {
  it('stand on hold, change with the state, and are told of once', async () => {
    const device = await terminal()
    const { id, dueAt } = await clerk.get(repairs.add, { body: { sn: device.sn, ...about } })
    const hoursLeft = (at: string | null) => (Date.parse(at ?? '') - Date.now()) / 3_600_000
    expect(hoursLeft(dueAt)).toBeCloseTo(4, 1)
    await gone(id, 'ON_HOLD')
    expect((await detail(id)).dueAt).toBeNull()
    await query(`update repair set due_left = 5400 where id = $1`, [id])
    expect((await go(id, 'REPORTED')).code).toBe(codes.success)
    expect(hoursLeft((await detail(id)).dueAt)).toBeCloseTo(1.5, 1)
    await query(`update repair set due_at = now() - interval '1 minute' where id = $1`, [id])
    const told = () =>
      query('select link from notice where user_id = $1 and text_key = $2', [
        clerk.userId,
        'notice.repair.late',
      ])
    await tellBreaches(app.platform)
    await tellBreaches(app.platform)
    expect(await told()).toHaveLength(1)
    const late = await clerk.get(repairs.page, { query: { overdue: '1' } })
    expect(late.list).toMatchObject([{ id, isOverdue: true }])
    const { clocks } = await admin.get(repairs.sla, {})
    expect(clocks.find(({ clock }) => clock === 'TRIAGE')?.overdue).toBe(1)
    await gone(id, 'TRIAGED')
    expect(await detail(id)).toMatchObject({ dueAt: null, isOverdue: false })
    await gone(id, 'APPROVED')
    expect(hoursLeft((await detail(id)).dueAt)).toBeCloseTo(120, 0)
  })

  it('are told of to who may move the ticket where nobody mends it and nobody here reported it', async () => {
    const rights = [repairs.page.permission, repairs.transition.permission]
    const holder = await signedIn(app, { orgId: shopId, permissions: rights })
    const others = [
      await signedIn(app, { orgId: shopId, permissions: rights.slice(0, 1) }),
      await signedIn(app, { permissions: rights, dataScope: 'OWN_ORG' }),
      await signedIn(app, { orgId: shopId, permissions: rights, vendorIds: [shopId] }),
    ]
    const toldTo = ({ userId }: TestUser) =>
      query<{ textKey: string; values: object }>(
        `select text_key as "textKey", text_values as values from notice where user_id = $1`,
        [userId],
      )
    const late = (ids: readonly string[], by: string | null) =>
      query(
        `update repair set due_at = now() - interval '1 minute', breached_at = null, created_by = $2
          where id = any($1::uuid[])`,
        [ids, by],
      )
    const tickets = [await terminal(), await terminal(), await terminal()]
    const made = await Promise.all(tickets.map((one) => reported(one)))
    const [one, ...many] = made.map(({ id }) => id)
    await late([one ?? ''], null)
    await tellBreaches(app.platform)
    const { ticketNo, sn } = made[0] ?? {}
    expect(await toldTo(holder)).toEqual([
      { textKey: 'notice.repair.late', values: { ticketNo, sn } },
    ])
    // Whoever reported them is gone.
    const gone = await signedIn(app)
    await query(`update app_user set status = 0 where id = $1`, [gone.userId])
    await late(many, gone.userId)
    await tellBreaches(app.platform)
    expect(await toldTo(holder)).toMatchObject([
      {},
      { textKey: 'notice.repair.lateMany', values: { count: 2 } },
    ])
    // A reporter who is here hears of it himself.
    await late(many, clerk.userId)
    await tellBreaches(app.platform)
    expect(await toldTo(holder)).toHaveLength(2)
    for (const other of others) expect(await toldTo(other)).toEqual([])
  })

  it('are looked for by their moment, not by looking at every ticket', async () => {
    await query(`insert into repair (device_id, state, fault, severity, description, due_at)
      select id, 'CLOSED', 'OTHER', 'LOW', 'x', null from device, generate_series(1, 500)`)
    await query('analyze repair')
    const plan = await query<{ 'QUERY PLAN': string }>(`explain select id from repair
      where due_at < now() and breached_at is null order by due_at limit 500 for update skip locked`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('repair_due')
  })
})

describe('the depots', () => {
  it('are the stations of that type that the caller sees, and no others are taken', async () => {
    const areaId = await addArea(app)
    const add = async (name: string, type: 'SHOP' | 'DEPOT', orgId = shopId) => {
      const body = { ...stationBody(name.replace(' ', '-'), { orgId, areaId }), name, type }
      return (await admin.get(stations.add, { body })).id
    }
    const depotId = await add('Basra bench', 'DEPOT')
    const shop = await add('Basra shop', 'SHOP')
    const off = await add('Basra old', 'DEPOT')
    await admin.get(stations.setStatus, { params: { id: off, status: '0' } })
    const abroad = await add('Basra far', 'DEPOT', app.rootId)
    const named = async (query: object) =>
      (await clerk.get(repairs.depots, { query })).map(({ id }) => id)
    expect(await named({})).toEqual([depotId])
    expect(await named({ keyword: 'bench' })).toEqual([depotId])
    expect(await named({ keyword: 'nobody' })).toEqual([])
    // One that is disabled is still named where a ticket has it.
    expect(await named({ id: off })).toEqual([off])
    for (const id of [shop, abroad]) expect(await named({ id })).toEqual([])
    const mender = await signedIn(app, { orgId: shopId, permissions: [repairs.assign.permission] })
    const { id } = await reported(await terminal())
    const assign = (to: string) =>
      mender.call(repairs.assign, { params: { id }, body: { depotId: to } })
    expect((await assign(shop)).data).toMatchObject({ fields: [{ field: 'depotId' }] })
    expect((await assign(abroad)).data).toMatchObject({ fields: [{ field: 'depotId' }] })
    expect((await assign(depotId)).data).toMatchObject({ depotName: 'Basra bench' })
  })

  it('receive many at once: those on their way; the others stay, and say why', async () => {
    const devices = [await terminal(), await terminal(), await terminal(), await terminal()]
    const [shipped = '', approved = '', fresh = '', secret = ''] = await Promise.all(
      devices.map(async (device, at) => {
        const { id } = await reported(device, at === 3 ? { fault: 'TAMPER' } : {})
        return id
      }),
    )
    await gone(shipped, 'TRIAGED', 'APPROVED', 'SHIPPED_TO_DEPOT')
    await gone(approved, 'TRIAGED', 'APPROVED')
    await gone(secret, 'TRIAGED', 'APPROVED')
    const before = (await detail(approved)).dueAt
    const ids = [shipped, approved, fresh, secret]
    const body = { ids, holderName: 'Layla' }
    const { count, refused } = await admin.get(repairs.receiveMany, { body })
    expect(count).toBe(2)
    expect(refused?.map(({ id }) => id).toSorted()).toEqual([fresh, secret].toSorted())
    expect(refused?.find(({ id }) => id === secret)?.reason).toContain('keys')
    for (const id of [shipped, approved])
      expect(await detail(id)).toMatchObject({
        state: 'RECEIVED',
        holder: 'DEPOT',
        holderName: 'Layla',
      })
    const { events, dueAt } = await detail(approved)
    expect(events[0]).toMatchObject({ before: 'APPROVED', after: 'RECEIVED', text: 'Layla' })
    expect(dueAt).toBe(before)
    expect([(await detail(fresh)).state, (await detail(secret)).state]).toEqual([
      'REPORTED',
      'APPROVED',
    ])
    const foreign = await reported(await terminal('ACTIVE', app.rootId))
    const asClerk = await clerk.call(repairs.receiveMany, { body: { ids: [foreign.id] } })
    expect(asClerk.code).toBe(codes.notFound)
  })
})

it('shows what a repair costs to who may see it', async () => {
  const device = await terminal()
  const { id } = await reported(device)
  const parts = [{ name: 'Head', quantity: 1, price: 12.5 }]
  await admin.get(repairs.cost, { params: { id }, body: { cost: 20.25, parts } })
  expect(await detail(id)).toMatchObject({ cost: 20.25, parts })
  const seen = await clerk.get(repairs.page, { query: { deviceId: device.id } })
  expect(seen.list).toMatchObject([{ cost: null }])
  const [abroad] = [await terminal('ACTIVE', app.rootId)]
  const foreign = await reported(abroad)
  const input = { params: { id: foreign.id, state: 'TRIAGED' as const }, body: {} }
  expect((await clerk.call(repairs.transition, input)).code).toBe(codes.notFound)
})
