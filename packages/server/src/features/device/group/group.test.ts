import { codes, type Filter, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { keepMembership } from '../membership/follow.ts'
import { followedGroups, holdGroup } from '../membership/keeping.queries.ts'
import { rebuildGroup } from '../membership/rebuild.ts'

let home = ''
lifecycleSpec(groups, {
  prepare: async (app) => {
    home = app.rootId
  },
  make: (n) => ({ name: `Group ${n}`, orgId: home, type: 'STATIC', description: `About ${n}` }),
  text: 'description',
  unique: 'name',
})

let app: TestApp
let admin: TestUser
let estate: Estate
let north: string
let south: string
let n = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  north = (await place('north')).id
  south = (await place('south')).id
  admin = await signedIn(app, { isSuperAdmin: true })
})
beforeEach(async () => {
  await sql`update device_group set deleted_at = now() where deleted_at is null`.execute(
    app.platform.db,
  )
  await sql`delete from device_group`.execute(app.platform.db)
  await sql`delete from device`.execute(app.platform.db)
  await settle()
})
afterAll(() => app.close())

const settle = () => keepMembership(app.platform.db, app.platform.live)
const terminals = (prefix: string, count: number, orgId = north) =>
  addDevices(app, estate, { orgId, prefix, count })
const add = (more: object = {}) =>
  admin.get(groups.add, {
    body: { name: `Some ${++n}`, orgId: north, type: 'STATIC' as const, ...more },
  })
const dynamic = (filter: Filter, more: object = {}) => add({ type: 'DYNAMIC', filter, ...more })
const named = (value: string): Filter => ({ field: 'name', op: 'is', values: [value] })
const rename = (ids: readonly string[], name: string) =>
  sql`update device set name = ${name} where id = any(${[...ids]}::uuid[])`.execute(app.platform.db)
const detail = (id: string) => admin.get(groups.detail, { params: { id } })
async function members(groupId: string): Promise<string[]> {
  const { list } = await admin.get(groups.members, { query: { groupId, pageSize: 100 } })
  return list.map(({ sn }) => sn)
}

describe('a static group', () => {
  it('takes terminals below its organisation that the caller sees, and names the others', async () => {
    const { id } = await add()
    await terminals('NORTH', 3)
    await terminals('SOUTH', 1, south)
    const sns = ['north00000', 'NORTH00001', 'SOUTH00000', 'NOBODY']
    const added = await admin.get(groups.addMembers, { body: { groupId: id, sns } })
    expect(added).toEqual({ count: 2, unknown: ['SOUTH00000', 'NOBODY'] })
    expect(await members(id)).toEqual(['NORTH00000', 'NORTH00001'])
    const left = { groupId: id, sns: ['NORTH00000', 'NORTH00002'] }
    expect(await admin.get(groups.removeMembers, { body: left })).toMatchObject({ count: 1 })
    expect(await detail(id)).toMatchObject({ members: 1, state: 'ACTIVE' })
  })

  it('holds no more than it may, and keeps type and organisation', async () => {
    const row = await add({ maxMembers: 1 })
    await terminals('NORTH', 2)
    const sns = ['NORTH00000', 'NORTH00001']
    const body = { groupId: row.id, sns }
    expect(await admin.call(groups.addMembers, { body })).toMatchObject({ code: codes.warning })
    expect(await members(row.id)).toEqual([])
    await admin.get(groups.addMembers, { body: { ...body, sns: sns.slice(1) } })
    const form = {
      id: row.id,
      version: row.version,
      name: row.name,
      orgId: north,
      type: 'STATIC' as const,
    }
    const moved = await admin.call(groups.update, { body: { ...form, orgId: south } })
    expect(moved.data).toMatchObject({ fields: [{ field: 'orgId' }] })
    const turned = await admin.call(groups.update, {
      body: { ...form, type: 'DYNAMIC', filter: named('x') },
    })
    expect(turned.data).toMatchObject({ fields: [{ field: 'type' }] })
  })

  it('loses whom is moved away', async () => {
    const { id } = await add()
    const [first = ''] = await terminals('NORTH', 2)
    await admin.get(groups.addMembers, {
      body: { groupId: id, sns: ['NORTH00000', 'NORTH00001'] },
    })
    await sql`update device set org_id = ${south} where id = ${first}`.execute(app.platform.db)
    await settle()
    expect(await members(id)).toEqual(['NORTH00001'])
    expect(await detail(id)).toMatchObject({ members: 1 })
  })
})

