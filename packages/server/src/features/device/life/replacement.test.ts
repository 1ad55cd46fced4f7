import { codes, deviceLife } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('is refused where the organisation, or the nearest above that says anything, wants none', async () => {
  const { pool } = app.platform
  const admin = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, shop)
  const say = (id: string, allowReplacement: boolean) =>
    pool.query(
      `insert into organization_config (org_id, settings) values ($1, $2)
        on conflict (org_id) do update set settings = excluded.settings`,
      [id, { allowReplacement }],
    )
  const [old = ''] = await addDevices(app, estate, {
    orgId,
    prefix: 'OLD',
    count: 1,
    lifecycle: 'ACTIVE',
  })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'NEW', count: 1, lifecycle: 'STOCK' })
  const swap = () =>
    admin.call(deviceLife.swap, {
      params: { id: old },
      body: { newSn: 'NEW00000', reason: 'broken' },
    })
  await say(app.rootId, false)
  expect(await swap()).toMatchObject({
    code: codes.wrongState,
    msg: expect.stringContaining('does not let terminals be replaced'),
  })
  await say(orgId, true)
  expect((await swap()).code).toBe(codes.success)
})
