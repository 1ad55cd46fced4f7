import { devices, workbench } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp
let bank: { id: string }
let shop: { id: string }
let admin: TestUser
let operator: TestUser

beforeAll(async () => {
  app = await startTestApp()
  bank = await addOrganization(app.platform, { name: 'Bank', code: 'bank', parentId: app.rootId })
  shop = await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: bank.id })
  admin = await signedIn(app, { isSuperAdmin: true })
  operator = await signedIn(app, {
    orgId: shop.id,
    permissions: ['DASHBOARD_TODO', 'DASHBOARD_LOCK', 'DEVICE_LIST'],
  })
})
afterAll(() => app.close())

it('tells what waits for a decision, to whom it belongs', async () => {
  await addDevices(app, await addEstate(app), {
    orgId: shop.id,
    prefix: 'NEW',
    count: 2,
    lifecycle: 'UNCLAIMED',
  })
  await app.platform.pool.query(
    `insert into platform_user (email, real_name, kind, state)
      values ('a@b.test', 'A', 'DEVELOPER', 'PENDING_REVIEW'), ('c@d.test', 'C', 'DEVELOPER', 'ACTIVE')`,
  )
  const invited = await signedIn(app, { orgId: shop.id })
  await app.platform.db
    .updateTable('appUser')
    .set({ invitedAt: new Date().toISOString() })
    .where('id', '=', invited.userId)
    .execute()
  expect(await admin.get(workbench.todo, { query: {} })).toEqual({
    alarms: 0,
    unclaimed: 2,
    reviews: 1,
    apkReviews: 0,
    taskApprovals: 0,
    appApprovals: 0,
    invited: 1,
  })
  expect(await admin.get(workbench.todo, { query: { orgId: app.rootId } })).toMatchObject({
    unclaimed: 2,
  })
  expect(await operator.get(workbench.todo, { query: {} })).toEqual({
    alarms: null,
    unclaimed: 2,
    reviews: null,
    apkReviews: null,
    taskApprovals: null,
    appApprovals: null,
    invited: 1,
  })
  expect(
    (
      await operator.get(devices.page, {
        query: { pageNum: 1, pageSize: 10, lifecycle: 'UNCLAIMED' },
      })
    ).total,
  ).toBe(2)
})

it('names accounts that are locked now, to those who see them', async () => {
  const names = ['locked-bank', 'locked-shop', 'once-locked']
  for (const [place, userName] of names.entries()) {
    const { userId } = await signedIn(app, { userName, orgId: place === 1 ? shop.id : bank.id })
    const until = new Date(Date.now() + (place === 2 ? -1 : 1) * 600_000).toISOString()
    await app.platform.db
      .updateTable('appUser')
      .set({ lockedUntil: until })
      .where('id', '=', userId)
      .execute()
  }
  const told = await admin.get(workbench.lock, {})
  expect(told.total).toBe(2)
  expect(told.list.map(({ userName }) => userName).sort()).toEqual(['locked-bank', 'locked-shop'])
  const own = await operator.get(workbench.lock, {})
  expect(own.list.map(({ userName }) => userName)).toEqual(['locked-shop'])
})
