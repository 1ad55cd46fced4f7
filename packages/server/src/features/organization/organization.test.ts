import { codes, organizations } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'

let rootId: string

const organization = (code: string, parentId: string | null = rootId) =>
  ({ name: code, code, type: 'MERCHANT_GROUP', contact: '', parentId }) as const

lifecycleSpec(organizations, {
  prepare: async (app) => {
    rootId = app.rootId
  },
  make: (n) => ({ ...organization(`org-${n}`), name: `Organisation ${n}` }),
  text: 'name',
  unique: 'code',
})

const field = (name: string) => ({ status: 400, data: { fields: [{ field: name }] } })

describe('the tree of organisations', () => {
  let app: TestApp
  let admin: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    rootId = app.rootId
    admin = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (code: string, parentId: string | null = rootId) =>
    admin.get(organizations.add, { body: organization(code, parentId) })
  const move = (id: string, parentId: string) =>
    admin.call(organizations.move, { params: { id, parentId } })
  const level = async (id: string) =>
    (await admin.get(organizations.detail, { params: { id } })).level

  it('moves a whole subtree', async () => {
    const [north, south] = [await add('north'), await add('south')]
    const city = await add('city', north.id)
    const shop = await add('shop', city.id)
    expect((await move(north.id, south.id)).code).toBe(200)
    expect(await level(shop.id)).toBe(5)
    const page = await admin.get(organizations.page, { query: { within: south.id } })
    expect(page.list.map(({ code }) => code)).toEqual(['city', 'north', 'shop', 'south'])
    expect(await move(south.id, shop.id)).toMatchObject(field('parentId'))
  })

  it('has ten levels', async () => {
    let parentId = rootId
    for (let n = 2; n <= 10; n++) parentId = (await add(`level-${n}`, parentId)).id
    const body = organization('level-11', parentId)
    expect(await admin.call(organizations.add, { body })).toMatchObject(field('parentId'))
  })

  it('stays a tree when many move at once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push((await add(`mover-${n}`)).id)
    for (let round = 0; round < 5; round++) {
      const moves = ids.map((id, n) => move(id, ids[(n + 1 + round) % ids.length] ?? rootId))
      for (const { code } of await Promise.all(moves)) expect([200, 400]).toContain(code)
    }
    const { rows } = await app.platform.pool.query(`select from organization o
      left join organization parent on parent.id = o.parent_id
      where o.path <> coalesce(parent.path, '') || o.label::text::ltree`)
    expect(rows).toHaveLength(0)
    const tree = await admin.get(organizations.tree, {})
    expect(JSON.stringify(tree).match(/mover-/g)).toHaveLength(2 * ids.length)
  })

  it('keeps an organisation with children, terminals or users', async () => {
    const parent = await add('parent')
    const child = await add('child', parent.id)
    const params = { id: parent.id }
    const off = { id: parent.id, status: '0' as const }
    expect(await admin.call(organizations.remove, { params })).toMatchObject({ code: 102 })
    expect(await admin.call(organizations.setStatus, { params: off })).toMatchObject({ code: 102 })
    await admin.get(organizations.remove, { params: { id: child.id } })
    const estate = await addEstate(app, 'Tree')
    await addDevices(app, estate, { orgId: parent.id, prefix: 'TREE', count: 1 })
    expect(await admin.call(organizations.remove, { params })).toMatchObject({ code: 102 })
    expect(await admin.call(organizations.setStatus, { params: off })).toMatchObject({ code: 102 })
    const staffed = await add('staffed')
    await signedIn(app, { orgId: staffed.id, userName: 'warden' })
    const refused = await admin.call(organizations.remove, { params: { id: staffed.id } })
    expect(refused).toMatchObject({ code: 102, msg: 'User warden belongs to this organisation' })
  })

  it('counts its own terminals and those of its subtree', async () => {
    const top = await add('counted')
    const low = await add('counted-below', top.id)
    const estate = await addEstate(app, 'Count')
    await addDevices(app, estate, { orgId: top.id, prefix: 'CNTA', count: 2 })
    await addDevices(app, estate, { orgId: low.id, prefix: 'CNTB', count: 3 })
    const shown = await admin.get(organizations.detail, { params: { id: top.id } })
    expect(shown).toMatchObject({ ownDevices: 2, subtreeDevices: 5, childCount: 1 })
  })

  it('is sorted by its terminals only for whoever sees all of them', async () => {
    const { vendorId } = await addEstate(app, 'Sorted')
    const permissions = ['ORGANIZATION_LIST']
    const whole = await signedIn(app, { permissions, dataScope: 'OWN_ORG_AND_BELOW' })
    const ofVendor = await signedIn(app, { permissions, dataScope: 'ALL', vendorIds: [vendorId] })
    for (const sortField of ['ownDevices', 'subtreeDevices']) {
      const query = { sortField, sortOrder: 'asc' } as const
      expect((await whole.call(organizations.page, { query })).code).toBe(codes.success)
      expect(await ofVendor.call(organizations.page, { query })).toMatchObject({
        code: codes.badRequest,
        msg: expect.stringMatching(/whoever sees all terminals/),
      })
    }
  })

  it('refuses a move that would break a quota above', async () => {
    const small = await add('small')
    await app.platform.db
      .updateTable('organization')
      .set({ deviceQuota: 1 })
      .where('id', '=', small.id)
      .execute()
    const big = await add('big')
    const estate = await addEstate(app, 'Move')
    await addDevices(app, estate, { orgId: big.id, prefix: 'MOVE', count: 2 })
    expect(await move(big.id, small.id)).toMatchObject({ code: 102 })
    expect(await level(big.id)).toBe(2)
  })
})

