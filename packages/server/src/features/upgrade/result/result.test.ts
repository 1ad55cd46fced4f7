import { randomUUID } from 'node:crypto'
import { codes, groups, type UpgradeResult, upgradeResults } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { principalOf } from '../../../access/frozen.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevice, addModel, type TestDevice } from '../../../../test/testGateway.ts'
import { addUpgradeVersion, giveUpgrade } from '../../../../test/upgradeEstate.ts'
import { applyReports } from '../../device/command/command.device.ts'
import { followPushes } from '../../device/push/follow.ts'
import { leaveDay } from '../../stat/workbench/away.queries.ts'
import { conditionsOf } from './result.queries.ts'
import { noteSilent } from './noteSilent.ts'

let app: TestApp
let admin: TestUser
let shopkeeper: TestUser
let shopId: string
let modelId: string
let versionId: string
let pushId: string
const devices: TestDevice[] = []

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  admin = await signedIn(app, { isSuperAdmin: true })
  ;({ id: shopId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  shopkeeper = await signedIn(app, {
    orgId: shopId,
    permissions: ['RESULT_LIST', 'RESULT_RETRY', 'RESULT_CANCEL'],
  })
  modelId = await addModel(platform)
  for (const orgId of [rootId, rootId, rootId, shopId])
    devices.push(await addDevice(platform, { modelId, orgId }))
  await sql`update device set firmware = 'model-1.0'`.execute(platform.db)
  const file = { content: Buffer.alloc(10), sha256: 'ab'.repeat(32) }
  versionId = await addUpgradeVersion(platform, { modelId, versionName: 'model-2.0', file })
  pushId = await giveUpgrade(platform, versionId, { ids: devices.map(({ id }) => id) })
  await followPushes(platform)
})
afterAll(() => app.close())

const pageOf = async (query: object, user = admin): Promise<readonly UpgradeResult[]> =>
  (await user.get(upgradeResults.page, { query })).list
const end = (at: number, state: string, code: string | null, step: string | null = null) =>
  sql`update push_item set state = ${state}, code = ${code}, step = ${step}, acked_at = now(), last_report_at = now(),
      ended_at = case when ${state} <> 'RUNNING' then now() end
    where device_id = ${devices[at]?.id}`.execute(app.platform.db)

/** A terminal says how far it is. */
async function tell(at: number, step: string): Promise<void> {
  const deviceId = devices[at]?.id ?? ''
  const { rows } = await sql<{
    id: string
  }>`update push_item set state = 'PUBLISHED', ended_at = null
    where device_id = ${deviceId} returning id`.execute(app.platform.db)
  const receivedAt = Date.now()
  await inTransaction(app.platform.pool, (client) =>
    applyReports(client, [
      {
        arrivalId: randomUUID(),
        messageId: randomUUID(),
        itemId: rows[0]?.id ?? '',
        deviceId,
        state: 'RUNNING',
        step,
        reportedAt: receivedAt,
        receivedAt,
      },
    ]),
  )
}

