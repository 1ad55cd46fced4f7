import { apps } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { foldTotals } from '../organization/index.ts'
import { placeApps } from '../stat/workbench/count.worker.ts'

let app: TestApp
let shopId = ''

const run = (text: string, values: unknown[]) => app.platform.pool.query(text, values)

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId: parentId } = app
  ;({ id: shopId } = await addOrganization(platform, { name: 'S', code: 's', parentId }))
  const estate = await addEstate(app)
  const own = await addDevices(app, estate, { orgId: parentId, prefix: 'R', count: 3 })
  const shops = await addDevices(app, estate, { orgId: shopId, prefix: 'S', count: 2 })
  for (const [name, orgId] of [
    ['pay', shopId],
    ['idle', shopId],
  ])
    await run(
      `insert into app (org_id, name, package, app_type, os_kind, visibility)
        values ($1, $2::text, $2::text, 'NORMAL', 'ANDROID', 'PUBLIC')`,
      [orgId, name],
    )
  await placeApps(platform)
  await run(
    `insert into device_app (device_id, package, version_code, seen_at)
      select id, 'pay', nth, now() from unnest($1::uuid[]) with ordinality as had (id, nth)`,
    [[...own, ...shops]],
  )
})
afterAll(() => app.close())

it('each reader sees how many of his terminals have an application, folded or not', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const permissions = ['APPLICATION_LIST']
  const shop = await signedIn(app, { orgId: shopId, permissions })
  const maker = await signedIn(app, { orgId: shopId, dataScope: 'SELF', permissions })
  await run('update app set created_by = $1', [maker.userId])
  await run(`update device set created_by = $1 where sn like '%1'`, [maker.userId])
  const installs = async (user: typeof admin) => {
    const { list } = await user.get(apps.page, { query: {} })
    return Object.fromEntries(list.map((row) => [row.name, row.installs]))
  }
  const seen = [
    { pay: 5, idle: 0 },
    { pay: 2, idle: 0 },
    { pay: 2, idle: 0 },
  ]
  expect(await Promise.all([admin, shop, maker].map(installs))).toEqual(seen)
  await foldTotals(app.platform)
  expect(await Promise.all([admin, shop, maker].map(installs))).toEqual(seen)
})
