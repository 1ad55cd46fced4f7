import { organizations } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { openOrganizationPaces, type OrganizationPaces } from './organizationPaces.ts'

let app: TestApp
let paces: OrganizationPaces
let bank: { id: string; path: string }
let shop: { id: string; path: string }
let other: { id: string; path: string }

beforeAll(async () => {
  app = await startTestApp()
  const add = async (code: string, parentId: string) => {
    const { id } = await addOrganization(app.platform, { name: code, code, parentId })
    return app.platform.db
      .selectFrom('organization')
      .select(['id', 'path'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }
  bank = await add('bank', app.rootId)
  shop = await add('shop', bank.id)
  other = await add('other', app.rootId)
})
afterAll(async () => {
  await paces.stop()
  await app.close()
})

async function set(id: string, messagesPerSecond: number | null, who?: string) {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { version } = await admin.get(organizations.detail, { params: { id } })
  const user = who
    ? await signedIn(app, { permissions: ['ORG_QUOTA', 'ORGANIZATION_DETAIL'], orgId: who })
    : admin
  const body = { deviceQuota: null, validTo: null, messagesPerSecond, version }
  return user.call(organizations.setQuota, { params: { id }, body })
}

/** Has messages of a connection come; answers how many have passed. */
function come(path: string, count: number, connection = {}): () => number {
  let passed = 0
  for (let n = 0; n < count; n++) paces.pass(connection, path, () => (passed += 1))
  return () => passed
}

it('takes so many messages of an organisation and of those below it together, and of nobody else', async () => {
  expect((await set(bank.id, 10)).data).toMatchObject({ messagesPerSecond: 10 })
  paces = await openOrganizationPaces(app.platform)
  const [own, below, beside] = [come(bank.path, 6), come(shop.path, 6), come(other.path, 50)]
  expect([own(), below(), beside()]).toEqual([6, 4, 50])
  await expect.poll(below).toBe(6)
})

it('says that messages wait, and lets them through as soon as nobody limits them', async () => {
  const passed = come(shop.path, 5000)
  expect(await paces.warning.check()).toMatch(/^Messages of 1 organisation/)
  await set(bank.id, null)
  await expect.poll(passed).toBe(5000)
  expect(come(shop.path, 50)()).toBe(50)
})

it('asks to read no more where many wait, until their connections are over', async () => {
  await set(bank.id, 1)
  const asking = {}
  // Until it has heard of it, any number passes.
  await expect.poll(() => come(bank.path, 3, asking)()).toBeLessThan(3)
  const many = {}
  const passed = come(shop.path, 1000, many)
  expect(paces.isBehind(asking)).toBe(true)
  paces.leave(many)
  expect(paces.isBehind(asking)).toBe(false)
  paces.leave(asking)
  await expect.poll(come(bank.path, 1)).toBe(1)
  expect(passed()).toBeLessThan(3)
  await set(bank.id, null)
})

it('is set from above alone', async () => {
  expect(await set(bank.id, 5, bank.id)).toMatchObject({
    data: { fields: [{ field: 'messagesPerSecond', message: expect.stringMatching(/messages/) }] },
  })
})
