import { categories, models, vendors } from '@muster/contract'
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
    expect(answer.data).toMatchObject({ fields: [{ message: 'The category is for ANDROID' }] })
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
})
