import {
  codes,
  countCap,
  devices,
  functionals,
  groups,
  type ProfileStand,
  profileStands,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let series = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const query = async <R>(text: string, values: unknown[] = []) =>
  // The shape is the statement's own.
  (await app.platform.pool.query(text, values)).rows as R[]

const place = async (code: string, parentId = app.rootId) =>
  (await addOrganization(app.platform, { name: code, code, parentId })).id
const terminals = (orgId: string, count: number) =>
  addDevices(app, estate, { orgId, prefix: `STAND${++series}X`, count })

/** Puts a profile in force; its id, and the number under which terminals are told of it. */
async function published(target: object, settings: object = { volume: 5 }) {
  const body = { name: `Profile ${++series}`, ...target, ...settings }
  const { id, version } = await admin.get(functionals.add, { body: body as never })
  const { count } = await admin.get(functionals.impact, { params: { id } })
  await admin.get(functionals.publish, { params: { id }, body: { version, count } })
  return { id, mark: await lastNumber() }
}

const lastNumber = async () =>
  (await query<{ rev: number }>('select last_value::integer as rev from settings_rev'))[0]?.rev ?? 0

/** A terminal says which settings it holds, and perhaps what it cannot do of them. */
async function says(id: string | undefined, rev: number, refused: string[] = []) {
  await query(
    `insert into device_state (device_id, cfg_rev, last_seen_at) values ($1, $2, now())
      on conflict (device_id) do update set cfg_rev = excluded.cfg_rev`,
    [id, rev],
  )
  await query(
    `insert into device_snapshot (device_id, kind, document, reported_at) values ($1, 'info', $2, now())
      on conflict (device_id, kind) do update set document = excluded.document`,
    [id, JSON.stringify({ settings: { rev, refused } })],
  )
}

const figures = (id: string, orgId?: string, who = admin) =>
  who.get(functionals.standing, { params: { id }, query: orgId === undefined ? {} : { orgId } })

const listed = async (
  profileId: string,
  profileStand: ProfileStand,
  more: object = {},
  who = admin,
) =>
  (await who.get(devices.page, { query: { profileId, profileStand, ...more } })).list.map(
    ({ id }) => id,
  )

it('is told of each terminal once, and each figure is the length of its list', async () => {
  const [north, south] = [await place('north'), await place('south')]
  const shop = await place('shop', north)
  const [held, odd, moved] = await terminals(south, 3)
  const ids = await terminals(shop, 4)
  const [refusing, behind, , holding] = ids
  const { id, mark } = await published({ level: 'ORGANIZATION', orgId: north })
  await says(behind, mark - 1)
  await says(holding, mark)
  await says(refusing, mark + 5, ['volume'])
  // What it cannot do is of another profile; the rest come from elsewhere, and are told first.
  await query(`update device set org_id = $1 where id = any($2::uuid[])`, [
    shop,
    [held, odd, moved],
  ])
  const now = await lastNumber()
  await says(held, now)
  await says(odd, now, ['locks'])
  await says(moved, mark)
  expect(await figures(id)).toEqual({
    count: 7,
    stands: { HELD: 3, BEHIND: 2, SILENT: 1, REFUSED: 1 },
  })
  const lists = await Promise.all(profileStands.map((stand) => listed(id, stand)))
  expect(lists.map((list) => new Set(list))).toEqual([
    new Set([held, odd, holding]),
    new Set([behind, moved]),
    new Set([ids[2]]),
    new Set([refusing]),
  ])
  expect(
    await admin.get(devices.count, { query: { profileId: id, profileStand: 'HELD' } }),
  ).toMatchObject({
    total: 3,
  })
  // An organisation that moved brings its terminals under the profile, too.
  const kiosk = await place('kiosk', south)
  const [late] = await terminals(kiosk, 1)
  await says(late, now)
  await query('update organization set parent_id = $1 where id = $2', [north, kiosk])
  expect(await figures(id, kiosk)).toEqual({
    count: 1,
    stands: { HELD: 0, BEHIND: 1, SILENT: 0, REFUSED: 0 },
  })
  expect(await listed(id, 'BEHIND', { orgId: kiosk })).toEqual([late])
})

it('of a group counts who came into it after the publication only when it was told', async () => {
  const orgId = await place('grouped')
  const [first, second] = await terminals(orgId, 2)
  const prefix = `STAND${series}X`
  const made = {
    name: 'Some',
    type: 'STATIC',
    orgId: app.rootId,
    maxMembers: 9,
    filter: null,
  } as const
  const { id: groupId } = await admin.get(groups.add, { body: made })
  const join = async (nth: number) => {
    await admin.get(groups.addMembers, { body: { groupId, sns: [`${prefix}0000${nth}`] } })
    await keepMembership(app.platform.db, app.platform.live)
  }
  await join(0)
  const { id, mark } = await published({ level: 'GROUP', groupId })
  await says(first, mark)
  await says(second, mark)
  expect(await figures(id)).toMatchObject({ count: 1, stands: { HELD: 1 } })
  await join(1)
  expect(await listed(id, 'BEHIND')).toEqual([second])
  await says(second, await lastNumber())
  expect(await figures(id)).toMatchObject({ count: 2, stands: { HELD: 2 } })
})

it('is told to who sees the profile, of what he sees', async () => {
  const [mine, others] = [await place('mine'), await place('others')]
  const part = await place('part', mine)
  const [own = ''] = await terminals(part, 1)
  await terminals(mine, 2)
  const { id } = await published({ level: 'ORGANIZATION', orgId: mine })
  const permissions = ['FUNCTIONAL_DETAIL', 'DEVICE_LIST']
  const keeper = await signedIn(app, { orgId: mine, permissions, dataScope: 'OWN_ORG_AND_BELOW' })
  expect(await figures(id, undefined, keeper)).toMatchObject({ count: 3, stands: { SILENT: 3 } })
  expect(await figures(id, part, keeper)).toMatchObject({ count: 1 })
  const stranger = await signedIn(app, {
    orgId: others,
    permissions,
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const asked = { params: { id }, query: {} }
  expect((await stranger.call(functionals.standing, asked)).code).toBe(codes.notFound)
  expect(await listed(id, 'SILENT', {}, stranger)).toEqual([])
  // One that is not in force any more holds nowhere; without a profile there is no state.
  expect(await listed(id, 'SILENT', { orgId: part })).toEqual([own])
  await query('update functional set status = 0 where id = $1', [id])
  expect(await figures(id)).toMatchObject({ count: 0, stands: { SILENT: 0 } })
  expect(await listed(id, 'SILENT')).toEqual([])
  expect((await admin.get(devices.page, { query: { profileStand: 'SILENT' } })).total).toBe(0)
})

it('looks at nobody where they are more than a list counts', async () => {
  const bank = await place('bank')
  const branch = await place('branch', bank)
  await terminals(bank, countCap)
  await terminals(branch, 2)
  const { id } = await published({ level: 'ORGANIZATION', orgId: bank })
  const all = await published({ level: 'PLATFORM' })
  expect(await figures(id)).toEqual({ count: countCap + 2, stands: null })
  expect(await figures(all.id)).toMatchObject({ stands: null })
  const wanted = { profileId: id, profileStand: 'SILENT' } as const
  expect((await admin.call(devices.page, { query: wanted })).code).toBe(codes.warning)
  for (const profile of [id, all.id]) {
    expect(await figures(profile, branch)).toMatchObject({ count: 2, stands: { SILENT: 2 } })
    expect(await listed(profile, 'SILENT', { orgId: branch })).toHaveLength(2)
  }
})
