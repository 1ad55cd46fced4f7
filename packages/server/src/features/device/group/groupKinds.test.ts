import { groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { until } from '../../../../test/until.ts'

let app: TestApp
let admin: TestUser
let n = 0
let linuxModelId: string
let androidVendorId: string

beforeAll(async () => {
  app = await startTaskApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const { db } = app.platform
  const android = await addEstate(app, 'Acme')
  const linux = await addEstate(app, 'Other')
  const { modelId } = linux
  linuxModelId = modelId
  androidVendorId = android.vendorId
  await db.updateTable('model').set({ osType: 'LINUX' }).where('id', '=', modelId).execute()
  await addDevices(app, android, { orgId: app.rootId, prefix: 'ANDRO', count: 3 })
  await addDevices(app, linux, { orgId: app.rootId, prefix: 'LINUX', count: 2 })
})
afterAll(() => app.close())

const add = () =>
  admin.get(groups.add, { body: { name: `Some ${++n}`, orgId: app.rootId, type: 'STATIC' } })
const name = (groupId: string, sns: string[]) =>
  admin.call(groups.addMembers, { body: { groupId, sns } })

const mixed = 'A group has terminals of one operating system: this one has ANDROID, not LINUX'

it('a group that names its terminals has those of one operating system', async () => {
  const { id } = await add()
  const refusal = { status: 400, data: { fields: [{ field: 'sns' }] } }
  expect(await name(id, ['ANDRO00000', 'LINUX00000'])).toMatchObject(refusal)
  expect((await name(id, ['ANDRO00000'])).data).toMatchObject({ count: 1 })
  const refused = await name(id, ['LINUX00000'])
  expect(refused).toMatchObject(refusal)
  expect(refused.data).toMatchObject({ fields: [{ message: mixed }] })
  expect((await name(id, ['ANDRO00001'])).data).toMatchObject({ count: 1 })
  const empty = await add()
  expect((await name(empty.id, ['LINUX00000', 'LINUX00001'])).data).toMatchObject({ count: 2 })
})

it('a sheet adds them row by row', async () => {
  const { id } = await add()
  const content = csv(['sn'], ['ANDRO00000'], ['LINUX00000'], ['ANDRO00002'])
  const wish = { content, within: id, onFault: 'skip' as const }
  const { result } = await imported(admin, groups.members, wish)
  expect(result).toMatchObject({ added: 2, refused: 1, faults: [{ row: 3, message: mixed }] })
})

it('whoever adds others at the same time is waited for', async () => {
  const { id } = await add()
  let late: Promise<unknown> | undefined
  await app.platform.db.transaction().execute(async (trx) => {
    await sql`insert into device_group_member (group_id, device_id)
      select ${id}, device.id from device where sn = 'ANDRO00000'`.execute(trx)
    late = name(id, ['LINUX00000'])
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.platform.db)
      return rows.length > 0
    }, 'the other one waits')
  })
  expect(await late).toMatchObject({ data: { fields: [{ field: 'sns', message: mixed }] } })
})

it('tells nobody of models that he does not see, but keeps those that bound it', async () => {
  const narrow = await signedIn(app, {
    permissions: [groups.add.permission, groups.update.permission],
    dataScope: 'ALL',
    vendorIds: [androidVendorId],
  })
  const body = { name: `Some ${++n}`, orgId: app.rootId, type: 'STATIC' as const }
  const bounded = { ...body, modelIds: [linuxModelId] }
  const refusal = { status: 400, data: { fields: [{ field: 'modelIds' }] } }
  expect(await narrow.call(groups.add, { body: bounded })).toMatchObject(refusal)
  const { id, version } = await admin.get(groups.add, { body: bounded })
  const update = { ...bounded, id, version, description: 'x' }
  expect(await narrow.call(groups.update, { body: update })).toMatchObject({ code: 200 })
})
