import { appStat, deviceStat, versionStat } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addApk } from '../../../../test/appEstate.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { countMinute, placeApps } from '../workbench/count.worker.ts'

let app: TestApp
let admin: TestUser
let operator: TestUser
let bank: string
let estate: Estate
let appId: string

const run = (text: string, values: unknown[] = []) =>
  app.platform.pool.query<{ id: string }>(text, values)

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  admin = await signedIn(app, { isSuperAdmin: true })
  bank = (await addOrganization(platform, { name: 'bank', code: 'bank', parentId: rootId })).id
  const permissions = ['STATISTICS_VERSION', 'STATISTICS_APK']
  operator = await signedIn(app, { orgId: bank, dataScope: 'OWN_ORG_AND_BELOW', permissions })
  estate = await addEstate(app)
  const other = await addEstate(app, 'Other')
  const ids = [
    ...(await addDevices(app, estate, { orgId: rootId, prefix: 'ROOT', count: 5 })),
    ...(await addDevices(app, estate, { orgId: bank, prefix: 'BANK', count: 4 })),
    ...(await addDevices(app, other, { orgId: bank, prefix: 'OTHER', count: 3 })),
  ]
  const { rows } = await run(
    `insert into app (org_id, name, package, app_type, os_kind, visibility)
      values ($1, 'Pay', 'iq.pay', 'NORMAL', 'ANDROID', 'PUBLIC') returning id`,
    [rootId],
  )
  appId = rows[0]?.id ?? ''
  await run(
    `insert into device_app (device_id, package, version_code, version_name, seen_at)
      select id, 'iq.pay', 1 + n % 3, '1.' || n % 3, now()
      from unnest($1::uuid[]) with ordinality as one (id, n) where n % 6 <> 5`,
    [ids],
  )
  await placeApps(platform)
  await countMinute(platform)
})
afterAll(() => app.close())

it('counts an application by model and version as long as the list that each opens', async () => {
  for (const user of [admin, operator])
    for (const filter of [{}, { orgId: bank }, { modelId: estate.modelId }]) {
      const { models, others } = await user.get(versionStat.app, { query: { ...filter, appId } })
      expect(models.length + others).toBeGreaterThan(0)
      for (const { modelId, total, cells } of models) {
        const listed = async (more: object) =>
          (await user.get(appStat.page, { query: { ...filter, appId, modelId, ...more } })).total
        expect(total).toBe(await listed({}))
        for (const { code, count } of cells)
          expect({ code, count }).toEqual({ code, count: await listed({ versionCode: code }) })
      }
    }
  const mine = await operator.get(versionStat.app, { query: { appId } })
  const all = await admin.get(versionStat.app, { query: { appId } })
  const sumOf = ({ models }: typeof all) => models.reduce((sum, { total }) => sum + total, 0)
  expect(sumOf(mine)).toBeLessThan(sumOf(all))
  expect(all.models[0]?.cells[0]).toMatchObject({ code: 3, name: '1.2', isBehind: null })
})

it('knows who is behind the newest version that is online, whatever is installed', async () => {
  await addApk(app, { appId, code: 2 })
  await addApk(app, { appId, code: 3, state: 'GREY' })
  const { models } = await admin.get(versionStat.app, { query: { appId } })
  const cells = models.flatMap((model) => model.cells)
  expect(cells.every(({ code, isBehind }) => isBehind === code < 2)).toBe(true)
  const { newest } = await admin.get(appStat.summary, { query: { appId } })
  expect(newest?.code).toBe(2)
})

it('says what availability is agreed, where something is', async () => {
  const agreed = async () => (await admin.get(deviceStat.trend, { query: {} })).agreed
  expect(await agreed()).toBeNull()
  await run(
    `insert into parameter (key, group_code, value_type, default_value, rule, is_system, value)
      values ('device.availability.permille', 'device', 'int', '0', '{}', true, '995')`,
  )
  expect(await agreed()).toBe(99.5)
})
