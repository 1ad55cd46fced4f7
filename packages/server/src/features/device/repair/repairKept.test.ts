import {
  codes,
  deviceLife,
  isSettled,
  type RepairState,
  repairs,
  repairsPath,
  repairStates,
  stagesInOrder,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { hears } from '../../../../test/hears.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { reportTampered } from './reportTampered.ts'

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

/** A ticket of a terminal of its own. */
async function reported(more: object = {}) {
  const prefix = `K${String(prefixes++).padStart(3, '0')}X`
  await addDevices(app, estate, { orgId: shopId, prefix, count: 1, lifecycle: 'ACTIVE' })
  const about = { fault: 'PRINTER', severity: 'LOW', description: 'jams' } as const
  return admin.get(repairs.add, { body: { sn: `${prefix}00000`, ...about, ...more } })
}

type Target = Exclude<RepairState, 'SCRAPPED'>
const go = (id: string, state: Target) =>
  admin.call(repairs.transition, { params: { id, state }, body: {} })

async function gone(id: string, ...states: Target[]) {
  const heard: number[] = []
  for (const state of states) heard.push((await go(id, state)).code)
  expect(heard).toEqual(states.map(() => codes.success))
}

const detail = (id: string) => admin.get(repairs.detail, { params: { id } })

describe('what is kept of a repair', () => {
  const addFile = async (name: string, type = 'image', orgId = shopId): Promise<string> => {
    const [file] = await query<{ id: string }>(
      `insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
        values ($1, $2, 22, sha256($1::text::bytea), 1048576, 'STORED', $3, $3) returning id`,
      [name, type, orgId],
    )
    return file?.id ?? ''
  }
  const codeOf = async (asked: Promise<{ readonly code: number }>) => (await asked).code

  it('are photos, which whoever sees the ticket sees, and nobody else', async () => {
    const [before, after] = [await addFile('before.jpg'), await addFile('after.png')]
    const { id } = await reported({ photoIds: [before] })
    const set = (photoIds: string[]) =>
      admin.call(repairs.photos, { params: { id }, body: { photoIds } })
    expect(await codeOf(set([before, after]))).toBe(codes.success)
    const { photos, events } = await detail(id)
    expect(photos.map(({ name }) => name)).toEqual(['before.jpg', 'after.png'])
    expect(events.filter(({ kind }) => kind === 'PHOTO')).toMatchObject([
      { before: '0', after: '1' },
    ])
    const other = await addFile('other.jpg')
    const ask = { params: { id, fileId: other } }
    expect(await codeOf(admin.call(repairs.photo, ask))).toBe(codes.notFound)
    const permissions = [repairs.photo.permission]
    const outsider = await signedIn(app, {
      orgId: (
        await addOrganization(app.platform, { name: 'Far', code: 'far', parentId: app.rootId })
      ).id,
      permissions,
    })
    const mine = { params: { id, fileId: before } }
    expect(await codeOf(outsider.call(repairs.photo, mine))).toBe(codes.notFound)
    expect(await codeOf(set([await addFile('terms.pdf', 'document')]))).toBe(codes.badRequest)
    expect(await codeOf(set(Array.from({ length: 11 }, () => before)))).toBe(codes.badRequest)
    expect(await codeOf(set([after]))).toBe(codes.success)
    expect((await detail(id)).photos.map(({ name }) => name)).toEqual(['after.png'])
    expect(
      await query(`select from file_reference where used_by = 'repair' and used_id = $1`, [id]),
    ).toHaveLength(1)
  })

  it('stay where somebody adds another one who did not bring the first', async () => {
    const foreign = await addFile('theirs.jpg', 'image', app.rootId)
    const { id } = await reported({ photoIds: [foreign] })
    const own = await addFile('ours.jpg')
    const technician = await signedIn(app, {
      orgId: shopId,
      permissions: [repairs.photos.permission, repairs.detail.permission],
    })
    await query('update upload set created_by = $2 where id = $1', [own, technician.userId])
    const body = { photoIds: [foreign, own] }
    expect(await codeOf(technician.call(repairs.photos, { params: { id }, body }))).toBe(
      codes.success,
    )
    expect((await detail(id)).photos).toHaveLength(2)
    const stolen = { photoIds: [foreign, await addFile('root.jpg', 'image', app.rootId)] }
    expect(await codeOf(technician.call(repairs.photos, { params: { id }, body: stolen }))).toBe(
      codes.badRequest,
    )
  })

  it('is what came of its test: what fails goes back to repair, and is tested anew', async () => {
    const { id } = await reported()
    const test = (checks: { check: 'PRINTER' | 'CHIP'; outcome: 'PASSED' | 'FAILED' }[]) =>
      admin.call(repairs.checks, { params: { id }, body: { checks } })
    expect(await codeOf(test([{ check: 'CHIP', outcome: 'PASSED' }]))).toBe(codes.wrongState)
    await gone(id, 'TRIAGED', 'APPROVED', 'RECEIVED', 'DIAGNOSED', 'REPAIRING', 'TESTING')
    expect(await codeOf(test([]))).toBe(codes.badRequest)
    const failed = [
      { check: 'CHIP', outcome: 'PASSED' },
      { check: 'PRINTER', outcome: 'FAILED' },
    ] as const
    expect(await codeOf(test([...failed, { ...failed[0] }]))).toBe(codes.badRequest)
    expect(await codeOf(test([...failed]))).toBe(codes.success)
    expect((await go(id, 'READY')).code).toBe(codes.wrongState)
    // A hold is no new test.
    await gone(id, 'ON_HOLD', 'TESTING')
    expect((await detail(id)).checks).toMatchObject(failed)
    await gone(id, 'REPAIRING', 'TESTING')
    expect((await detail(id)).checks).toEqual([])
    expect(await codeOf(test([{ check: 'PRINTER', outcome: 'PASSED' }]))).toBe(codes.success)
    await gone(id, 'READY')
    const { events } = await detail(id)
    expect(events.filter(({ kind }) => kind === 'CHECK').map(({ after }) => after)).toEqual([
      null,
      'PRINTER',
    ])
  })
})

it('stands in the timeline of a terminal: the moves of its life, and who held it', async () => {
  const { id, deviceId, ticketNo } = await reported()
  await gone(id, 'TRIAGED', 'APPROVED', 'SHIPPED_TO_DEPOT')
  const body = { holder: 'DEPOT', holderName: 'Layla' } as const
  await admin.get(repairs.custody, { params: { id }, body })
  const { timeline } = deviceLife
  const asked = { params: { id: deviceId }, query: { kind: 'LIFE' as const } }
  const held = {
    code: 'CUSTODY',
    data: { from: 'COURIER', to: 'DEPOT', signedBy: 'Layla' },
    refKind: 'REPAIR',
    refNo: ticketNo,
  }
  const sent = { code: 'REPAIR', data: { from: 'ACTIVE', to: 'REPAIR' }, refKind: null }
  const { steps } = await admin.get(timeline, asked)
  expect(steps.filter(({ code }) => ['CUSTODY', 'REPAIR'].includes(code))).toMatchObject([
    held,
    sent,
  ])
  // Who reads no repairs is told of the moves alone.
  const reader = await signedIn(app, { permissions: [timeline.permission], dataScope: 'ALL' })
  expect((await reader.get(timeline, asked)).steps).toMatchObject([sent])
  const outsider = await signedIn(app, {
    orgId: (
      await addOrganization(app.platform, { name: 'Away', code: 'away', parentId: app.rootId })
    ).id,
    permissions: [timeline.permission],
  })
  expect((await outsider.call(timeline, asked)).code).toBe(codes.notFound)
})

describe('a terminal that is scanned at the depot', () => {
  const scan = (sn: string, user = admin) =>
    user.call(repairs.receive, { body: { sn, holderName: 'Layla' } })
  const fieldOf = ({ data }: { data: unknown }) =>
    (data as { fields?: { message: string }[] }).fields?.[0]

  it('is received by its serial number, whatever its case', async () => {
    const { id, sn, ticketNo } = await reported()
    await gone(id, 'TRIAGED', 'APPROVED', 'SHIPPED_TO_DEPOT')
    const received = await scan(` ${sn.toLowerCase()} `)
    expect(received.data).toMatchObject({ id, ticketNo, state: 'RECEIVED', holderName: 'Layla' })
    expect((await detail(id)).events[0]).toMatchObject({ after: 'RECEIVED', text: 'Layla' })
  })

  it('is kept back with the reason, where it is not on its way there, or has no ticket', async () => {
    const { id, sn } = await reported()
    const fresh = await scan(sn)
    expect(fieldOf(fresh)?.message).toContain('Reported')
    expect(await scan(sn)).toMatchObject({ code: codes.badRequest })
    await gone(id, 'CANCELLED')
    for (const unknown of [sn, 'NOBODY-1'])
      expect(fieldOf(await scan(unknown))?.message).toContain('open repair ticket')
    const { sn: foreign } = await reported()
    const { id: far } = await addOrganization(app.platform, {
      name: 'Elsewhere',
      code: 'elsewhere',
      parentId: app.rootId,
    })
    const clerk = await signedIn(app, { orgId: far, permissions: [repairs.receive.permission] })
    expect(fieldOf(await scan(foreign, clerk))?.message).toContain('open repair ticket')
  })
})

describe('an alarm that a terminal was tampered with', () => {
  const wish = (value: 'true' | 'false') =>
    query(
      `insert into parameter (key, group_code, value_type, value) values ('repair.tamper.open', 'device', 'bool', $1)
        on conflict (key) do update set value = excluded.value`,
      [value],
    )
  const alarmed = async (lifecycle = 'ACTIVE') => {
    const prefix = `T${String(prefixes++).padStart(3, '0')}X`
    const [id = ''] = await addDevices(app, estate, { orgId: shopId, prefix, count: 1, lifecycle })
    await query(
      `insert into alarm (device_id, org_id, vendor_id, model_id, kind, severity)
        select id, org_id, vendor_id, model_id, kind, 'CRITICAL' from device
          cross join unnest(array['TAMPER', 'PAPER']) kind where id = $1`,
      [id],
    )
    return id
  }
  const ticketsOf = (id: string) =>
    admin.get(repairs.page, { query: { deviceId: id } }).then(({ list }) => list)

  it('opens a ticket where the platform wants it: one for each alarm, and none beside another', async () => {
    const [one, scrapped] = [await alarmed(), await alarmed('SCRAPPED')]
    await reportTampered(app.platform)
    expect(await ticketsOf(one)).toEqual([])
    await wish('true')
    for (let round = 0; round < 2; round++) await reportTampered(app.platform)
    const [ticket, ...others] = await ticketsOf(one)
    expect(others).toEqual([])
    expect(ticket).toMatchObject({
      source: 'ALARM',
      fault: 'TAMPER',
      severity: 'CRITICAL',
      state: 'REPORTED',
    })
    expect(ticket?.dueAt).not.toBeNull()
    expect((await detail(ticket?.id ?? '')).events).toMatchObject([{ after: 'REPORTED', by: null }])
    expect(await ticketsOf(scrapped)).toEqual([])
    await gone(ticket?.id ?? '', 'CANCELLED')
    await reportTampered(app.platform)
    expect(await ticketsOf(one)).toHaveLength(1)
    await query(`update alarm set closed_at = now() where device_id = $1`, [one])
    await query(
      `insert into alarm (device_id, org_id, vendor_id, model_id, kind, severity)
        select id, org_id, vendor_id, model_id, 'TAMPER', 'HIGH' from device where id = $1`,
      [one],
    )
    await reportTampered(app.platform)
    expect(await ticketsOf(one)).toHaveLength(2)
    await wish('false')
  })
})

it('stand in one stage each while they are open: the stages add up, and list what they count', async () => {
  for (const state of repairStates) {
    const { id } = await reported()
    await query('update repair set state = $2 where id = $1', [id, state])
  }
  const counts = await admin.get(repairs.countStates, { query: {} })
  const sum = stagesInOrder.reduce((total, stage) => total + counts[stage], 0)
  expect(counts.OPEN).toBeGreaterThanOrEqual(repairStates.filter((one) => !isSettled(one)).length)
  expect(sum).toBe(counts.OPEN)
  for (const state of stagesInOrder) {
    const { total } = await admin.get(repairs.page, { query: { state } })
    expect([state, total]).toEqual([state, counts[state]])
  }
})

it('is found by who told of it, and counted so', async () => {
  const { id } = await reported({ source: 'PHONE' })
  const { id: other } = await reported()
  const asked = { source: 'PHONE' } as const
  const { list } = await admin.get(repairs.page, { query: asked })
  const ids = list.map((ticket) => ticket.id)
  expect([ids.includes(id), ids.includes(other)]).toEqual([true, false])
  const states = await admin.get(repairs.countStates, { query: asked })
  expect(states.OPEN).toBe(ids.length)
})

it('is about the keys where a move opens it for a terminal that was opened or lacks them', async () => {
  const ids = await addDevices(app, estate, { orgId: shopId, prefix: 'OPENED-', count: 2 })
  await query(
    `insert into device_security (device_id, kind) values ($1, 'TAMPERED'), ($2, 'KEY_MISSING')`,
    ids,
  )
  const faultOf = async (id: string) => {
    await admin.get(deviceLife.repair, { params: { id }, body: { reason: 'broken' } })
    return (await admin.get(repairs.page, { query: { deviceId: id } })).list[0]?.fault
  }
  const [opened = '', bare = ''] = ids
  expect([await faultOf(opened), await faultOf(bare)]).toEqual(['TAMPER', 'KEY_LOSS'])
})

it('is told to each organisation by itself where terminals of several are sent there', async () => {
  const own = await addDevices(app, estate, { orgId: shopId, prefix: 'OWNX', count: 1 })
  const above = await addDevices(app, estate, { orgId: app.rootId, prefix: 'ABOVEX', count: 1 })
  const clerk = await signedIn(app, { orgId: shopId, permissions: [repairs.page.permission] })
  const { heard, upToNow, socket } = await hears(app, clerk)
  const body = { ids: [...own, ...above], reason: 'Recall' }
  await admin.get(deviceLife.repairMany, { body })
  await upToNow()
  const tickets = await query<{ id: string }>('select id from repair where device_id = $1', above)
  expect(heard.join()).toContain(repairsPath)
  for (const { id } of tickets) expect(heard.join()).not.toContain(id)
  expect(tickets).toHaveLength(1)
  socket.terminate()
})
