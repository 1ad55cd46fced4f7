import { codes, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

let app: TestApp
let admin: TestUser
let omar: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'BANK', count: 2 })
})
afterAll(() => app.close())

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const bring = (within: string, rows: readonly (readonly string[])[]) =>
  imported(admin, params.page, { content: csv(...rows), within })

it('what a sheet asked for waits until another person decides, whatever its importer does', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const sheet = (host: string, ...sns: string[]) => [['sn', 'host'], ...sns.map((sn) => [sn, host])]
  const own = async () => {
    const [found] = (await admin.get(params.page, { query: { appId: of.appId } })).list
    if (!found) throw new Error('nothing was imported')
    return found
  }
  await approvalFrom(2)
  try {
    await bring(of.revId, sheet('y', 'BANK00000', 'BANK00001'))
    const { id, version } = await own()
    const named = { params: { id } }
    const typed = { values: { host: 'y' }, secrets: {}, keptSecrets: [] }
    await admin.get(params.draft, { ...named, body: { version, ...typed } })
    const asked = { state: 'PENDING_APPROVAL', askedByName: 'layla', revision: null }
    expect(await own()).toMatchObject(asked)
    const revoked = { ...named, body: { version: version + 1 } }
    expect((await admin.call(params.revoke, revoked)).code).toBe(codes.warning)
    await bring(of.revId, sheet('z', 'BANK00000'))
    await bring(of.revId, sheet('z', 'BANK00001'))
    expect(await own()).toMatchObject(asked)
    const agree = { ...named, body: { version: (await own()).version, count: 1 } }
    expect((await admin.call(params.activate, agree)).code).toBe(codes.warning)
    expect((await omar.call(params.activate, agree)).data).toMatchObject({ state: 'ACTIVE' })
  } finally {
    await approvalFrom(0)
  }
})
