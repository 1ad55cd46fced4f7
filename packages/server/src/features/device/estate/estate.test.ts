import { devices, functionals, type NewOf } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addEstate, type Estate } from '../../../../test/testEstate.ts'

let estate: Estate
let rootId: string

const device = (n: number | string): NewOf<typeof devices> => {
  const sn = `SN-${String(n).padStart(5, '0')}`
  return { sn, modelId: estate.modelId, orgId: rootId }
}

lifecycleSpec(devices, {
  prepare: async (app) => {
    estate = await addEstate(app)
    rootId = app.rootId
  },
  make: (n) => ({ ...device(n), name: `Terminal ${n}`, tid: `TID${String(n).padStart(6, '0')}` }),
  text: 'name',
  unique: 'sn',
  freed: 'tid',
})

const at = (field: string) => ({ status: 400, data: { fields: [{ field }] } })

describe('a terminal', () => {
  let app: TestApp
  let admin: TestUser
  let bank: { id: string }

  beforeAll(async () => {
    app = await startTestApp()
    estate = await addEstate(app)
    rootId = app.rootId
    admin = await signedIn(app, { isSuperAdmin: true })
    bank = await addOrganization(app.platform, { name: 'Bank', code: 'bank', parentId: rootId })
  })
  afterAll(() => app.close())

  const add = (body: NewOf<typeof devices>) => admin.get(devices.add, { body })
  const edit = (row: Awaited<ReturnType<typeof add>>, changes: Partial<NewOf<typeof devices>>) => {
    const { id, version, sn, modelId, orgId, name, tid } = row
    return admin.call(devices.update, {
      body: { id, version, sn, modelId, orgId, name, tid, ...changes },
    })
  }
  const setLifecycle = (id: string, lifecycle: string) =>
    app.platform.db.updateTable('device').set({ lifecycle }).where('id', '=', id).execute()
  const register = (id: string) =>
    app.platform.db
      .updateTable('device')
      .set({ sealedSecret: Buffer.from('x') })
      .where('id', '=', id)
      .execute()

  it('waits in stock of the platform and is assigned to anybody else', async () => {
    const stock = await add(device('stock'))
    expect(stock).toMatchObject({ lifecycle: 'STOCK', presence: 'NEVER', vendorName: 'Acme' })
    expect(await add({ ...device('given'), orgId: bank.id })).toMatchObject({
      lifecycle: 'ASSIGNED',
    })
    const moved = await edit(stock, { orgId: bank.id })
    expect(moved.data).toMatchObject({ lifecycle: 'ASSIGNED', orgName: 'Bank' })
    expect((await edit(moved.data, { orgId: rootId })).data.lifecycle).toBe('STOCK')
  })

  it('goes to another organisation with those alone who may move it, and that is on record', async () => {
    const row = await add({ ...device('given2'), orgId: bank.id })
    await setLifecycle(row.id, 'ACTIVE')
    const { id, sn, modelId } = row
    const profile = { name: 'Own', level: 'DEVICE' as const, deviceId: id, heartbeatSeconds: 60 }
    await admin.get(functionals.add, { body: profile })
    const { permission } = devices.update
    const editor = await signedIn(app, { orgId: rootId, permissions: [permission] })
    const body = { id, version: row.version, sn, modelId, orgId: rootId }
    const give = (user: TestUser) => user.call(devices.update, { body })
    const message = 'Only who has the right to move terminals gives them to another organisation'
    expect((await give(editor)).data).toEqual({ fields: [{ field: 'orgId', message }] })
    expect((await give(admin)).code).toBe(200)
    const moves = await app.platform.db
      .selectFrom('deviceMove')
      .select(['event', 'toState'])
      .where('deviceId', '=', id)
      .execute()
    expect(moves).toEqual([{ event: 'MOVE', toState: 'ACTIVE' }])
    const profiles = await app.platform.db
      .selectFrom('functional')
      .select('orgId')
      .where('deviceId', '=', id)
      .execute()
    expect(profiles).toEqual([{ orgId: rootId }])
  })

  it('follows the rule for serial numbers of its model, else of its vendor', async () => {
    const { modelId, vendorId } = await addEstate(app, 'Strict')
    const { db } = app.platform
    await db.updateTable('vendor').set({ snRule: 'V[0-9]{6}' }).where('id', '=', vendorId).execute()
    const call = (sn: string) => admin.call(devices.add, { body: { ...device(0), modelId, sn } })
    expect(await call('V12345')).toMatchObject(at('sn'))
    expect(await call('v123456')).toMatchObject({ code: 200, data: { sn: 'V123456' } })
    await db.updateTable('model').set({ snRule: 'M[0-9]{6}' }).where('id', '=', modelId).execute()
    expect(await call('V123457')).toMatchObject(at('sn'))
    const { data: row } = await call('M123456')
    expect(await edit(row, { sn: 'V123457' })).toMatchObject(at('sn'))
    expect(await edit(await add(device('other')), { modelId })).toMatchObject(at('sn'))
  })

  it('begins as serial numbers of its vendor do, whatever rule its model has', async () => {
    const { modelId, vendorId } = await addEstate(app, 'Prefixed')
    const { db } = app.platform
    await db.updateTable('model').set({ snRule: '.*[0-9]{4}' }).where('id', '=', modelId).execute()
    await db
      .updateTable('vendor')
      .set({ snPrefixes: ['NL', 'NX'] })
      .where('id', '=', vendorId)
      .execute()
    const call = (sn: string) => admin.call(devices.add, { body: { ...device(0), modelId, sn } })
    expect(await call('XNL1234')).toMatchObject(at('sn'))
    expect(await call('NX1234')).toMatchObject({ code: 200 })
    expect(await call('NXAB')).toMatchObject(at('sn'))
  })

  it('locks members as its state says', async () => {
    const row = await add({ ...device('locked'), orgId: bank.id, tid: 'TID00000A' })
    const other = await addEstate(app, 'Another')
    expect((await admin.call(devices.activate, { params: { id: row.id } })).code).toBe(200)
    const active = await admin.get(devices.detail, { params: { id: row.id } })
    expect(active).toMatchObject({ lifecycle: 'ACTIVE', version: row.version + 1 })
    expect(active.activatedAt).not.toBeNull()
    expect(await edit(active, { sn: 'SN-OTHER' })).toMatchObject(at('sn'))
    expect(await edit(active, { tid: 'TID00000B' })).toMatchObject(at('tid'))
    const refused = await edit(active, { modelId: other.modelId })
    expect(refused).toMatchObject(at('modelId'))
    expect(JSON.stringify(refused.data)).toContain('while the terminal is Active')
    expect(await edit(active, { name: 'Till 4', orgId: rootId })).toMatchObject({
      data: { name: 'Till 4', orgName: 'Platform', lifecycle: 'ACTIVE' },
    })
  })

  it('is activated once, and only when assigned', async () => {
    const { id } = await add({ ...device('asking'), orgId: bank.id })
    const params = { id }
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(devices.activate, { params })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 40904)).toHaveLength(2)
    const { id: stocked } = await add(device('stocked'))
    expect((await admin.call(devices.activate, { params: { id: stocked } })).code).toBe(40904)
  })

  it('is released for a day, on record, when it has a credential and may connect', async () => {
    const { id } = await add({ ...device('released'), orgId: bank.id })
    const params = { id }
    const refusal = { status: 409, code: 40904 }
    expect(await admin.call(devices.release, { params })).toMatchObject(refusal)
    await register(id)
    const { releasedUntil } = await admin.get(devices.release, { params })
    const hours = (Date.parse(releasedUntil) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    const shown = await admin.get(devices.detail, { params })
    expect(shown).toMatchObject({ isRegistered: true, releasedUntil, enrolmentRefusedAt: null })
    const logged = await app.platform.db
      .selectFrom('actionLog')
      .select(['code', 'targetIds', 'after'])
      .where('permission', '=', devices.release.permission)
      .where('code', '=', 200)
      .execute()
    const after = { releasedUntil, sn: 'SN-RELEASED' }
    expect(logged).toEqual([{ code: 200, targetIds: [id], after }])
    await setLifecycle(id, 'SCRAPPED')
    expect(await admin.call(devices.release, { params })).toMatchObject(refusal)
  })

  it('is removed only when nothing depends on it', async () => {
    const { id } = await add({ ...device('removing'), orgId: bank.id })
    const params = { id }
    await register(id)
    for (const lifecycle of ['ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST', 'REPLACED']) {
      await setLifecycle(id, lifecycle)
      const refused = await admin.call(devices.remove, { params })
      expect(refused).toMatchObject({ status: 409, code: 102 })
      expect(refused.msg).toContain('only one in stock, scrapped or never registered')
    }
    await setLifecycle(id, 'SCRAPPED')
    expect((await admin.call(devices.remove, { params })).code).toBe(200)
    const { id: fresh } = await add({ ...device('fresh'), orgId: bank.id })
    expect((await admin.call(devices.remove, { params: { id: fresh } })).code).toBe(200)
  })

  it('keeps its serial number taken while it lies in the bin', async () => {
    const { id } = await add(device('taken'))
    await admin.get(devices.remove, { params: { id } })
    const twin = await admin.call(devices.add, { body: device('taken') })
    expect(twin).toMatchObject({ code: 40902, data: { fields: [{ field: 'sn' }] } })
    await admin.get(devices.destroy, { params: { id } })
    await add(device('taken'))
  })

  it('that knocked before it was announced is claimed by its announcement', async () => {
    const { vendorId, modelId } = estate
    const known = { sn: 'SN-KNOCK', vendorId, modelId, orgId: bank.id, lifecycle: 'UNCLAIMED' }
    const { id } = await app.platform.db
      .insertInto('device')
      .values(known)
      .returning('id')
      .executeTakeFirstOrThrow()
    const claimed = await add({ ...device('KNOCK'), orgId: bank.id, name: 'Claimed' })
    expect(claimed).toMatchObject({ id, lifecycle: 'ASSIGNED', name: 'Claimed', version: 2 })
    expect((await admin.call(devices.add, { body: device('KNOCK') })).code).toBe(40902)
  })

  it('needs a model and an organisation that are there and enabled', async () => {
    const nowhere = '00000000-0000-7000-8000-000000000001'
    for (const field of ['modelId', 'orgId']) {
      const body = { ...device('lost'), [field]: nowhere }
      expect(await admin.call(devices.add, { body })).toMatchObject(at(field))
    }
    const off = await addOrganization(app.platform, { name: 'Off', code: 'off', parentId: rootId })
    await app.platform.db
      .updateTable('organization')
      .set({ status: 0 })
      .where('id', '=', off.id)
      .execute()
    expect(
      await admin.call(devices.add, { body: { ...device('off'), orgId: off.id } }),
    ).toMatchObject(at('orgId'))
  })
})

