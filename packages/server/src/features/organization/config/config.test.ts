import {
  codes,
  type OrganizationSettings,
  organizationConfig,
  organizations,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let shopId: string

const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bankId = await add('bank', app.rootId)
  shopId = await add('shop', bankId)
})
afterAll(() => app.close())

const read = (id: string, caller = admin) => caller.get(organizationConfig.get, { params: { id } })
async function save(id: string, settings: Partial<OrganizationSettings>, caller = admin) {
  const { above: _, from: __, ...own } = await read(id, caller)
  const body = { ...own, ...settings }
  return caller.call(organizationConfig.save, { params: { id }, body })
}

describe('the settings of an organisation', () => {
  it('hold for those below until they set their own, and again when they take it back', async () => {
    await save(bankId, { heartbeatSeconds: 45, storeVisible: false })
    const shop = await read(shopId)
    expect(shop.heartbeatSeconds).toBeNull()
    expect(shop.above).toMatchObject({
      heartbeatSeconds: 45,
      storeVisible: false,
      autoActivate: true,
    })
    expect(shop.from['heartbeatSeconds']).toEqual({
      from: { id: bankId, name: 'bank' },
      isDefault: false,
    })
    await save(shopId, { heartbeatSeconds: 20 })
    expect((await read(shopId)).heartbeatSeconds).toBe(20)
    expect((await read(bankId)).heartbeatSeconds).toBe(45)
    await save(shopId, { heartbeatSeconds: null })
    expect((await read(shopId)).heartbeatSeconds).toBeNull()
  })

  it('are those of the new place after a move', async () => {
    const otherId = await add('other', app.rootId)
    const movedId = await add('moved', bankId)
    await save(otherId, { launcher: 'org.other' })
    await admin.get(organizations.move, { params: { id: movedId, parentId: otherId } })
    const { above } = await read(movedId)
    expect(above.launcher).toBe('org.other')
    expect(above.storeVisible).toBe(true)
  })

  it('are not written over what somebody else has saved', async () => {
    const { above: _, from: __, ...body } = await read(shopId)
    await save(shopId, { locationMinutes: 5 })
    const late = await admin.call(organizationConfig.save, { params: { id: shopId }, body })
    expect(late.code).toBe(codes.versionConflict)
    expect((await read(shopId)).locationMinutes).toBe(5)
    const twice = await Promise.all([1, 2].map(() => save(shopId, { locationMinutes: 7 })))
    expect(twice.map(({ code }) => code)).toContain(codes.success)
  })

  it.each([
    ['maintenance', { maintenance: { from: '02:00', until: '02:00' } }],
    ['blackouts', { blackouts: [{ from: '2026-12-24', until: '2026-12-23', reason: 'x' }] }],
    ['heartbeatSeconds', { heartbeatSeconds: 4 }],
    ['maintenance.from', { maintenance: { from: '25:00', until: '02:00' } }],
    [
      'blackouts.0.reason',
      { blackouts: [{ from: '2026-12-24', until: '2026-12-24', reason: ' ' }] },
    ],
  ])('are refused at %s', async (field, settings) => {
    expect(await save(shopId, settings)).toMatchObject({
      status: 400,
      data: { fields: [{ field }] },
    })
  })

  it('are read and changed only by who sees the organisation', async () => {
    const seller = await signedIn(app, { orgId: shopId, permissions: ['ORG_CONFIG'] })
    expect((await save(shopId, { offlineAlarmMinutes: 10 }, seller)).code).toBe(codes.success)
    // What comes from above is shown, but not from whom.
    const { above, from } = await read(shopId, seller)
    expect(above.heartbeatSeconds).toBe(45)
    expect(from['heartbeatSeconds']).toEqual({ from: null, isDefault: false })
    const { above: _, from: __, ...body } = await read(bankId)
    const refused = await seller.call(organizationConfig.save, { params: { id: bankId }, body })
    expect(refused.code).toBe(codes.notFound)
  })
})
