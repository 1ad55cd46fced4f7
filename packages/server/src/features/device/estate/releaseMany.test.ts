import { asyncTasks, codes, devices } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

/** Terminals with a credential. */
async function enrolled(prefix: string, count: number, orgId = app.rootId): Promise<string[]> {
  const ids = await addDevices(app, estate, { orgId, prefix, count })
  await app.platform.db
    .updateTable('device')
    .set({ sealedSecret: Buffer.from('sealed') })
    .where('id', 'in', ids)
    .execute()
  return ids
}

const releasedOf = async (prefix: string) =>
  (await admin.get(devices.page, { query: { sn: prefix } })).list.filter((row) => row.releasedUntil)
    .length

it('lets many terminals enrol again in one go, and names them in the log', async () => {
  const ids = await enrolled('REL', 3)
  const done = await admin.get(devices.releaseMany, { body: { ids } })
  expect(done.count).toBe(3)
  expect(done.rows?.map(({ name }) => name).sort()).toEqual(['REL00000', 'REL00001', 'REL00002'])
  expect(await releasedOf('REL')).toBe(3)
  const { rows } = await app.platform.pool.query<{ ids: string[] }>(
    `select target_ids as ids from action_log where path like '%/batch/release'`,
  )
  expect(rows[0]?.ids.toSorted()).toEqual(ids.toSorted())
})

it('releases none where one has no credential, and says which', async () => {
  const ids = await enrolled('NONE', 2)
  const [bare = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'BARE', count: 1 })
  const answer = await admin.call(devices.releaseMany, { body: { ids: [...ids, bare] } })
  expect(answer).toMatchObject({
    code: codes.wrongState,
    data: { refused: [{ name: 'BARE00000' }] },
  })
  expect(await releasedOf('NONE')).toBe(0)
})

it('of all that match releases those that may be', async () => {
  await enrolled('SOME', 2)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'SOMEBARE', count: 1 })
  const body = { matching: { sn: 'SOME' }, count: 3 }
  expect(await admin.get(devices.releaseMany, { body })).toMatchObject({
    count: 2,
    refused: [{ name: 'SOMEBARE00000' }],
  })
})

it('goes to the background where there are many, under the name of what is done', async () => {
  await enrolled('MANY', 2)
  await sql`insert into parameter (key, group_code, value_type, value)
    values ('batch.sync.max', 'record', 'int', '1')`.execute(app.platform.db)
  const body = { matching: { sn: 'MANY' }, count: 2 }
  const { taskId = '' } = await admin.get(devices.releaseMany, { body })
  expect(await admin.get(asyncTasks.detail, { params: { id: taskId } })).toMatchObject({
    title: 'Release 2 terminals for a new enrolment',
  })
})

it('stays within the data scope and the right', async () => {
  const { id: orgId } = await addOrganization(app.platform, {
    name: 'Shop',
    code: 'shop',
    parentId: app.rootId,
  })
  const [foreign = ''] = await enrolled('FOR', 1)
  const permissions = [devices.releaseMany.permission]
  const operator = await signedIn(app, { orgId, permissions })
  const body = { ids: [foreign] }
  expect((await operator.call(devices.releaseMany, { body })).code).toBe(codes.notFound)
  const nobody = await signedIn(app, { orgId, permissions: ['DEVICE_LIST'] })
  expect((await nobody.call(devices.releaseMany, { body })).code).toBe(codes.forbidden)
})
