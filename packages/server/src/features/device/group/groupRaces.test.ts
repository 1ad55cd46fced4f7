import { classifications, codes, type Filter, type Group, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { keepMembership } from '../membership/follow.ts'
import { rebuildGroup } from '../membership/rebuild.ts'

const words = ['till', 'desk', 'shelf'] as const
type Word = (typeof words)[number]

let app: TestApp
let one: TestUser
let other: TestUser
let groupCount = 0

/** Three terminals of each name. */
beforeAll(async () => {
  app = await startTestApp()
  one = await signedIn(app, { isSuperAdmin: true, userName: 'amal' })
  other = await signedIn(app, { isSuperAdmin: true, userName: 'basim' })
  const estate = await addEstate(app)
  for (const word of words)
    await addDevices(app, estate, { orgId: app.rootId, prefix: word.toUpperCase(), count: 3 })
  await sql`update device set name = lower(rtrim(sn, '0123456789'))`.execute(app.platform.db)
})
afterAll(() => app.close())

const settle = () => keepMembership(app.platform.db, app.platform.live)
const named = (value: Word): Filter => ({ field: 'name', op: 'is', values: [value] })
const detail = (id: string) => one.get(groups.detail, { params: { id } })
const edit = (by: TestUser, { id, version, name, maxMembers }: Group, word: Word) =>
  by.call(groups.update, {
    body: {
      id,
      version,
      name,
      maxMembers,
      orgId: app.rootId,
      type: 'DYNAMIC',
      filter: named(word),
    },
  })

const dynamic = (word: Word) => dynamicBy(named(word))

async function dynamicBy(filter: Filter): Promise<string> {
  const name = `Group ${++groupCount}`
  const body = { name, orgId: app.rootId, type: 'DYNAMIC' as const, filter }
  return (await one.get(groups.add, { body })).id
}

async function memberNames(groupId: string): Promise<string[]> {
  const { list } = await one.get(groups.members, { query: { groupId, pageSize: 100 } })
  return list.map(({ sn }) => sn.replace(/\d+$/, '').toLowerCase())
}

it('two edits while the members are being found: one is refused in words, the last saved decides', async () => {
  const id = await dynamic('till')
  let rebuilt: Promise<string | null> | undefined
  await app.platform.db.transaction().execute(async (trx) => {
    // The rebuild has read the first filter, and waits before it writes the members.
    await sql`lock table device_group_member in share mode`.execute(trx)
    rebuilt = rebuildGroup(app.platform.db, id)
    await untilLockWaits(app.platform.db)
    const seen = await detail(id)
    const answers = await Promise.all([edit(one, seen, 'desk'), edit(other, seen, 'shelf')])
    const late = answers.find(({ code }) => code !== codes.success)
    const winner = answers[0].code === codes.success ? 'amal' : 'basim'
    expect(late).toMatchObject({
      code: codes.versionConflict,
      msg: expect.stringContaining(winner),
    })
    expect((await edit(other, await detail(id), 'shelf')).code).toBe(codes.success)
  })
  expect(await rebuilt).toBeNull()
  expect(await detail(id)).toMatchObject({ state: 'PENDING', members: 0 })
  await settle()
  expect(await memberNames(id)).toEqual(['shelf', 'shelf', 'shelf'])
  expect(await detail(id)).toMatchObject({ state: 'ACTIVE', members: 3, filter: named('shelf') })
})

it('edits and workers at once leave the members of the last saved filter alone', async () => {
  const id = await dynamic('till')
  await settle()
  for (let round = 0; round < 15; round++) {
    const seen = await detail(id)
    const [first, second] = [words[(round + 1) % 3] ?? 'till', words[(round + 2) % 3] ?? 'desk']
    const touched = sql`insert into device_changed (device_id) select id from device`
    const [a, b] = await Promise.all([
      edit(one, seen, first),
      edit(other, seen, second),
      settle(),
      touched.execute(app.platform.db),
      settle(),
    ])
    expect([a.code, b.code].toSorted((x, y) => x - y)).toEqual(
      [codes.success, codes.versionConflict].toSorted((x, y) => x - y),
    )
    await settle()
    const saved = a.code === codes.success ? first : second
    expect(await detail(id)).toMatchObject({ filter: named(saved), state: 'ACTIVE' })
    expect(await memberNames(id)).toEqual([saved, saved, saved])
  }
  expect(app.failures).toEqual([])
})

it('who changes while a filter is saved that is the first to ask for it is found by it', async () => {
  const { db } = app.platform
  const online: Filter = { field: 'presence', op: 'in', values: ['ONLINE'] }
  const label = { name: 'Here', code: 'HERE', dimension: 'USE', colour: '#1f6feb' } as const
  const { groupId, labelId } = await db.transaction().execute(async (trx) => {
    await sql`insert into device_online (device_id, since, session_id)
      select id, now(), gen_random_uuid() from device where name = 'desk'`.execute(trx)
    const made = {
      groupId: await dynamicBy(online),
      labelId: (await one.get(classifications.add, { body: { ...label, rule: online } })).id,
    }
    await settle()
    await settle()
    return made
  })
  await settle()
  expect(await memberNames(groupId)).toEqual(['desk', 'desk', 'desk'])
  expect(await detail(groupId)).toMatchObject({ state: 'ACTIVE' })
  const { devices } = await one.get(classifications.detail, { params: { id: labelId } })
  expect(devices).toBe(3)
})

it('a group whose members cannot be found keeps no other from its own', async () => {
  const { db } = app.platform
  const [bad, good] = [await dynamic('till'), await dynamic('desk')]
  await sql`update device_group set filter = '{"field": "none", "op": "is", "values": []}'
    where id = ${bad}`.execute(db)
  await expect(settle()).rejects.toThrow('not every group')
  expect(await memberNames(good)).toEqual(['desk', 'desk', 'desk'])
  await sql`update device set name = 'desk' where name = 'shelf'`.execute(db)
  await settle()
  expect((await memberNames(good)).length).toBe(6)
  expect(await detail(bad)).toMatchObject({ state: 'PENDING' })
})
