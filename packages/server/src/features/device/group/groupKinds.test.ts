import { actionLog, codes, deviceSets, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'

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
    await untilLockWaits(app.platform.db)
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

describe('chosen terminals', () => {
  const idsOf = async (prefix: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`select id from device
      where starts_with(sn, ${prefix}) order by sn`.execute(app.platform.db)
    return rows.map(({ id }) => id)
  }
  const join = (groupId: string, ids: string[], by = admin) =>
    by.call(deviceSets.join, { body: { groupId, ids } })
  const leave = (groupId: string, ids: string[]) =>
    admin.get(deviceSets.leave, { body: { groupId, ids } })
  const members = async (groupId: string) =>
    (await admin.get(groups.members, { query: { groupId } })).list.map(({ sn }) => sn)

  it('come into a group and leave it; whom it changes nothing for is not counted', async () => {
    const [{ id }, ids] = [await add(), await idsOf('ANDRO')]
    const two = await join(id, ids.slice(0, 2))
    expect(two.data).toMatchObject({ count: 2, rows: [{ name: 'ANDRO00000' }, {}], refused: [] })
    expect((await join(id, ids)).data).toMatchObject({ count: 1, rows: [{ id: ids[2] }] })
    expect(await leave(id, ids.slice(1))).toMatchObject({ count: 2 })
    expect(await leave(id, ids)).toMatchObject({ count: 1 })
    expect(await members(id)).toEqual([])
  })

  it('leave it again where that takes their coming back, and the log says so', async () => {
    const [{ id }, ids] = [await add(), await idsOf('ANDRO')]
    await join(id, ids)
    const path = deviceSets.leave.path
    const said = async () =>
      (await admin.get(actionLog.page, { query: { target: id } })).list
        .filter((one) => one.path === path)
        .map(({ sentence }) => sentence)[0]
    await leave(id, ids)
    expect(await said()).toBe('Removed terminals from a group')
    await join(id, ids)
    await admin.get(deviceSets.leave, { body: { groupId: id, ids, takesBack: true } })
    expect(await said()).toBe('Took back adding terminals to a group')
  })

  it('may be all that a list shows; whom the group does not take is named with the reason', async () => {
    const { id } = await add()
    const every = { groupId: id, matching: {}, count: 5 }
    expect(await admin.get(deviceSets.join, { body: every })).toMatchObject({
      count: 3,
      refused: [
        { name: 'LINUX00000', reason: mixed },
        { name: 'LINUX00001', reason: mixed },
      ],
    })
    const android = { groupId: id, matching: { sn: 'ANDRO' }, count: 3 }
    expect(await admin.get(deviceSets.leave, { body: android })).toMatchObject({ count: 3 })
  })

  it('stay out beyond what the group holds, and where it has no business', async () => {
    const body = { type: 'STATIC' as const, name: 'Small', orgId: app.rootId, maxMembers: 2 }
    const small = await admin.get(groups.add, { body })
    const ids = await idsOf('ANDRO')
    expect((await join(small.id, ids)).data).toMatchObject({
      count: 2,
      refused: [{ id: ids[2], reason: 'More than 2 terminals: the group may hold no more' }],
    })
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Elsewhere',
      code: 'elsewhere',
      parentId: app.rootId,
    })
    const { id } = await admin.get(groups.add, {
      body: { name: 'Elsewhere', orgId, type: 'STATIC' },
    })
    const reason = "This terminal is not below the group's organisation"
    expect((await join(id, ids)).data).toMatchObject({ count: 0, refused: [{ reason }, {}, {}] })
  })

  it('are those that the caller sees, and groups those that name their members', async () => {
    const [{ id }, ids] = [await add(), await idsOf('ANDRO')]
    const permissions = [deviceSets.join.permission]
    const scope = { dataScope: 'OWN_ORG_AND_BELOW', modelIds: [linuxModelId] } as const
    const blind = await signedIn(app, { orgId: app.rootId, permissions, ...scope })
    expect((await join(id, ids, blind)).code).toBe(codes.notFound)
    expect(await join(ids[0] ?? '', ids)).toMatchObject({
      data: { fields: [{ field: 'groupId', message: 'This record does not exist' }] },
    })
    const { id: dynamic } = await admin.get(groups.add, {
      body: {
        name: 'By filter',
        orgId: app.rootId,
        type: 'DYNAMIC',
        filter: { field: 'name', op: 'is', values: ['till'] },
      },
    })
    expect((await join(dynamic, ids)).code).toBe(codes.wrongState)
    const offered = async (type?: 'STATIC') =>
      (await admin.get(groups.list, { query: { ...(type && { type }) } })).map((one) => one.id)
    expect(await offered()).toContain(dynamic)
    expect(await offered('STATIC')).toContain(id)
    expect(await offered('STATIC')).not.toContain(dynamic)
  })

  it('are offered with whose they are, and near an organisation only its own, those above and below', async () => {
    const branch = async (code: string) =>
      addOrganization(app.platform, { name: code, code, parentId: app.rootId })
    const [mine, other] = [await branch('near-mine'), await branch('near-other')]
    const groupOf = async (orgId: string) =>
      (await admin.get(groups.add, { body: { name: `Of ${orgId}`, orgId, type: 'STATIC' } })).id
    const [above, own, far] = [
      await groupOf(app.rootId),
      await groupOf(mine.id),
      await groupOf(other.id),
    ]
    const near = await admin.get(groups.list, { query: { nearOrgId: mine.id } })
    expect(near.find(({ id }) => id === own)?.orgName).toBe('near-mine')
    expect(near.map(({ id }) => id)).toContain(above)
    expect(near.map(({ id }) => id)).not.toContain(far)
    const all = await admin.get(groups.list, { query: { nearOrgId: app.rootId } })
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([above, own, far]))
  })
})
