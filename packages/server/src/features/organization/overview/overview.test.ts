import { codes, organizationOverview, organizationUsers } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

const { overview } = organizationOverview
const { page } = organizationUsers

let app: TestApp
let admin: TestUser
let bankId: string
let shopId: string
let otherId: string

const add = async (name: string, parentId: string) =>
  (await addOrganization(app.platform, { name, code: name, parentId })).id

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  bankId = await add('bank', app.rootId)
  shopId = await add('shop', bankId)
  otherId = await add('other', app.rootId)
  const estate = await addEstate(app)
  const [first] = await addDevices(app, estate, { orgId: shopId, prefix: 'SHOP', count: 3 })
  await addDevices(app, estate, { orgId: bankId, prefix: 'BANK', count: 2, lifecycle: 'STOCK' })
  await app.platform.pool.query(
    `insert into device_online (device_id, since, session_id) values ($1, now(), uuid7())`,
    [first],
  )
  await app.platform.pool.query(`update organization set device_quota = 10 where id = $1`, [bankId])
  await signedIn(app, { orgId: bankId, userName: 'banker' })
  await signedIn(app, { orgId: shopId, userName: 'seller' })
  await signedIn(app, { orgId: otherId, userName: 'stranger' })
})
afterAll(() => app.close())

describe('an organisation at a glance', () => {
  it('counts what lies in its subtree, and says where it lies', async () => {
    expect(await admin.get(overview, { params: { id: bankId } })).toEqual({
      above: [{ id: app.rootId, name: 'Platform' }],
      online: 1,
      users: 2,
      below: 1,
      // What is in stock takes no place.
      places: 3,
      limit: 10,
    })
    const shop = await admin.get(overview, { params: { id: shopId } })
    expect(shop.above.map(({ name }) => name)).toEqual(['Platform', 'bank'])
    expect(shop.limit).toBe(10)
  })

  it('tells nobody of what he does not see', async () => {
    const seller = await signedIn(app, { orgId: shopId, permissions: ['ORGANIZATION_DETAIL'] })
    expect((await seller.get(overview, { params: { id: shopId } })).above).toEqual([])
    const above = await seller.call(overview, { params: { id: bankId } })
    expect(above.code).toBe(codes.notFound)
    const alone = await signedIn(app, {
      orgId: bankId,
      permissions: ['ORGANIZATION_DETAIL'],
      dataScope: 'OWN_ORG',
    })
    const shown = await alone.get(overview, { params: { id: bankId } })
    expect(shown).toMatchObject({ online: 0, below: 0, places: 0 })
  })
})

describe('the users of an organisation', () => {
  const names = async (caller: TestUser, id: string, query = {}) =>
    (await caller.get(page, { params: { id }, query })).list.map(({ userName }) => userName)

  it('are those of its subtree, or its own only', async () => {
    const all = await names(admin, bankId, { keyword: 'er' })
    expect(all).toContain('banker')
    expect(all).toContain('seller')
    expect(all).not.toContain('stranger')
    expect(await names(admin, bankId, { own: '1', keyword: 'er' })).not.toContain('seller')
    expect(await names(admin, bankId, { state: 'DISABLED' })).toEqual([])
  })

  it('are shown as far as the caller sees them', async () => {
    const alone = await signedIn(app, {
      orgId: bankId,
      userName: 'alone',
      permissions: ['ORG_USER'],
      dataScope: 'OWN_ORG',
    })
    const shown = await names(alone, bankId)
    expect(shown).toContain('banker')
    expect(shown).not.toContain('seller')
    const elsewhere = await alone.call(page, { params: { id: otherId }, query: {} })
    expect(elsewhere.code).toBe(codes.notFound)
  })
})