describe('a dynamic group', () => {
  it('finds its members, follows each change, and names nobody by hand', async () => {
    const ids = await terminals('NORTH', 3)
    await terminals('SOUTH', 1, south)
    await rename(ids.slice(0, 1), 'till')
    const group = await dynamic(named('till'))
    expect(group).toMatchObject({ state: 'PENDING', members: 0 })
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00000'])
    expect(await detail(group.id)).toMatchObject({ state: 'ACTIVE', members: 1 })
    await rename(ids.slice(0, 1), 'desk')
    await rename(ids.slice(1), 'till')
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00001', 'NORTH00002'])
    const body = { groupId: group.id, sns: ['NORTH00000'] }
    expect(await admin.call(groups.addMembers, { body })).toMatchObject({ code: codes.wrongState })
  })

  it('takes a new terminal in, and lets one go that is removed', async () => {
    const group = await dynamic({ field: 'modelId', op: 'in', values: [estate.modelId] })
    await settle()
    const [id = ''] = await terminals('NORTH', 1)
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00000'])
    await sql`update device set deleted_at = now() where id = ${id}`.execute(app.platform.db)
    await settle()
    expect(await detail(group.id)).toMatchObject({ members: 0 })
  })

  it('follows time: who was last heard of so long ago comes by itself, and goes when he is back', async () => {
    const [id = ''] = await terminals('NORTH', 1)
    const group = await dynamic({ field: 'lastSeenAt', op: 'longerAgo', values: ['72'] })
    const seen = (ago: string) =>
      sql`update device_order set seen_at = now() - ${ago}::interval where id = ${id}`.execute(
        app.platform.db,
      )
    await seen('71 hours 59 minutes')
    await settle()
    expect(await members(group.id)).toEqual([])
    // Two minutes pass: the last look of the worker lies so long ago, and so does the contact.
    await sql`alter table device_order disable trigger device_order_noted`.execute(app.platform.db)
    await seen('72 hours 1 minute')
    await sql`alter table device_order enable trigger device_order_noted`.execute(app.platform.db)
    await sql`update filter_age set found_until = now() - interval '2 minutes'`.execute(
      app.platform.db,
    )
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00000'])
    await seen('1 minute')
    await settle()
    expect(await members(group.id)).toEqual([])
  })

  it('notes of the beats only what crosses a limit that a filter names', async () => {
    const [id = ''] = await terminals('NORTH', 1)
    const group = await dynamic({ field: 'battery', op: 'atMost', values: ['20'] })
    await settle()
    const charge = async (battery: number) => {
      await sql`update device_order set battery = ${battery} where id = ${id}`.execute(
        app.platform.db,
      )
      const { rows } = await sql`select from device_changed`.execute(app.platform.db)
      await settle()
      return { noted: rows.length, members: await members(group.id) }
    }
    expect(await charge(50)).toEqual({ noted: 1, members: [] })
    expect(await charge(21)).toEqual({ noted: 0, members: [] })
    expect(await charge(20)).toEqual({ noted: 1, members: ['NORTH00000'] })
    expect(await charge(3)).toEqual({ noted: 0, members: ['NORTH00000'] })
  })

  it('is full at some time, and takes the next when somebody leaves', async () => {
    const ids = await terminals('NORTH', 3)
    await rename(ids.slice(0, 2), 'till')
    const group = await dynamic(named('till'), { maxMembers: 2 })
    await settle()
    await rename(ids.slice(2), 'till')
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00000', 'NORTH00001'])
    await rename(ids.slice(0, 1), 'desk')
    await settle()
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00001', 'NORTH00002'])
    const body = { name: 'Too small', orgId: north, type: 'DYNAMIC' as const, maxMembers: 1 }
    const refused = await admin.call(groups.add, { body: { ...body, filter: named('till') } })
    expect(refused.data).toMatchObject({ fields: [{ field: 'filter' }] })
  })

  it('whose filter everybody meets holds those of its organisation that its maker sees, and is told so before', async () => {
    await terminals('NORTH', 2)
    await terminals('SOUTH', 1, south)
    const everybody: Filter = { not: named('nobody is called this') }
    const user = await signedIn(app, {
      orgId: north,
      permissions: ['DEVICE_GROUP_ADD', 'DEVICE_GROUP_LIST', 'DEVICE_LIST'],
    })
    const { count } = await user.get(groups.preview, { body: { orgId: north, filter: everybody } })
    expect(count).toBe(2)
    const group = await user.get(groups.add, {
      body: { name: 'Everybody', orgId: north, type: 'DYNAMIC', filter: everybody },
    })
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00000', 'NORTH00001'])
    const body = { name: 'Too many', orgId: north, type: 'DYNAMIC' as const, maxMembers: 1 }
    const refused = await admin.call(groups.add, { body: { ...body, filter: everybody } })
    expect(refused.data).toMatchObject({ fields: [{ field: 'filter' }] })
  })

  it('asks no organisation that its maker does not see', async () => {
    await terminals('SOUTH', 2, south)
    const user = await signedIn(app, {
      orgId: north,
      permissions: ['DEVICE_GROUP_ADD', 'DEVICE_GROUP_EDIT', 'DEVICE_GROUP_LIST'],
    })
    const filter: Filter = { not: named('nobody is called this') }
    const body = { name: 'Empty', orgId: north, type: 'DYNAMIC' as const, filter, maxMembers: 1 }
    const { id, version } = await user.get(groups.add, { body })
    const elsewhere = { ...body, orgId: south }
    const added = await user.call(groups.add, { body: { ...elsewhere, name: 'Over there' } })
    expect(added.data).toMatchObject({ fields: [{ field: 'orgId' }] })
    const moved = await user.call(groups.update, { body: { ...elsewhere, id, version } })
    expect(moved.data).toMatchObject({ fields: [{ field: 'orgId' }] })
  })

  it('is made static with those it has, and is suspended and taken up again', async () => {
    const ids = await terminals('NORTH', 2)
    await rename(ids, 'till')
    const [kept, frozen] = [await dynamic(named('till')), await dynamic(named('till'))]
    const freeze = { params: { id: frozen.id } }
    expect(await admin.call(groups.freeze, freeze)).toMatchObject({ code: codes.wrongState })
    await settle()
    await admin.get(groups.freeze, freeze)
    await admin.get(groups.suspend, { params: { id: kept.id, suspended: '1' } })
    await rename(ids.slice(0, 1), 'desk')
    await settle()
    expect(await members(frozen.id)).toHaveLength(2)
    expect(await members(kept.id)).toHaveLength(2)
    await admin.get(groups.suspend, { params: { id: kept.id, suspended: '0' } })
    await settle()
    expect(await members(kept.id)).toEqual(['NORTH00001'])
    expect(await detail(frozen.id)).toMatchObject({ type: 'STATIC', filter: null, members: 2 })
  })

  it('is judged for whom it may have or has, and needs no lock of its own for it', async () => {
    const [id = ''] = await terminals('NORTH', 1)
    const everybody: Filter = { not: named('nobody is called this') }
    const [own, beside] = [await dynamic(everybody), await dynamic(everybody, { orgId: south })]
    await settle()
    const judged = () =>
      app.platform.db.transaction().execute(async (trx) => {
        const { groups: found } = await followedGroups(trx, [id])
        const { rows: locks } = await sql`select from pg_locks
          where pid = pg_backend_pid() and locktype = 'advisory'`.execute(trx)
        return { found: found.map((one) => one.id), locks: locks.length }
      })
    expect(await judged()).toEqual({ found: [own.id], locks: 0 })
    await sql`update device set org_id = ${south} where id = ${id}`.execute(app.platform.db)
    expect(await judged()).toEqual({ found: [own.id, beside.id].toSorted(), locks: 0 })
    await settle()
    expect([await members(own.id), await members(beside.id)]).toEqual([[], ['NORTH00000']])
  })

  it('may ask for static groups alone: no membership hangs on itself', async () => {
    const ids = await terminals('NORTH', 2)
    const hand = await add()
    const inHand: Filter = { field: 'groupId', op: 'in', values: [hand.id] }
    const group = await dynamic({ not: inHand })
    await settle()
    expect(await members(group.id)).toHaveLength(2)
    await admin.get(groups.addMembers, { body: { groupId: hand.id, sns: ['NORTH00000'] } })
    await settle()
    expect(await members(group.id)).toEqual(['NORTH00001'])
    const body = { name: 'Of it', orgId: north, type: 'DYNAMIC' as const }
    const filter: Filter = { field: 'groupId', op: 'in', values: [group.id] }
    const refused = await admin.call(groups.add, { body: { ...body, filter } })
    expect(refused.data).toMatchObject({ fields: [{ field: 'filter' }] })
    expect(await admin.call(groups.remove, { params: { id: hand.id } })).toMatchObject({
      code: codes.warning,
    })
    const listed = await admin.get(groups.page, { query: { deviceId: ids[0] ?? '' } })
    expect(listed.list.map(({ id }) => id)).toEqual([hand.id])
  })

  it('tells before it is saved whom it would gain and lose', async () => {
    const ids = await terminals('NORTH', 3)
    await rename(ids.slice(0, 2), 'till')
    const group = await dynamic(named('till'))
    await settle()
    await rename(ids.slice(2), 'desk')
    const filter: Filter = {
      any: [named('desk'), { field: 'sn', op: 'is', values: ['north00000'] }],
    }
    const body = { orgId: north, filter, groupId: group.id }
    const { first, ...told } = await admin.get(groups.preview, { body })
    expect(told).toEqual({ count: 2, joining: 1, leaving: 1 })
    expect(first.map(({ sn }) => sn)).toEqual(['NORTH00000', 'NORTH00002'])
    const { rows } = await admin.get(groups.preview, { body: { ...body, withRows: true } })
    expect(rows?.map(({ sn, orgName, joins }) => [sn, orgName, joins])).toEqual([
      ['NORTH00001', 'north', false],
      ['NORTH00002', 'north', true],
    ])
  })
})

