import { mqttApks, mqttTasks, type Push } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { pushRights, type Pushes, startPushes } from '../../../../test/testPushes.ts'
import { allOf } from '../../../kit/page.ts'
import { principalOf } from '../../../access/frozen.ts'
import { pushConditions } from './pushFilter.queries.ts'

let pushes: Pushes

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

const listed = async (query: object, user: TestUser = pushes.admin) => {
  const { list } = await user.get(mqttTasks.page, { query })
  const counts = await user.get(mqttTasks.count, { query })
  return { ids: list.map(({ id }) => id), open: counts.OPEN }
}

it('finds those of whoever gave them', async () => {
  await pushes.add('BYME', 1, { orgId: pushes.shopId })
  const targets = { sns: ['BYME00000'] }
  const mine = await pushes.give(targets, {}, pushes.shopkeeper)
  await pushes.give(targets)
  expect(await listed({ createdById: pushes.shopkeeper.userId })).toEqual({
    ids: [mine.id],
    open: 1,
  })
})

it('finds those for a terminal of a maker or of a model that the reader sees', async () => {
  await pushes.add('OFMODEL', 1)
  const { id } = await pushes.give({ sns: ['OFMODEL00000'] })
  const { rows } = await sql<{ vendorId: string; modelId: string }>`
    select vendor_id, model_id from device where sn = 'OFMODEL00000'`.execute(
    pushes.app.platform.db,
  )
  const [{ vendorId, modelId } = { vendorId: '', modelId: '' }] = rows
  for (const query of [{ modelId }, { vendorId }, { vendorId, modelId }]) {
    expect((await listed(query)).ids).toContain(id)
    expect((await listed(query, pushes.shopkeeper)).ids).not.toContain(id)
  }
  expect(await listed({ modelId: vendorId })).toEqual({ ids: [], open: 0 })
  expect(await listed({ vendorId: modelId, modelId })).toEqual({ ids: [], open: 0 })
})

it('does not tell by a serial number which terminals that the reader does not see are in one', async () => {
  const { app, shopId: orgId, shopkeeper } = pushes
  await pushes.add('FOREIGN', 1)
  await pushes.add('OWNSHOP', 1, { orgId })
  const wide = await signedIn(app, { orgId, dataScope: 'ALL', permissions: pushRights })
  const { id } = await pushes.give({ sns: ['FOREIGN00000', 'OWNSHOP00000'] }, {}, wide)
  for (const [sn, ids] of [
    ['FOREIGN00000', []],
    ['OWNSHOP00000', [id]],
  ] as const) {
    expect((await listed({ sn }, wide)).ids).toEqual([id])
    expect(await listed({ sn }, shopkeeper)).toEqual({ ids, open: ids.length })
  }
})

it('finds those of which some terminal ended with an error, as long as one has', async () => {
  await pushes.add('CODE', 2)
  const push = await pushes.give({ sns: ['CODE00000', 'CODE00001'] })
  expect(await listed({ code: 'C404' })).toEqual({ ids: [], open: 0 })
  await pushes.move(push.id, 'FAILED', 'CODE00000')
  expect(await listed({ code: 'C404' })).toEqual({ ids: [push.id], open: 1 })
  await pushes.admin.get(mqttTasks.retry, { params: { id: push.id }, body: {} })
  expect(await listed({ code: 'C404' })).toEqual({ ids: [], open: 0 })
  expect(await pushes.strays()).toEqual([])
})

it('tells nobody by it how terminals ended that he does not see', async () => {
  await pushes.add('THERE', 1)
  await pushes.add('HERE', 1, { orgId: pushes.shopId })
  const push = await pushes.give({ sns: ['THERE00000', 'HERE00000'] })
  await sql`update push set org_id = ${pushes.shopId} where id = ${push.id}`.execute(
    pushes.app.platform.db,
  )
  const reader = await signedIn(pushes.app, { orgId: pushes.shopId, permissions: pushRights })
  await pushes.move(push.id, 'FAILED', 'THERE')
  expect((await listed({ code: 'C404' }, reader)).ids).toEqual([])
  await pushes.move(push.id, 'FAILED', 'HERE')
  expect((await listed({ code: 'C404' }, reader)).ids).toEqual([push.id])
})

const appId = '019a0000-0000-7000-8000-000000000001'

it('finds application tasks by what they bring, and no others', async () => {
  const { db } = pushes.app.platform
  const args = JSON.stringify({ pkg: 'com.a', vn: '1.2', gate: { appId } })
  const { rows } = await sql<
    Pick<Push, 'id'>
  >`insert into push (task_no, kind, title, args, org_id, state, targets)
    values ('TK-APP', 'APP_INSTALL', 'A', ${args}, ${pushes.app.rootId}, 'FINISHED', '{"ids":[]}') returning id`.execute(
    db,
  )
  for (const query of [{ appId }, { versionName: '1.2' }, { appId, versionName: '1.2' }]) {
    const { list } = await pushes.admin.get(mqttApks.page, { query })
    expect(list.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect((await listed(query)).ids).toEqual([])
  }
  expect(
    (await pushes.admin.get(mqttApks.page, { query: { appId, versionName: '1.3' } })).list,
  ).toEqual([])
})

const principal = principalOf({
  kind: 'user',
  userId: '',
  userName: '',
  orgId: '',
  isSuperAdmin: true,
  roleIds: [],
  permissions: [],
  scope: { all: true, rules: [] },
})

it('asks an index by each of them, and counts by it as well', async () => {
  const { db } = pushes.app.platform
  await sql`insert into push (task_no, kind, title, args, org_id, state, targets, created_by, created_at, ended_at)
    select 'BULK-' || n, case when n % 2 = 0 then 'APP_INSTALL' else 'SYNC' end, 'Bulk', jsonb_build_object('vn', n::text,
      'gate', jsonb_build_object('appId', ${appId}::text || n)), ${pushes.app.rootId}, 'FINISHED', '{"ids":[]}', uuid7(),
      now() - make_interval(mins => n), now() from generate_series(1, 20000) n`.execute(db)
  await sql`insert into push_code (code, push_id, slot, count)
    select 'E' || (n % 500), uuid7(), 0, 1 from generate_series(1, 20000) n`.execute(db)
  await sql`analyze push, push_code`.execute(db)
  const planOf = async (
    filter: Parameters<typeof pushConditions>[1],
    what: RawBuilder<unknown>,
  ) => {
    const where = allOf([
      sql<SqlBool>`kind = any('{APP_INSTALL,SYNC}')`,
      ...pushConditions({ principal }, filter),
    ])
    const { rows } = await sql`explain ${what} from push_row as row where ${where}`.execute(db)
    return JSON.stringify(rows)
  }
  const wanted = [
    [{ createdById: appId }, 'push_created_by'],
    [{ code: 'E7' }, 'push_code_pkey'],
    [{ appId: `${appId}8` }, 'push_of_app'],
    [{ versionName: '8' }, 'push_of_version'],
  ] as const
  for (const [filter, index] of wanted)
    for (const what of [sql`select id`, sql`select count(*)`]) {
      const plan = await planOf(filter, what)
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/Seq Scan on (push|push_code)\b/)
    }
})