describe('an operator of an organisation', () => {
  let app: TestApp
  let operator: TestUser
  let own: { id: string }
  let other: { id: string }

  beforeAll(async () => {
    app = await startTestApp()
    rootId = app.rootId
    own = await addOrganization(app.platform, { name: 'own', code: 'own', parentId: rootId })
    other = await addOrganization(app.platform, { name: 'other', code: 'other', parentId: rootId })
    const verbs = ['LIST', 'DETAIL', 'ADD', 'EDIT', 'DELETE', 'STATUS', 'REVERT', 'RECYCLE_LIST']
    const permissions = [...verbs.map((verb) => `ORGANIZATION_${verb}`), 'ORG_MOVE', 'ORG_QUOTA']
    operator = await signedIn(app, { orgId: own.id, permissions })
  })
  afterAll(() => app.close())

  it('sees his organisation and what is below, nothing else', async () => {
    const below = await operator.get(organizations.add, { body: organization('below', own.id) })
    const page = await operator.get(organizations.page, { query: {} })
    expect(page.list.map(({ code }) => code)).toEqual(['below', 'own'])
    expect(await operator.get(organizations.tree, {})).toMatchObject([
      { code: 'own', children: [{ id: below.id }] },
    ])
    expect(await operator.get(organizations.list, { query: { id: other.id } })).toEqual([])
    for (const id of [rootId, other.id])
      expect(await operator.call(organizations.detail, { params: { id } })).toMatchObject({
        code: 404,
      })
    const within = await operator.get(organizations.page, { query: { within: rootId } })
    expect(within.total).toBe(2)
  })

  it('adds neither a root nor below what he does not see', async () => {
    for (const parentId of [null, rootId, other.id]) {
      const body = organization('intruder', parentId)
      expect(await operator.call(organizations.add, { body })).toMatchObject(field('parentId'))
    }
  })

  it('moves nothing out of his scope, nor anything into it', async () => {
    const mine = await operator.get(organizations.add, { body: organization('mine', own.id) })
    const out = { params: { id: mine.id, parentId: other.id } }
    const into = { params: { id: other.id, parentId: own.id } }
    expect(await operator.call(organizations.move, out)).toMatchObject(field('parentId'))
    expect(await operator.call(organizations.move, into)).toMatchObject({ code: 404 })
  })

  it('edits his own organisation but not its quota', async () => {
    const shown = await operator.get(organizations.detail, { params: { id: own.id } })
    const body = { ...organization('own'), parentId: rootId, id: own.id, name: 'Ours' }
    const { version } = await operator.get(organizations.update, {
      body: { ...body, version: shown.version },
    })
    const more = { ...body, version, deviceQuota: 1_000_000 }
    expect(await operator.call(organizations.update, { body: more })).toMatchObject(
      field('deviceQuota'),
    )
    const low = { ...organization('limited', own.id), deviceQuota: 10 }
    const limited = await operator.get(organizations.add, { body: low })
    expect(limited.deviceQuota).toBe(10)
    const lower = { ...organization('lower', limited.id), deviceQuota: 11 }
    expect(await operator.call(organizations.add, { body: lower })).toMatchObject(
      field('deviceQuota'),
    )
  })

  it('removes and reverts only what is his', async () => {
    const mine = await operator.get(organizations.add, { body: organization('gone', own.id) })
    const ids = [mine.id, other.id]
    expect(await operator.call(organizations.removeMany, { body: { ids } })).toMatchObject({
      code: 403,
    })
    expect(await operator.call(organizations.remove, { params: { id: other.id } })).toMatchObject({
      code: 404,
    })
    await operator.get(organizations.remove, { params: { id: mine.id } })
    await app.platform.db
      .updateTable('organization')
      .set({ deletedAt: new Date().toISOString() })
      .where('id', '=', other.id)
      .execute()
    expect(await operator.get(organizations.recyclePage, { query: {} })).toMatchObject({ total: 1 })
    expect(await operator.get(organizations.revertAll, {})).toEqual({ count: 1 })
  })
})
