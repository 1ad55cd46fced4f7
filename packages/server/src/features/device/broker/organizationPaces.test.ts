import { organizations } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { openOrganizationPaces, type OrganizationPaces, underNone } from './organizationPaces.ts'

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

it('takes so many messages of an organisation and of those below it together, and of nobody else', async () => {
  expect((await set(bank.id, 10)).data).toMatchObject({ messagesPerSecond: 10 })
  paces = await openOrganizationPaces(app.platform)
  const [own, below, beside] = [underNone(), underNone(), underNone()]
  const waits = Array.from({ length: 12 }, (_, n) =>
    n % 2 ? paces.waitOf(own, bank.path, 5000) : paces.waitOf(below, shop.path, 5000),
  )
  expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 100, 200])
  expect(paces.waitOf(beside, other.path, 5000)).toBe(0)
  // Whoever was silent meanwhile is forgiven.
  expect(paces.waitOf(own, bank.path, 7000)).toBe(0)
})

it('says that messages wait, and follows what is set', async () => {
  const under = underNone()
  const now = performance.now()
  for (let n = 0; n < 50; n++) paces.waitOf(under, shop.path, now)
  expect(await paces.warning.check()).toMatch(/^Messages of 1 organisation/)
  await set(bank.id, null)
  await expect.poll(() => paces.waitOf(under, shop.path, now)).toBe(0)
})

it('is set from above alone', async () => {
  expect(await set(bank.id, 5, bank.id)).toMatchObject({
    data: { fields: [{ field: 'messagesPerSecond' }] },
  })
})