describe('results of upgrades', () => {
  it('say from where to where, and show each reader his own terminals', async () => {
    const all = await pageOf({ pushId })
    expect(all).toHaveLength(4)
    expect(all[0]).toMatchObject({
      part: 'FIRMWARE',
      fromVersion: 'model-1.0',
      toVersion: 'model-2.0',
      state: 'QUEUED',
    })
    expect((await pageOf({}, shopkeeper)).map(({ sn }) => sn)).toEqual([devices[3]?.sn])
    expect(await pageOf({ orgId: shopId })).toHaveLength(1)
    expect(await pageOf({ versionId, modelId, sn: devices[1]?.sn })).toHaveLength(1)
    expect(await pageOf({ to: '2020-01-01T00:00:00.000Z' })).toEqual([])
    const [foreign] = await pageOf({ sn: devices[0]?.sn })
    const asked = { params: { id: foreign?.id ?? '' } }
    expect((await shopkeeper.call(upgradeResults.detail, asked)).code).toBe(codes.notFound)
    expect((await shopkeeper.call(upgradeResults.cancel, asked)).code).toBe(codes.notFound)
  })

  it('are found by serial numbers that are pasted, exactly', async () => {
    const sns = [devices[0]?.sn, devices[2]?.sn].join()
    expect((await pageOf({ sns })).map(({ sn }) => sn).toSorted()).toEqual(
      sns.split(',').toSorted(),
    )
    expect(await pageOf({ sns: sns.slice(0, sns.indexOf(',') - 1) })).toEqual([])
    expect((await admin.call(upgradeResults.page, { query: { sns: 'not one!' } })).code).toBe(
      codes.badRequest,
    )
  })

  it('come of no plan here, and say what their version asks', async () => {
    const [row] = await pageOf({ sn: devices[1]?.sn })
    expect(row).toMatchObject({ planId: null, planNo: null, wave: null, seconds: null })
    const why = await admin.get(upgradeResults.why, { params: { id: row?.id ?? '' } })
    expect(why).toMatchObject({ plan: null, gates: [{ gate: 'SENDING', value: 'OFFLINE' }] })
    expect(why.asks).toContainEqual({ code: 'I205', passes: true })
  })

  it('of a disabled terminal say that it is what holds them back', async () => {
    const { sn = '' } = devices[1] ?? {}
    const set = (status: number) =>
      sql`update device set status = ${status} where sn = ${sn}`.execute(app.platform.db)
    await set(0)
    const [row] = await pageOf({ sn })
    expect(row).toMatchObject({ waitsFor: 'DISABLED', waitsUntil: null })
    const why = await admin.get(upgradeResults.why, { params: { id: row?.id ?? '' } })
    expect(why.gates).toMatchObject([{ gate: 'SENDING', passes: false, value: 'DISABLED' }])
    await set(1)
    expect(await pageOf({ sn })).toMatchObject([{ waitsFor: null }])
  })

  it('put their terminals into a group, those alone that fit it and that the caller sees', async () => {
    const permissions = ['RESULT_LIST', upgradeResults.toGroup.permission]
    const grouper = await signedIn(app, { orgId: shopId, permissions })
    const add = (orgId: string, maxMembers = 100) =>
      app.platform.db
        .insertInto('deviceGroup')
        .values({ name: `Again ${orgId}`, orgId, type: 'STATIC', maxMembers })
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id: shops } = await add(shopId)
    const { id: all } = await add(app.rootId)
    const put = (user: TestUser, body: { groupId: string; pushId?: string; ids?: string[] }) =>
      user.call(upgradeResults.toGroup, { body })
    const members = async (groupId: string) =>
      (await admin.get(groups.members, { query: { groupId } })).list.map(({ sn }) => sn).toSorted()
    expect((await put(admin, { groupId: shops, pushId })).data).toEqual({ count: 1, outside: 3 })
    expect(await members(shops)).toEqual([devices[3]?.sn])
    expect((await put(grouper, { groupId: all, pushId })).code).toBe(codes.notFound)
    const [foreign] = await pageOf({ sn: devices[0]?.sn })
    const ids = [foreign?.id ?? '']
    expect((await put(grouper, { groupId: shops, ids })).code).toBe(codes.notFound)
    // Which terminals failed is told by who is found.
    const blind = await signedIn(app, { permissions: [upgradeResults.toGroup.permission] })
    expect((await put(blind, { groupId: all, ids })).code).toBe(codes.forbidden)
    expect((await put(admin, { groupId: all, ids })).data).toEqual({ count: 1, outside: 0 })
    expect(await members(all)).toEqual([devices[0]?.sn])
  })

  it('know a terminal that nobody has heard of since it restarted, until it speaks', async () => {
    await tell(0, 'REBOOTING')
    await noteSilent(app.platform)
    expect(await pageOf({ state: 'NO_CONTACT' })).toEqual([])
    await sql`update push_item set restarting_at = restarting_at - interval '31 minutes'
      where device_id = ${devices[0]?.id}`.execute(app.platform.db)
    await noteSilent(app.platform)
    expect(await pageOf({ state: 'NO_CONTACT' })).toMatchObject([{ sn: devices[0]?.sn }])
    const { rows } = await sql<{
      count: number
    }>`select sum(count)::integer as count from push_tally
      where push_id = ${pushId} and step = 'NO_CONTACT'`.execute(app.platform.db)
    expect(rows).toEqual([{ count: 1 }])
  })

  it('count causes, what began anew after each, and how much of it that cured', async () => {
    await end(1, 'FAILED', 'D107')
    await end(2, 'FAILED', 'D107')
    await sql`insert into push_report (id, item_id, message_id, state, code, reported_at, received_at, outcome)
      select uuid7(), id, 'm', 'FAILED', 'D107', now(), now(), 'MOVED' from push_item where code = 'D107'`.execute(
      app.platform.db,
    )
    expect(await admin.get(upgradeResults.errors, { query: { pushId } })).toEqual([
      { code: 'D107', count: 2, retried: 0, cured: 0 },
    ])
    const [one] = await pageOf({ code: 'D107', sn: devices[1]?.sn })
    const { count } = await admin.get(upgradeResults.retry, { params: { id: one?.id ?? '' } })
    expect(count).toBe(1)
    await end(1, 'SUCCESS', null)
    expect((await pageOf({ sn: devices[1]?.sn }))[0]).toMatchObject({ seconds: 0 })
    expect(await admin.get(upgradeResults.errors, { query: {} })).toEqual([
      { code: 'D107', count: 1, retried: 1, cured: 1 },
    ])
    const elsewhere = { code: 'D107', pushId, orgId: shopId }
    expect((await admin.call(upgradeResults.retryMany, { body: elsewhere })).code).toBe(
      codes.warning,
    )
    const here = { code: 'D107', pushId, sn: devices[2]?.sn }
    const again = await admin.get(upgradeResults.retryMany, { body: here })
    expect(again).toMatchObject({ count: 1 })
    expect(await pageOf({ code: 'D107' })).toEqual([])
    const nothing = await admin.call(upgradeResults.retryMany, { body: { code: 'D107' } })
    expect(nothing.code).toBe(codes.warning)
  })

  it('are found by where they were for as long as they are kept', async () => {
    const { pool } = app.platform
    await pool.query(
      `update push_item set created_at = now() - interval '2 days' where push_id = $1`,
      [pushId],
    )
    await leaveDay(pool)
    expect(await pageOf({ orgId: shopId })).toHaveLength(1)
    expect(await pageOf({ modelId })).toHaveLength(4)
    await pool.query(`update device set org_id = $1 where id = $2`, [shopId, devices[0]?.id])
    expect(await pageOf({ orgId: shopId })).toHaveLength(1)
    await pool.query(`update device set org_id = $1 where id = $2`, [app.rootId, devices[0]?.id])
  })

  it('are called off by whoever sees them', async () => {
    const [own] = await pageOf({}, shopkeeper)
    const ids = [own?.id ?? '']
    expect(await shopkeeper.get(upgradeResults.cancelMany, { body: { ids } })).toMatchObject({
      count: 1,
    })
    expect(await pageOf({}, shopkeeper)).toMatchObject([{ state: 'CANCELLED', code: 'S602' }])
  })
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

it('asks an index by each filter', async () => {
  const { db } = app.platform
  await sql`insert into push_item (id, push_id, device_id, cmd, state, code, expires_at, at_org, at_model)
    select item_of(${pushId}), uuid7(), ${devices[0]?.id}, case when n % 20 = 0 then 'UPGRADE' else 'SYNC' end,
      case when n % 40 = 0 then 'FAILED' else 'SUCCESS' end, case when n % 40 = 0 then 'E' || (n % 800) end, now(),
      case when n % 2000 = 0 then ${shopId}::uuid else ${app.rootId}::uuid end, case when n % 2000 = 0 then ${modelId}::uuid else uuid7() end
    from generate_series(1, 40000) n`.execute(db)
  await sql`analyze push_item`.execute(db)
  const planOf = async (filter: Parameters<typeof conditionsOf>[1]) => {
    const conditions = conditionsOf({ db, principal }, filter)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select item.id from push_item item
      join device on device.id = item.device_id where ${sql.join(conditions, sql` and `)}
      order by item.id desc limit 20`.execute(db)
    return rows.map((row) => Object.values(row).join()).join('\n')
  }
  for (const filter of [
    {},
    { pushId },
    { versionId },
    { state: 'FAILED' as const },
    { state: 'NO_CONTACT' as const },
    { code: 'E40' },
    { orgId: shopId },
    { modelId },
    { sn: 'TEST' },
    { sns: 'TEST-0001' },
    { state: 'ROLLED_BACK' as const },
  ]) {
    const plan = await planOf(filter)
    // Months without a row are read whole, which costs nothing.
    expect(`${JSON.stringify(filter)} ${plan}`).not.toMatch(
      /Seq Scan on push_item_.*\(cost=0\.00\.\.(?!0\.00)/,
    )
  }
})
