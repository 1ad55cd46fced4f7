import { codes, deviceLife, devices, type Filter, groups } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let model: string
let shopId: string
let made = 0

beforeAll(async () => {
  app = await startTaskApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  shopId = await place('shop')
  model = 'acme'
})
afterAll(() => app.close())

const place = async (code: string): Promise<string> =>
  (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
const terminals = async (orgId: string, count: number, lifecycle = 'ACTIVE') => {
  const prefix = `R${++made}-`
  const ids = await addDevices(app, estate, { orgId, prefix, count, lifecycle })
  return { ids, sns: ids.map((_, n) => `${prefix}${String(n).padStart(5, '0')}`) }
}
const countAt = async (orgId: string, lifecycle: string) =>
  (
    await sql<{ count: number }>`select count(*)::integer as count from device
      where org_id = ${orgId} and lifecycle = ${lifecycle} and deleted_at is null`.execute(
      app.platform.db,
    )
  ).rows[0]?.count

it('of two people who edit a group while its members are found one wins, whose filter holds', async () => {
  const { ids } = await terminals(shopId, 4)
  const named = (value: string): Filter => ({ field: 'name', op: 'is', values: [value] })
  for (const [n, name] of ['first', 'one', 'other', 'none'].entries())
    await sql`update device set name = ${name} where id = ${ids[n]}`.execute(app.platform.db)
  for (let round = 0; round < 5; round++) {
    const body = { name: `Raced ${round}`, orgId: shopId, type: 'DYNAMIC' as const }
    const group = await admin.get(groups.add, { body: { ...body, filter: named('first') } })
    const { id, version, maxMembers } = group
    const edit = (value: string) =>
      admin.call(groups.update, {
        body: { ...body, id, version, maxMembers, filter: named(value) },
      })
    const settle = () => keepMembership(app.platform.db, app.platform.live)
    const [, one, other] = await Promise.all([settle(), edit('one'), edit('other'), settle()])
    const codesOf = [one.code, other.code].toSorted((a, b) => a - b)
    expect(codesOf).toEqual([codes.success, codes.versionConflict])
    await settle()
    const { list } = await admin.get(groups.members, { query: { groupId: id } })
    const winner = one.code === codes.success ? 'one' : 'other'
    expect(list.map(({ name }) => name)).toEqual([winner])
  }
})

it('a move and an import that touch the same terminals both hold, whichever comes first', async () => {
  for (const early of ['move', 'import']) {
    const [from, to] = [await place(`from-${early}`), await place(`to-${early}`)]
    const { ids, sns } = await terminals(from, 150)
    const rows = sns.map((sn) => [sn, model, `Till of ${sn}`])
    const content = csv(['sn', 'modelId', 'name'], ...rows)
    const bring = () => imported(admin, devices.page, { content, aim: 'existing' })
    const move = () => admin.get(deviceLife.moveMany, { body: { ids, orgId: to } })
    const both = early === 'move' ? [move(), bring()] : [bring(), move()]
    await Promise.all(both)
    const { rows: found } = await sql<{ name: string; orgId: string; count: number }>`
      select min(name) as name, org_id, count(*)::integer as count from device
      where id = any(${ids}::uuid[]) and name = 'Till of ' || sn group by org_id`.execute(
      app.platform.db,
    )
    expect(found).toMatchObject([{ orgId: to, count: 150 }])
  }
})

it('moves, swaps and additions at once never bring an organisation beyond its quota', async () => {
  for (let round = 0; round < 3; round++) {
    const full = await place(`full-${round}`)
    const here = await terminals(full, 2)
    await sql`update organization set device_quota = 4 where id = ${full}`.execute(app.platform.db)
    const coming = await terminals(shopId, 4)
    const spare = await terminals(app.rootId, 2, 'STOCK')
    const move = (id: string) =>
      admin.call(deviceLife.move, { params: { id }, body: { orgId: full } })
    const swap = (n: number) =>
      admin.call(deviceLife.swap, {
        params: { id: here.ids[n] ?? '' },
        body: { newSn: spare.sns[n] ?? '', reason: 'broken' },
      })
    const answers = await Promise.all([
      ...coming.ids.slice(0, 2).map(move),
      swap(0),
      swap(1),
      ...coming.ids.slice(2).map(move),
    ])
    // A swap takes no place: what is replaced gives its own back.
    expect(answers.map(({ code }) => code).filter((code) => code === codes.success)).toHaveLength(4)
    expect([await countAt(full, 'ACTIVE'), await countAt(full, 'REPLACED')]).toEqual([4, 2])
  }
})
