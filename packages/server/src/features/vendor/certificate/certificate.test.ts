import { notices, vendorCertificates, vendorEstate } from '@muster/contract'
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
import { stateOf } from './certificate.rules.ts'
import { tellOfCertificates } from './certificate.worker.ts'

let estate: Estate

lifecycleSpec(vendorCertificates, {
  prepare: async (app) => {
    estate = await addEstate(app)
  },
  make: (n) => ({ vendorId: estate.vendorId, certNo: `Cert ${n}`, expiresOn: '2031-12-31' }),
  text: 'certNo',
  unique: 'certNo',
})

it.each([
  ['2026-01-31', 'ENDING'],
  ['2026-01-10', 'ENDING'],
  ['2026-01-09', 'ENDED'],
  ['2026-02-10', 'VALID'],
])('an approval until %s is %s', (expiresOn, state) => {
  expect(stateOf(expiresOn, { now: new Date('2026-01-10T12:00:00Z'), days: 30 })).toBe(state)
})

describe('an approval', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
    estate = await addEstate(app)
  })
  afterAll(() => app.close())

  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const add = (certNo: string, days: number, modelIds: string[] = []) =>
    user.get(vendorCertificates.add, {
      body: { vendorId: estate.vendorId, certNo, expiresOn: dayIn(days), modelIds },
    })
  const told = async () => {
    const { list } = await user.get(notices.page, { query: { type: '1' } })
    return list.map(({ notice }) => notice).filter((text) => text.includes('4-'))
  }

  it('is of its vendor’s models', async () => {
    const { modelId } = await addEstate(app, 'Foreign')
    const body = {
      vendorId: estate.vendorId,
      certNo: '4-1',
      expiresOn: dayIn(1),
      modelIds: [modelId],
    }
    const refused = await user.call(vendorCertificates.add, { body })
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ field: 'modelIds' }] } })
  })

  it('that ends soon is told of once, where terminals are of it', async () => {
    expect(await add('4-30100', 20, [estate.modelId])).toMatchObject({
      state: 'ENDING',
      models: [{ name: 'Acme' }],
    })
    await add('4-30200', 400)
    await tellOfCertificates(app.platform)
    expect(await told()).toEqual([])
    await addDevices(app, estate, { orgId: app.rootId, prefix: 'CERT', count: 2 })
    await tellOfCertificates(app.platform)
    await tellOfCertificates(app.platform)
    expect(await told()).toEqual([expect.stringContaining('4-30100')])
  })

  it('stands beside how its vendor’s terminals divide, as far as the reader sees them', async () => {
    const params = { id: estate.vendorId }
    expect(await user.get(vendorEstate.devices, { params })).toMatchObject({
      total: 2,
      active: 2,
      byModel: [{ name: 'Acme', count: 2 }],
      byOrganization: [{ id: app.rootId, count: 2 }],
    })
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'far',
      code: 'far',
      parentId: app.rootId,
    })
    const other = await signedIn(app, { orgId, permissions: ['MANUFACTURER_DETAIL'] })
    expect(await other.get(vendorEstate.devices, { params })).toMatchObject({
      total: 0,
      byModel: [],
    })
  })
})
