import { categories, codes, models, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

const nowhere = '00000000-0000-7000-8000-000000000001'
let estate: Estate

const model = (code: string) => {
  const { vendorId, categoryId } = estate
  return { vendorId, categoryId, name: code, code, osType: 'ANDROID' } as const
}

lifecycleSpec(models, {
  prepare: async (app) => {
    estate = await addEstate(app)
  },
  make: (n) => ({ ...model(`model-${n}`), name: `Model ${n}`, endOfSupport: '2031-12-31' }),
  text: 'name',
  unique: 'code',
})

describe('a model', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
    estate = await addEstate(app)
  })
  afterAll(() => app.close())

  it('needs a vendor and a category that are there', async () => {
    for (const field of ['vendorId', 'categoryId']) {
      const body = { ...model('lost'), [field]: nowhere }
      const answer = await user.call(models.add, { body })
      expect(answer).toMatchObject({ status: 400, data: { fields: [{ field }] } })
    }
  })

  it('runs the operating system of its category', async () => {
    const body = { ...model('other'), osType: 'LINUX' } as const
    const answer = await user.call(models.add, { body })
    expect(answer).toMatchObject({ status: 400, data: { fields: [{ field: 'categoryId' }] } })
    expect(answer.data).toMatchObject({ fields: [{ message: 'The category is for Android' }] })
  })

  it('is supported until a day that the calendar has', async () => {
    const body = { ...model('dated'), endOfSupport: '0000-06-01' }
    const fields = [{ field: 'endOfSupport' }]
    expect(await user.call(models.add, { body })).toMatchObject({ status: 400, data: { fields } })
    const first = await user.get(models.add, { body: { ...body, endOfSupport: '0001-01-01' } })
    expect(first.endOfSupport).toBe('0001-01-01')
  })

  it('stays, and stays with its vendor, while a terminal is of it', async () => {
    await addDevices(app, estate, { orgId: app.rootId, prefix: 'SN', count: 1 })
    const params = { id: estate.modelId }
    const removed = await user.call(models.remove, { params })
    expect(removed).toMatchObject({ code: 102, msg: 'Terminal SN00000 uses this record' })
    const { vendorId } = await addEstate(app, 'Other')
    const row = await user.get(models.detail, { params })
    expect(row.deviceCount).toBe(1)
    const body = { ...model('acme'), id: row.id, version: row.version, vendorId }
    const moved = await user.call(models.update, { body })
    expect(moved).toMatchObject({ status: 400, data: { fields: [{ field: 'vendorId' }] } })
  })

  it('tells nobody how many terminals somebody else has, nor which', async () => {
    const other = await addEstate(app, 'Shared')
    const place = (code: string) =>
      addOrganization(app.platform, { name: code, code, parentId: app.rootId })
    const north = await place('north')
    const south = await place('south')
    const estateless = await place('estateless')
    await addDevices(app, other, { orgId: north.id, prefix: 'NORTH', count: 3 })
    await addDevices(app, other, { orgId: south.id, prefix: 'SOUTH', count: 2 })
    const verbs = ['LIST', 'DETAIL', 'DELETE', 'RECYCLE_LIST']
    const entities = ['DEVICE_MODEL', 'VENDOR', 'CATEGORY']
    const permissions = entities.flatMap((entity) => verbs.map((verb) => `${entity}_${verb}`))
    const operator = await signedIn(app, { orgId: south.id, permissions })
    const nobody = await signedIn(app, { orgId: estateless.id, permissions })
    for (const [who, count] of [
      [operator, 2],
      [user, 5],
      [nobody, 0],
    ] as const) {
      const query = { name: 'Shared' }
      expect((await who.get(models.page, { query })).list[0]?.deviceCount).toBe(count)
      expect((await who.get(vendors.page, { query })).list[0]?.deviceCount).toBe(count)
      expect((await who.get(categories.page, { query })).list[0]?.deviceCount).toBe(count)
      const detail = await who.get(models.detail, { params: { id: other.modelId } })
      expect(detail.deviceCount).toBe(count)
    }
    const params = { id: other.modelId }
    const refused = await nobody.call(models.remove, { params })
    expect(refused).toMatchObject({ code: 102, msg: 'The record is still in use' })
  })

  it('is sorted by numbers of terminals only for whoever sees them all', async () => {
    const place = { name: 'Sorting', code: 'sorting', parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, place)
    const permissions = ['DEVICE_MODEL_LIST', 'VENDOR_LIST', 'CATEGORY_LIST']
    const operator = await signedIn(app, { orgId, permissions })
    const query = { sortField: 'deviceCount', sortOrder: 'desc' } as const
    for (const { page } of [models, vendors, categories]) {
      expect(await operator.call(page, { query })).toMatchObject({
        code: codes.badRequest,
        msg: expect.stringMatching(/whoever sees all terminals/),
      })
      expect((await user.call(page, { query })).code).toBe(codes.success)
    }
  })

  it('is not sold longer than it is supported', async () => {
    const days = { endOfSale: '2030-01-01', endOfSupport: '2029-12-31' }
    const answer = await user.call(models.add, { body: { ...model('sold'), ...days } })
    expect(answer).toMatchObject({ status: 400, data: { fields: [{ field: 'endOfSupport' }] } })
    const more = { osVersions: '11, 13', bootLogo: '720x1280', betaChannel: 'Early access' }
    const body = { ...model('sold'), endOfSale: '2029-12-31', endOfSupport: '2029-12-31', ...more }
    expect(await user.get(models.add, { body })).toMatchObject(more)
  })

  it('stands under its vendor, as long as it is enabled', async () => {
    const own = await addEstate(app, 'Tree')
    const tree = async () =>
      (await user.get(models.byVendor, {})).find(({ id }) => id === own.vendorId)?.models
    expect(await tree()).toEqual([{ id: own.modelId, name: 'Tree', code: 'tree' }])
    await user.get(models.setStatus, { params: { id: own.modelId, status: '0' } })
    expect(await tree()).toBeUndefined()
  })

  it('shows the newest firmware that is online for it, and its longest approval', async () => {
    const own = await addEstate(app, 'Current')
    const detail = () => user.get(models.detail, { params: { id: own.modelId } })
    const none = { firmwareStable: null, firmwareBeta: null, ptsVersion: null, ptsUntil: null }
    expect(await detail()).toMatchObject(none)
    await addVersion(own, { version: '1.0', channel: 'STABLE', at: '2026-01-01' })
    await addVersion(own, { version: '2.0', channel: 'STABLE', at: '2026-03-01' })
    await addVersion(own, { version: '3.0', channel: 'BETA', at: '2026-04-01' })
    await addVersion(own, { version: '4.0', channel: 'STABLE', at: '2026-05-01', state: 'DRAFT' })
    await sql`insert into vendor_certificate (vendor_id, cert_no, pts_version, model_ids, expires_on)
      values (${own.vendorId}, '4-1', '5.x', '{}', '2030-01-31'),
        (${own.vendorId}, '4-2', '6.x', array[${own.modelId}::uuid], '2032-01-31'),
        (${own.vendorId}, '4-3', '7.x', array[uuid7()], '2036-01-31')`.execute(app.platform.db)
    expect(await detail()).toMatchObject({
      firmwareStable: '2.0',
      firmwareBeta: '3.0',
      ptsVersion: '6.x',
      ptsUntil: '2032-01-31',
    })
    const { list } = await user.get(models.page, { query: { vendorId: own.vendorId } })
    expect(list).toMatchObject([{ firmwareStable: '2.0' }])
    const south = await addOrganization(app.platform, {
      name: 'elsewhere',
      code: 'elsewhere',
      parentId: app.rootId,
    })
    const permissions = ['DEVICE_MODEL_LIST', 'DEVICE_MODEL_DETAIL']
    const other = await signedIn(app, { orgId: south.id, permissions })
    const seen = await other.get(models.detail, { params: { id: own.modelId } })
    expect(seen.firmwareStable).toBeNull()
  })

  it('stays enabled while a group or a plan aims at it', async () => {
    const own = await addEstate(app, 'Aimed')
    const disable = () => user.call(models.setStatus, { params: { id: own.modelId, status: '0' } })
    const filter = JSON.stringify({ all: [{ field: 'modelId', op: 'in', values: [own.modelId] }] })
    const { rows } = await sql<{ id: string }>`insert into device_group
        (name, org_id, type, filter, max_members)
      values ('Pilot', ${app.rootId}, 'DYNAMIC', ${filter}::jsonb, 9) returning id`.execute(
      app.platform.db,
    )
    expect(await disable()).toMatchObject({
      code: 102,
      msg: 'Group Pilot finds terminals of this model',
    })
    await sql`update device_group set state = 'SUSPENDED' where id = ${rows[0]?.id}`.execute(
      app.platform.db,
    )
    const versionId = await addVersion(own, { version: '1.0', channel: 'STABLE', at: '2026-01-01' })
    await sql`insert into plan (name, org_id, version_ids, targets, waves, state)
      values ('Spring', ${app.rootId}, array[${versionId}::uuid], '{}', '[{}]', 'RUNNING')`.execute(
      app.platform.db,
    )
    expect(await disable()).toMatchObject({ code: 102, msg: 'Plan Spring aims at this model' })
    await sql`update plan set state = 'FINISHED' where name = 'Spring'`.execute(app.platform.db)
    expect(await disable()).toMatchObject({ status: 200 })
  })

  interface Version {
    readonly version: string
    readonly channel: 'STABLE' | 'BETA'
    readonly at: string
    readonly state?: string
  }

  async function addVersion(
    { vendorId, modelId }: Estate,
    { version, channel, at, state = 'ONLINE' }: Version,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`with file as (insert into upload
        (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
        values ('image.bin', 'firmware', 1, sha256(${`${modelId}${version}`}::bytea), 1, 'STORED',
          ${app.rootId}, ${app.rootId}) returning id)
      insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id,
        release_notes, channel, state, online_at)
      select ${app.rootId}, 'Image', 'FIRMWARE', ${vendorId}, array[${modelId}::uuid], ${version},
        file.id, 'x', ${channel}, ${state}, ${at}::timestamptz from file returning id`.execute(
      app.platform.db,
    )
    return rows[0]?.id ?? ''
  }
})
