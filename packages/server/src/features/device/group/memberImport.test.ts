import { codes, groupMemberSheet, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { csv, imported, upload } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let north: string
let south: string
let n = 0

beforeAll(async () => {
  app = await startTaskApp()
  estate = await addEstate(app)
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  north = (await place('north')).id
  south = (await place('south')).id
  admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: north, prefix: 'NORTH', count: 4 })
  await addDevices(app, estate, { orgId: south, prefix: 'SOUTH', count: 1 })
})
beforeEach(() => sql`delete from device_group_member`.execute(app.platform.db))
afterAll(() => app.close())

const add = (more: object = {}) =>
  admin.get(groups.add, {
    body: { name: `Some ${++n}`, orgId: north, type: 'STATIC' as const, ...more },
  })
const sheetOf = (...sns: readonly string[]) => csv(['sn'], ...sns.map((sn) => [sn]))
async function members(groupId: string): Promise<string[]> {
  const { list } = await admin.get(groups.members, { query: { groupId, pageSize: 100 } })
  return list.map(({ sn }) => sn)
}

describe('members of a group from a sheet', () => {
  it('join it, in whatever letters; who is a member stays one, and what it says is kept', async () => {
    const group = await add()
    await admin.get(groups.addMembers, { body: { groupId: group.id, sns: ['NORTH00000'] } })
    const content = sheetOf('NORTH00000', 'north00001', ' NORTH00002 ')
    const wish = { content, within: group.id }
    const checked = await imported(admin, groups.members, { ...wish, mode: 'check' })
    expect(checked.result).toMatchObject({ rows: 3, added: 2, same: 1, refused: 0 })
    expect(await members(group.id)).toEqual(['NORTH00000'])
    const { task, result } = await imported(admin, groups.members, wish)
    expect(task).toMatchObject({ state: 'SUCCESS' })
    expect(result).toMatchObject({ added: 2, same: 1, refused: 0 })
    expect(await members(group.id)).toEqual(['NORTH00000', 'NORTH00001', 'NORTH00002'])
    expect((await admin.get(groups.detail, { params: { id: group.id } })).members).toBe(3)
    // Who is new to it is found in the action log by the terminal.
    const { rows } = await sql`select device.sn from action_log log
        join device on device.id::text = any(log.target_ids)
      where log.request_id = ${task.id} order by 1`.execute(app.platform.db)
    expect(rows).toEqual([{ sn: 'NORTH00001' }, { sn: 'NORTH00002' }])
  })

  it('are refused row by row: unknown, elsewhere, named twice, or one too many', async () => {
    const group = await add({ maxMembers: 2 })
    const content = sheetOf(
      'NOBODY0001',
      'SOUTH00000',
      'NORTH00000',
      'NORTH00000',
      'NORTH00001',
      'NORTH00002',
    )
    const wish = { content, within: group.id }
    for (const mode of ['check', 'apply'] as const) {
      const { result } = await imported(admin, groups.members, { ...wish, mode, onFault: 'skip' })
      expect(result).toMatchObject({ added: 2, same: 0, refused: 4 })
      expect(result.faults.map(({ row, message }) => [row, message])).toEqual([
        [2, 'This record does not exist'],
        [3, "This terminal is not below the group's organisation"],
        [5, 'The same stands in row 4'],
        [7, 'More than 2 terminals: the group may hold no more'],
      ])
    }
    expect(await members(group.id)).toEqual(['NORTH00000', 'NORTH00001'])
  })

  it('stay as they were where one bad row shall stop all', async () => {
    const group = await add()
    const content = sheetOf('NORTH00000', 'NOBODY0001')
    const { task } = await imported(admin, groups.members, { content, within: group.id })
    expect(task.state).toBe('FAILED')
    expect(await members(group.id)).toEqual([])
  })

  it('are nobody whom the caller does not see', async () => {
    const group = await add({ orgId: app.rootId })
    const keeper = await signedIn(app, {
      orgId: app.rootId,
      permissions: ['DEVICE_GROUP_IMPORT', 'ASYNCTASK_LIST', groups.addMembers.permission],
      dataScope: 'OWN_ORG_AND_BELOW',
      modelIds: ['00000000-0000-7000-8000-000000000001'],
    })
    const { result } = await imported(keeper, groups.members, {
      content: sheetOf('NORTH00000'),
      within: group.id,
    })
    expect(result.faults).toMatchObject([{ row: 2, message: 'This record does not exist' }])
    expect(await members(group.id)).toEqual([])
  })

  it('need a static group that the caller sees, and the right to name members', async () => {
    const { data } = await upload(admin, sheetOf('NORTH00000'))
    const start = (user: TestUser, within: string | undefined) =>
      user.call(groupMemberSheet.calls.start, {
        body: { fileId: data.fileId, mode: 'apply' as const, ...(within && { within }) },
      })
    const required = { code: codes.badRequest, data: { fields: [{ field: 'within' }] } }
    expect(await start(admin, undefined)).toMatchObject(required)
    const filter = { field: 'name', op: 'is', values: ['till'] }
    const dynamic = await add({ type: 'DYNAMIC', filter })
    expect(await start(admin, dynamic.id)).toMatchObject({ code: codes.wrongState })
    const group = await add()
    const rights = { permissions: ['DEVICE_GROUP_IMPORT', 'DEVICE_GROUP_LIST'] }
    const southern = await signedIn(app, {
      ...rights,
      permissions: [...rights.permissions, groups.addMembers.permission],
      orgId: south,
      dataScope: 'OWN_ORG_AND_BELOW',
    })
    expect(await start(southern, group.id)).toMatchObject({ code: codes.notFound })
    const reader = await signedIn(app, { ...rights, orgId: app.rootId })
    expect(await start(reader, group.id)).toMatchObject({ code: codes.forbidden })
  })
})