describe('two at once', () => {
  const edit = async (id: string, filter: Filter) => {
    const { version, name, maxMembers } = await detail(id)
    return admin.get(groups.update, {
      body: { id, version, name, maxMembers, orgId: north, type: 'DYNAMIC', filter },
    })
  }

  it('an edit of the filter while the members are being found is not lost', async () => {
    const ids = await terminals('NORTH', 2)
    await rename(ids.slice(0, 1), 'till')
    await rename(ids.slice(1), 'desk')
    const { id } = await dynamic(named('till'))
    // The edit holds the row, and the rebuild waits for it with what it has found.
    let rebuilt: Promise<string | null> | undefined
    await app.platform.db.transaction().execute(async (trx) => {
      await sql`update device_group set filter = ${JSON.stringify(named('desk'))}::jsonb,
        filter_rev = filter_rev + 1 where id = ${id}`.execute(trx)
      rebuilt = rebuildGroup(app.platform.db, id)
      await untilLockWaits(app.platform.db)
    })
    expect(await rebuilt).toBeNull()
    expect(await detail(id)).toMatchObject({ state: 'PENDING', members: 0 })
    await settle()
    expect(await members(id)).toEqual(['NORTH00001'])
    await edit(id, named('till'))
    await settle()
    expect(await members(id)).toEqual(['NORTH00000'])
  })

  it('a change while the members are being found is judged afterwards', async () => {
    const ids = await terminals('NORTH', 1)
    const { id } = await dynamic(named('till'))
    await settle()
    await app.platform.db.transaction().execute(async (trx) => {
      await holdGroup(trx, id)
      await rename(ids, 'till')
      await settle()
      expect(await members(id)).toEqual([])
    })
    await settle()
    expect(await members(id)).toEqual(['NORTH00000'])
  })

  it('two workers find the members of one group once, and follow each change once', async () => {
    const ids = await terminals('NORTH', 50)
    await rename(ids, 'till')
    const { id } = await dynamic(named('till'))
    await Promise.all([settle(), settle()])
    expect(await detail(id)).toMatchObject({ members: 50, state: 'ACTIVE' })
    await rename(ids.slice(0, 20), 'desk')
    await Promise.all([settle(), settle(), rename(ids.slice(20, 30), 'desk')])
    await settle()
    expect(await detail(id)).toMatchObject({ members: 20 })
  })

  it('a group that is destroyed while its members are being found leaves nothing behind', async () => {
    const ids = await terminals('NORTH', 5)
    await rename(ids, 'till')
    const { id } = await dynamic(named('till'))
    let rebuilt: Promise<string | null> | undefined
    await app.platform.db.transaction().execute(async (trx) => {
      await sql`update device_group set deleted_at = now() where id = ${id}`.execute(trx)
      rebuilt = rebuildGroup(app.platform.db, id)
      await untilLockWaits(app.platform.db)
    })
    expect(await rebuilt).toBeNull()
    await sql`delete from device_group where id = ${id}`.execute(app.platform.db)
    const { rows } = await sql`select from device_group_member where group_id = ${id}
      union all select from device_group_size where group_id = ${id}`.execute(app.platform.db)
    expect(rows).toEqual([])
  })
})
