import { devices, models, organizations, roles, vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type UserWishes,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { deviceScope } from '../../device/deviceScope.ts'
import { frozenScope, principalOf } from '../../../access/frozen.ts'

let app: TestApp
let acme: Estate
let other: Estate
const place: Record<'north' | 'city' | 'south', string> = { north: '', city: '', south: '' }

/** North, the city below it and the south have two terminals of ACME and one of another vendor each. */
beforeAll(async () => {
  app = await startTestApp()
  acme = await addEstate(app, 'Acme')
  other = await addEstate(app, 'Other')
  const add = async (code: keyof typeof place, parentId: string) => {
    place[code] = (await addOrganization(app.platform, { name: code, code, parentId })).id
    await addDevices(app, acme, { orgId: place[code], prefix: `A${code.toUpperCase()}`, count: 2 })
    await addDevices(app, other, { orgId: place[code], prefix: `B${code.toUpperCase()}`, count: 1 })
  }
  await add('north', app.rootId)
  await add('city', place.north)
  await add('south', app.rootId)
})
afterAll(() => app.close())

const permissions = ['DEVICE', 'DEVICE_MODEL', 'VENDOR', 'ORGANIZATION', 'ROLE'].flatMap((entity) =>
  ['LIST', 'DETAIL', 'ADD', 'EDIT'].map((verb) => `${entity}_${verb}`),
)
const looker = (wishes: UserWishes) => signedIn(app, { orgId: place.north, permissions, ...wishes })

/** What somebody finds by each of the ways to look: all of them must agree. */
async function found(wishes: UserWishes) {
  const user = await looker(wishes)
  const page = await user.get(devices.page, { query: { pageSize: 100 } })
  const searched = await user.get(devices.page, { query: { pageSize: 100, keyword: '0000' } })
  const list = await user.get(devices.list, { query: {} })
  const { total, byLifecycle } = await user.get(devices.count, { query: {} })
  const places = await user.get(organizations.page, { query: { pageSize: 100 } })
  const serials = page.list.map(({ sn }) => sn).toSorted((a, b) => a.localeCompare(b))
  expect(page.total).toBe(serials.length)
  expect(searched.total).toBe(serials.length)
  expect(list).toHaveLength(serials.length)
  expect(total).toBe(serials.length)
  expect(Object.values(byLifecycle).reduce((sum, one) => sum + one, 0)).toBe(total)
  const inPlaces = places.list.reduce((sum, { ownDevices }) => sum + ownDevices, 0)
  return { user, serials, inPlaces }
}

describe('a data scope', () => {
  it.each<[string, () => UserWishes, number]>([
    ['everything', () => ({ dataScope: 'ALL' }), 9],
    ['his organisation and what is below', () => ({ dataScope: 'OWN_ORG_AND_BELOW' }), 6],
    ['his organisation', () => ({ dataScope: 'OWN_ORG' }), 3],
    [
      'chosen organisations, one with what is below',
      () => ({
        dataScope: 'CUSTOM',
        places: [
          { orgId: place.north, withBelow: true },
          { orgId: place.south, withBelow: false },
        ],
      }),
      9,
    ],
    [
      'a chosen organisation alone',
      () => ({ dataScope: 'CUSTOM', places: [{ orgId: place.north, withBelow: false }] }),
      3,
    ],
    ['no chosen organisation', () => ({ dataScope: 'CUSTOM' }), 0],
    ['what he made', () => ({ dataScope: 'SELF' }), 0],
    ['one vendor everywhere', () => ({ dataScope: 'ALL', vendorIds: [acme.vendorId] }), 6],
    [
      'one model of his subtree',
      () => ({ dataScope: 'OWN_ORG_AND_BELOW', modelIds: [other.modelId] }),
      2,
    ],
    [
      'a model of another vendor',
      () => ({ dataScope: 'ALL', vendorIds: [acme.vendorId], modelIds: [other.modelId] }),
      0,
    ],
  ])('lets a user see %s', async (_, wishes, count) => {
    const { serials, inPlaces } = await found(wishes())
    expect(serials).toHaveLength(count)
    expect(inPlaces).toBe(count)
  })

  it('of several roles is all that any of them lets through', async () => {
    const user = await looker({ dataScope: 'OWN_ORG', vendorIds: [acme.vendorId] })
    const { id } = await app.platform.db
      .insertInto('role')
      .values({ code: 'second', name: 'Second' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.platform.db
      .insertInto('dataScope')
      .values({ roleId: id, kind: 'ALL', modelIds: [other.modelId] })
      .execute()
    await app.platform.db
      .insertInto('userRole')
      .values({ userId: user.userId, roleId: id })
      .execute()
    expect((await user.get(devices.page, { query: {} })).total).toBe(5)
    await app.platform.db.updateTable('role').set({ status: 0 }).where('id', '=', id).execute()
    expect((await user.get(devices.page, { query: {} })).total).toBe(2)
  })

  it('of the user himself stands in the place of those of his roles', async () => {
    const user = await looker({ dataScope: 'ALL' })
    await app.platform.db
      .insertInto('dataScope')
      .values({ userId: user.userId, kind: 'OWN_ORG' })
      .execute()
    expect((await user.get(devices.page, { query: {} })).total).toBe(3)
  })

  it('of a vendor’s staff is what the vendor made, whatever a role says', async () => {
    const user = await looker({ dataScope: 'ALL' })
    await app.platform.db
      .updateTable('appUser')
      .set({ vendorId: other.vendorId })
      .where('id', '=', user.userId)
      .execute()
    expect((await user.get(devices.page, { query: {} })).total).toBe(3)
    const makes = await user.get(vendors.page, { query: {} })
    expect(makes.list.map(({ id }) => id)).toEqual([other.vendorId])
    expect(await user.get(models.list, { query: { id: acme.modelId } })).toEqual([])
    const params = { id: acme.modelId }
    expect(await user.call(models.detail, { params })).toMatchObject({ code: 404 })
  })

  it('lets who sees his own only see what he adds, and add it at home only', async () => {
    const { user } = await found({ dataScope: 'SELF' })
    const body = { sn: 'MADE-BY-ME', modelId: acme.modelId }
    const elsewhere = await user.call(devices.add, { body: { ...body, orgId: place.city } })
    expect(elsewhere).toMatchObject({ status: 400, data: { fields: [{ field: 'orgId' }] } })
  })

  it('follows the organisation when it moves, at the next request', async () => {
    const user = await looker({ dataScope: 'OWN_ORG_AND_BELOW' })
    const total = async () => (await user.get(devices.page, { query: {} })).total
    const move = (parentId: string) =>
      app.platform.db
        .updateTable('organization')
        .set({ parentId })
        .where('id', '=', place.city)
        .execute()
    expect(await total()).toBe(6)
    await move(place.south)
    expect(await total()).toBe(3)
    await move(place.north)
    expect(await total()).toBe(6)
  })

  it('is frozen for a job as it was, and survives being kept as JSON', async () => {
    const user = await looker({ dataScope: 'OWN_ORG_AND_BELOW', vendorIds: [acme.vendorId] })
    const role = await user.get(roles.page, { query: {} })
    expect(role.total).toBeGreaterThan(0)
    const rights = {
      kind: 'user',
      userId: user.userId,
      userName: user.name,
      orgId: place.north,
    } as const
    const path = await sql<{ path: string }>`select path::text from organization
      where id = ${place.north}`.execute(app.platform.db)
    const scope = {
      all: false,
      rules: [
        {
          isEverywhere: false,
          places: [{ id: place.north, path: path.rows[0]?.path ?? '', withBelow: true }],
          isOwn: false,
          vendorIds: [acme.vendorId],
          modelIds: [],
        },
      ],
    }
    const now = {
      ...rights,
      sessionId: user.sessionId,
      isSuperAdmin: false,
      mustChangePassword: false,
      mustBindFactor: false,
      roleIds: [],
      permissions: new Set(['DEVICE_LIST']),
      scope,
    }
    const frozen = frozenScope(now)
    // What a job's row gives back is what was put in.
    const json: typeof frozen = JSON.parse(JSON.stringify(frozen))
    const kept = principalOf(json)
    expect(kept).toEqual({ ...now, sessionId: '' })
    const { rows } = await sql`select from device where ${deviceScope.rows(kept)}`.execute(
      app.platform.db,
    )
    expect(rows).toHaveLength(4)
  })
})
