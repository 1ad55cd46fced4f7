import { codes, mqttApks, orgApks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addApp } from '../../../../test/appEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'REL', count: 40 })
})
afterAll(() => app.close())

const person = (): Promise<TestUser> => signedIn(app, { isSuperAdmin: true })

it('a release is agreed to by none of those who have written its policy, begun or widened it', async () => {
  const appId = await addApp(app, { orgId: app.rootId, package: 'com.bank.second' })
  const apkId = await addApk(app, { appId, code: 2, state: 'SIGNED' })
  const [writer, first, wider] = [await person(), await person(), await person()]
  const policy = { name: 'Policy', orgId: app.rootId, appId, policy: 'ALLOWED' as const }
  const { id } = await writer.get(orgApks.add, { body: policy })
  const body = { apkId, steps: [25, 50], successPercent: 100, errorPercent: 50, minResults: 2 }
  await first.get(orgApks.release, { params: { id }, body })
  await sql`insert into parameter (key, group_code, value_type, value)
    values ('push.approval.items', 'task', 'int', '2')`.execute(app.platform.db)
  await wider.get(orgApks.steer, { params: { id, act: 'widen' } })
  const [release] = await wider.get(orgApks.releases, { params: { id } })
  const before = new Set(release?.pushes.map((one) => one.id))
  const ask = { params: { id: release?.pushes[0]?.id ?? '' } }
  for (const who of [writer, first, wider])
    expect((await who.call(mqttApks.approve, ask)).code).toBe(codes.forbidden)
  const second = await person()
  expect(await second.get(mqttApks.approve, ask)).toMatchObject({ state: 'RUNNING' })
  // What was agreed to is nobody's doing any more: of the next share that is only who brings it.
  await second.get(orgApks.steer, { params: { id, act: 'widen' } })
  const [wide] = await second.get(orgApks.releases, { params: { id } })
  const next = wide?.pushes.find((one) => !before.has(one.id))
  const more = { params: { id: next?.id ?? '' } }
  expect((await second.call(mqttApks.approve, more)).code).toBe(codes.forbidden)
  expect(await wider.get(mqttApks.approve, more)).toMatchObject({ state: 'RUNNING' })
})