describe('the quota of an organisation', () => {
  let app: TestApp
  let admin: TestUser
  let small: { id: string }
  let below: { id: string }

  beforeAll(async () => {
    app = await startTestApp()
    estate = await addEstate(app)
    rootId = app.rootId
    admin = await signedIn(app, { isSuperAdmin: true })
    small = await addOrganization(app.platform, { name: 'Small', code: 'small', parentId: rootId })
    below = await addOrganization(app.platform, {
      name: 'Below',
      code: 'below',
      parentId: small.id,
    })
    const { db } = app.platform
    await db
      .updateTable('organization')
      .set({ deviceQuota: 3 })
      .where('id', '=', small.id)
      .execute()
  })
  afterAll(() => app.close())

  it('is never exceeded, however many add at once, and counts the whole subtree', async () => {
    const bodies = Array.from({ length: 8 }, (_, n) => ({
      ...device(`quota-${n}`),
      orgId: n % 2 === 0 ? small.id : below.id,
    }))
    const answers = await Promise.all(bodies.map((body) => admin.call(devices.add, { body })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    const refused = answers.filter(({ code }) => code !== 200)
    for (const { code, msg } of refused) {
      expect(code).toBe(102)
      expect(msg).toBe('Small has reached its quota of 3 terminals')
    }
  })

  it('also holds for moves and for what comes back from the bin', async () => {
    const { id, version } = await admin.get(devices.add, { body: device('mover') })
    const body = { ...device('mover'), id, version, orgId: below.id }
    expect(await admin.call(devices.update, { body })).toMatchObject({ code: 102 })
    const { list } = await admin.get(devices.page, { query: { orgId: small.id } })
    const params = { id: list[0]?.id ?? '' }
    await admin.get(devices.remove, { params })
    expect((await admin.call(devices.update, { body })).code).toBe(200)
    expect(await admin.call(devices.revert, { params })).toMatchObject({ code: 102 })
  })
})
