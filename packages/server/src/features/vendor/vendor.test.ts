import { vendors } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import { addEstate } from '../../../test/testEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'

const vendor = (name: string) => ({ name, code: name.replace(' ', '-'), contact: 'Somebody' })

lifecycleSpec(vendors, {
  make: (n) => ({ ...vendor(`Vendor ${n}`), snRule: 'P[0-9]+', country: 'IQ' }),
  text: 'name',
  unique: 'code',
})

describe('a vendor', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  it('takes a rule for serial numbers only when it can be judged in linear time', async () => {
    const body = { ...vendor('Strict'), snRule: '(a)\\1' }
    const refused = { status: 400, data: { fields: [{ field: 'snRule' }] } }
    expect(await user.call(vendors.add, { body })).toMatchObject(refused)
    const { id, version } = await user.get(vendors.add, { body: vendor('Strict') })
    const update = { ...vendor('Strict'), id, version, snRule: '[' }
    expect(await user.call(vendors.update, { body: update })).toMatchObject(refused)
  })

  it('shows by a sample whether rule and beginnings say what was meant', async () => {
    const rule = { snRule: 'N[A-Z][0-9]+', snPrefixes: ['NL', 'NX'] }
    const call = (snSample: string) =>
      user.call(vendors.add, { body: { ...vendor(`Sampled ${snSample}`), ...rule, snSample } })
    const refused = { status: 400, data: { fields: [{ field: 'snSample' }] } }
    expect(await call('NA1234')).toMatchObject(refused)
    expect(await call('NL-234')).toMatchObject(refused)
    expect(await call('nl1234')).toMatchObject({ code: 200, data: { snSample: 'NL1234' } })
  })

  it('is neither removed nor disabled while it has a model', async () => {
    const { vendorId, modelId } = await addEstate(app)
    const params = { id: vendorId }
    const off = { id: vendorId, status: '0' as const }
    expect(await user.call(vendors.remove, { params })).toMatchObject({ code: 102 })
    expect(await user.call(vendors.setStatus, { params: off })).toMatchObject({ code: 102 })
    const shown = await user.get(vendors.detail, { params })
    expect(shown).toMatchObject({ status: 1, modelCount: 1 })
    await app.platform.db
      .updateTable('model')
      .set({ status: 0 })
      .where('id', '=', modelId)
      .execute()
    await user.get(vendors.setStatus, { params: off })
    expect(await user.call(vendors.remove, { params })).toMatchObject({ code: 102 })
  })
})
