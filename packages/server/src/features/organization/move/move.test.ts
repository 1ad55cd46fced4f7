import { codes, organizationConfig, organizationMove, organizations } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

let made = 0
const add = async (name: string, parentId = app.rootId) =>
  (await addOrganization(app.platform, { name, code: `${name}-${++made}`, parentId })).id

const preview = (id: string, parentId: string, caller = admin) =>
  caller.get(organizationMove.preview, { params: { id, parentId } })
const move = (id: string, parentId: string) =>
  admin.call(organizations.move, { params: { id, parentId } })

/** No path that is not its parent's and its own label. */
async function oddPaths(): Promise<number> {
  const { rows } = await app.platform.pool.query(`select from organization o
    left join organization parent on parent.id = o.parent_id
    where o.path <> coalesce(parent.path, '') || o.label::text::ltree`)
  return rows.length
}

describe('the preview of a move', () => {
  it('counts what moves along, and names who gains and loses sight of it', async () => {
    const [north, south] = [await add('north'), await add('south')]
    const shop = await add('shop', north)
    const till = await add('till', shop)
    const estate = await addEstate(app)
    await addDevices(app, estate, { orgId: till, prefix: 'TILL', count: 3 })
    await signedIn(app, { orgId: till, userName: 'cashier' })
    await signedIn(app, { orgId: north, userName: 'northern' })
    await signedIn(app, { orgId: north, userName: 'northOnly', dataScope: 'OWN_ORG' })
    await signedIn(app, { orgId: south, userName: 'southern' })
    await signedIn(app, { orgId: south, userName: 'everywhere', dataScope: 'ALL' })
    const places = [{ orgId: north, withBelow: true }]
    await signedIn(app, { orgId: till, userName: 'chosen', dataScope: 'CUSTOM', places })
    const both = [...places, { orgId: south, withBelow: true }]
    await signedIn(app, { orgId: till, userName: 'both', dataScope: 'CUSTOM', places: both })
    expect(await preview(shop, south)).toMatchObject({
      organizations: 2,
      devices: 3,
      users: 3,
      losing: { count: 2, names: ['chosen', 'northern'] },
      gaining: { count: 1, names: ['southern'] },
      refusals: [],
    })
    // What was foretold is what comes.
    const before = (await preview(shop, south)).gaining.names
    await move(shop, south)
    expect((await preview(shop, north)).losing.names).toEqual(before)
  })

  it('says which settings change, and not those that the organisation sets itself', async () => {
    const [east, west] = [await add('east'), await add('west')]
    const shop = await add('shop', east)
    const save = (id: string, settings: object) =>
      admin.get(organizationConfig.save, { params: { id }, body: { ...settings, version: 0 } })
    await save(west, { heartbeatSeconds: 45, launcher: 'org.west', storeVisible: false })
    await save(shop, { launcher: 'org.shop' })
    const { settings } = await preview(shop, west)
    expect(settings.changed.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'heartbeatSeconds',
      'storeVisible',
    ])
    expect(settings.after.heartbeatSeconds).toBe(45)
  })

  it('foretells every refusal of the move itself', async () => {
    const top = await add('top')
    const low = await add('low', top)
    const cases: [string, string][] = [[top, low]]
    const [here, there] = [await add('here'), await add('there')]
    cases.push([await add('Twin', here), there])
    await add('twin', there)
    let deep = await add('deep')
    for (let level = 3; level <= 10; level++) deep = await add(`deep-${level}`, deep)
    cases.push([here, deep])
    const small = await add('small')
    const big = await add('big')
    const estate = await addEstate(app, 'Quota')
    await addDevices(app, estate, { orgId: big, prefix: 'BIG', count: 2 })
    await app.platform.pool.query('update organization set device_quota = 1 where id = $1', [small])
    cases.push([big, small])
    const off = await add('off')
    await app.platform.pool.query('update organization set status = 0 where id = $1', [off])
    cases.push([await add('moving'), off])
    for (const [id, parentId] of cases) {
      expect((await preview(id, parentId)).refusals).toHaveLength(1)
      expect((await move(id, parentId)).code).not.toBe(codes.success)
    }
  })

  it('is only for who sees both places, and tells of nobody else', async () => {
    const [mine, other] = [await add('mine'), await add('others')]
    const shop = await add('shop', mine)
    const target = await add('target', mine)
    await signedIn(app, { orgId: app.rootId, userName: 'hidden' })
    const mover = await signedIn(app, { orgId: mine, permissions: ['ORG_MOVE'] })
    expect((await preview(shop, target, mover)).losing).toEqual({ count: 0, names: [] })
    const params = { id: shop, parentId: other }
    expect((await mover.call(organizationMove.preview, { params })).code).toBe(codes.notFound)
  })
})

describe('two administrators at once', () => {
  it('never make a circle of two organisations that go below each other', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await add('one'), await add('other')]
      const answers = await Promise.all([move(one, other), move(other, one)])
      expect(answers.filter(({ code }) => code === codes.success)).toHaveLength(1)
      await app.platform.pool.query(
        'update organization set name = id::text where id = any($1::uuid[])',
        [[one, other]],
      )
    }
    expect(await oddPaths()).toBe(0)
  })

  it('leave no orphan when one removes the new parent while the other moves below it', async () => {
    for (let round = 0; round < 5; round++) {
      const parent = await add(`parent-${round}`)
      const child = await add(`child-${round}`)
      const remove = admin.call(organizations.remove, { params: { id: parent } })
      const answers = await Promise.all([move(child, parent), remove])
      expect(answers.filter(({ code }) => code === codes.success)).toHaveLength(1)
    }
    const { rows } = await app.platform.pool.query(`select from organization child
      join organization parent on parent.id = child.parent_id
      where child.deleted_at is null and parent.deleted_at is not null`)
    expect(rows).toHaveLength(0)
    expect(await oddPaths()).toBe(0)
  })

  it('lose nothing when one moves an organisation that the other edits', async () => {
    const target = await add('landing')
    const id = await add('edited')
    const {
      version,
      status: _,
      createdAt: __,
      ...record
    } = await admin.get(organizations.detail, {
      params: { id },
    })
    const { name, code, type, contact, parentId } = record
    const body = { id, version, name, code, type, contact, parentId, remark: 'kept' }
    const [moved, edited] = await Promise.all([
      move(id, target),
      admin.call(organizations.update, { body }),
    ])
    const after = await admin.get(organizations.detail, { params: { id } })
    // Who came second was told; nobody's work was undone without a word.
    expect(after.parentId).toBe(moved.code === codes.success ? target : app.rootId)
    expect(after.remark).toBe(edited.code === codes.success ? 'kept' : null)
    expect([moved.code, edited.code]).toContain(codes.success)
    expect(await oddPaths()).toBe(0)
  })

  it('keep ten levels when a subtree and its new parent both move down', async () => {
    let parent = await add('chain')
    for (let level = 3; level <= 6; level++) parent = await add(`chain-${level}`, parent)
    const first = await add('first')
    const second = await add('second', first)
    await add('third', second)
    const tail = await add('tail')
    await add('tail-2', tail)
    await Promise.all([move(first, parent), move(tail, second)])
    const { rows } = await app.platform.pool.query<{ deepest: number }>(
      'select max(nlevel(path)) as deepest from organization',
    )
    expect(rows[0]?.deepest).toBeLessThanOrEqual(10)
    expect(await oddPaths()).toBe(0)
  })
})
