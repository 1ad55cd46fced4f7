import { groups } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp
let admin: TestUser
let n = 0

beforeAll(async () => {
  app = await startTaskApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const { db } = app.platform
  const android = await addEstate(app, 'Acme')
  const linux = await addEstate(app, 'Other')
  const { modelId } = linux
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
