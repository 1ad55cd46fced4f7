import { codes, loginBans } from '@muster/contract'
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
let admin: TestUser
/** Who sees one organisation only. */
let operator: TestUser

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  const [own, other] = [await place('login-a'), await place('login-b')]
  await addDevices(app, estate, { orgId: own.id, prefix: 'MINE', count: 1 })
  await addDevices(app, estate, { orgId: other.id, prefix: 'THEIR', count: 1 })
  admin = await signedIn(app, { isSuperAdmin: true })
  const permissions = ['STATISTICS_DEVICE_LOGIN', 'STATISTICS_DEVICE_LOGIN_BAN']
  operator = await signedIn(app, { orgId: own.id, permissions })
})
afterAll(() => app.close())

const until = () => new Date(Date.now() + 3_600_000).toISOString()
const ban = (user: TestUser, kind: 'SN' | 'ADDRESS', value: string) =>
  user.call(loginBans.add, { body: { kind, value, reason: 'stolen', until: until() } })

it('a ban of a terminal is for whoever sees it; it is let go at once', async () => {
  const told: string[] = []
  const end = app.platform.live.subscribe(({ path }) => void told.push(path))
  expect(await ban(operator, 'SN', 'mine00000')).toMatchObject({ code: 200 })
  await expect.poll(() => told).toContain('/admin/stat/v1/login/ban')
  end()
  expect(await ban(operator, 'SN', 'THEIR00000')).toMatchObject({ code: 400 })
  const { list } = await operator.get(loginBans.page, { query: {} })
  expect(list).toMatchObject([{ kind: 'SN', value: 'MINE00000', orgName: 'login-a' }])
  const params = { id: list[0]?.id ?? '' }
  expect(await operator.get(loginBans.remove, { params })).toEqual({ count: 1 })
  expect((await operator.get(loginBans.page, { query: {} })).total).toBe(0)
})

it('a ban of an address is for who sees everybody', async () => {
  expect(await ban(operator, 'ADDRESS', '192.0.2.0/24')).toMatchObject({ code: codes.forbidden })
  expect(await ban(admin, 'ADDRESS', '192.0.2.0/24')).toMatchObject({ code: 200 })
  expect((await operator.get(loginBans.page, { query: {} })).total).toBe(0)
  for (const wrong of ['192.0.2', '192.0.2.0/40', '10.0.0.0/2', 'there'])
    expect(await ban(admin, 'ADDRESS', wrong)).toMatchObject({ code: 400 })
})
