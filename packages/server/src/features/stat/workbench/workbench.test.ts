import { codes, devices, estateLists, spreadLists, workbench } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lengthOf } from '../../../../test/lengthOf.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { countAway, countMinute, foldHours } from './count.worker.ts'

const all = [...Object.values(workbench).map(({ permission }) => permission), 'DEVICE_LIST']

let app: TestApp
let estate: Estate
let other: Estate
let bank: { id: string }
let shop: { id: string }
let admin: TestUser
let operator: TestUser
let bankIds: string[]
let shopIds: string[]

const run = (text: string, ids: readonly string[]) => app.platform.pool.query(text, [[...ids]])
const wentAway = (ids: readonly string[], since: string) =>
  app.platform.pool.query(
    `insert into device_state (device_id, last_seen_at, offline_since)
      select unnest($1::uuid[]), now(), now() - $2::interval`,
    [[...ids], since],
  )
const count = async () => {
  await countMinute(app.platform)
  await countAway(app.platform)
}

/** Two organisations and two models: the bank has six terminals, the shop below it four. */
beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  other = await addEstate(app, 'Other')
  bank = await addOrganization(app.platform, { name: 'Bank', code: 'bank', parentId: app.rootId })
  shop = await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: bank.id })
  bankIds = await addDevices(app, estate, { orgId: bank.id, prefix: 'BANK', count: 6 })
  shopIds = await addDevices(app, other, {
    orgId: shop.id,
    prefix: 'SHOP',
    count: 4,
    lifecycle: 'SUSPENDED',
  })
  admin = await signedIn(app, { isSuperAdmin: true })
  operator = await signedIn(app, { orgId: shop.id, permissions: all })
  // Three online; of the others two have been away for two days, one for an hour, and four were never seen.
  const present = [...bankIds.slice(0, 2), ...shopIds.slice(0, 1)]
  const away = [...bankIds.slice(2, 3), ...shopIds.slice(1, 2)]
  await wentAway([...present, ...away], '2 days')
  await wentAway(bankIds.slice(3, 4), '1 hour')
  await run(
    `insert into device_online (device_id, since, session_id)
      select unnest($1::uuid[]), now(), gen_random_uuid()`,
    present,
  )
  await run(
    `insert into push_item (device_id, cmd, args, state, expires_at)
      select unnest($1::uuid[]), 'REBOOT', '{}', 'SUCCESS', now()`,
    bankIds.slice(0, 2),
  )
  await run(
    `insert into push_item (device_id, cmd, args, state, expires_at, created_at)
      select unnest($1::uuid[]), 'SYNC', '{}', 'FAILED', now(), now() - interval '23 hours'`,
    shopIds,
  )
  await run(
    `insert into push_item (device_id, cmd, args, state, expires_at, created_at)
      select unnest($1::uuid[]), 'SYNC', '{}', 'TIMEOUT', now(), now() - interval '25 hours'`,
    shopIds,
  )
  await run(
    `update device set firmware = '2.4.1', agent_version = '1.0.3', activated_at = now() where id = any($1)`,
    bankIds,
  )
  await run(
    `update device set firmware = '2.4.2', activated_at = now() - interval '3 days' where id = any($1)`,
    shopIds.slice(0, 3),
  )
  await count()
})
afterAll(() => app.close())

/** How many the list of terminals finds by a filter. */
const listed = async (user: TestUser, query: object): Promise<number> =>
  (await user.get(devices.page, { query: { pageNum: 1, pageSize: 10, ...query } })).total

describe('the estate in numbers', () => {
  it('counts by life cycle and presence', async () => {
    expect(await admin.get(workbench.summary, { query: {} })).toMatchObject({
      total: 10,
      byLifecycle: { ACTIVE: 6, SUSPENDED: 4 },
      online: 3,
      offline: 1,
      away: 2,
      never: 4,
      countedAt: expect.any(String),
    })
  })

  it.each([
    ['everything', () => ({})],
    ['an organisation with what is below it', () => ({ orgId: bank.id })],
    ['an organisation below', () => ({ orgId: shop.id })],
    ['a vendor', () => ({ vendorId: estate.vendorId })],
    ['a model', () => ({ modelId: other.modelId })],
  ])('finds as many as the list of terminals does: %s', async (_, of: () => object) => {
    const filter = of()
    for (const user of [admin, operator]) {
      const told = await user.get(workbench.summary, { query: filter })
      expect({
        total: await lengthOf(user, estateLists.total(filter)),
        online: await lengthOf(user, estateLists.online(filter)),
        offline: await lengthOf(user, estateLists.offline(filter)),
        away: await lengthOf(user, estateLists.away(filter)),
        never: await lengthOf(user, estateLists.never(filter)),
        active: await lengthOf(user, estateLists.lifecycle(filter, 'ACTIVE')),
      }).toEqual({
        total: told.total,
        online: told.online,
        offline: told.offline + told.away,
        away: told.away,
        never: told.never,
        active: told.byLifecycle.ACTIVE ?? 0,
      })
    }
  })

  it('takes for too long what the organisation says, else the category, else the parameter', async () => {
    const { pool } = app.platform
    await pool.query(`insert into organization_config (org_id, settings) values ($1, $2)`, [
      bank.id,
      { offlineAlarmMinutes: 30 },
    ])
    await countAway(app.platform)
    const ofBank = async () => (await admin.get(workbench.summary, { query: {} })).away
    expect(await ofBank()).toBe(3)
    expect(await listed(admin, { overdue: '1' })).toBe(3)
    await pool.query(`delete from organization_config where org_id = $1`, [bank.id])
    await pool.query('update category set offline_alarm_minutes = 100000')
    await countAway(app.platform)
    expect(await ofBank()).toBe(0)
    expect(await listed(admin, { overdue: '1' })).toBe(0)
    await pool.query('update category set offline_alarm_minutes = null')
    await seedParameters(app.platform.db)
    const key = 'device.offline.alarm.minutes'
    await pool.query(`update parameter set value = '4000' where key = $1`, [key])
    await countAway(app.platform)
    expect(await ofBank()).toBe(0)
    expect(await listed(admin, { overdue: '1' })).toBe(0)
    await pool.query(`update parameter set value = null where key = $1`, [key])
    await countAway(app.platform)
    expect(await ofBank()).toBe(2)
  })

  it('shows an operator what is his, whatever he asks for', async () => {
    const mine = {
      total: 4,
      byLifecycle: { SUSPENDED: 4 },
      online: 1,
      offline: 0,
      away: 1,
      never: 2,
    }
    expect(await operator.get(workbench.summary, { query: {} })).toMatchObject(mine)
    expect(await operator.get(workbench.summary, { query: { orgId: bank.id } })).toMatchObject(mine)
    expect(
      await operator.get(workbench.summary, { query: { modelId: estate.modelId } }),
    ).toMatchObject({ total: 0, online: 0, away: 0, never: 0 })
  })

  it('keeps to the vendors and models of a data scope', async () => {
    const staff = await signedIn(app, {
      dataScope: 'ALL',
      vendorIds: [other.vendorId],
      permissions: all,
    })
    expect(await staff.get(workbench.summary, { query: {} })).toMatchObject({ total: 4, online: 1 })
    const version = await staff.get(workbench.version, { query: {} })
    expect(version.top).toEqual([{ version: '2.4.2', count: 3 }])
    expect((await staff.get(workbench.model, { query: {} })).top).toHaveLength(1)
  })

  it('counts what somebody made himself by the terminals themselves', async () => {
    const maker = await signedIn(app, { dataScope: 'SELF', permissions: all })
    await app.platform.db
      .updateTable('device')
      .set({ createdBy: maker.userId })
      .where('id', 'in', bankIds.slice(0, 3))
      .execute()
    expect(await maker.get(workbench.summary, { query: {} })).toMatchObject({
      total: 3,
      online: 2,
      away: 1,
      never: 0,
    })
    expect((await maker.get(workbench.version, { query: {} })).top).toEqual([
      { version: '2.4.1', count: 3 },
    ])
    expect(await maker.get(workbench.command, { query: {} })).toMatchObject({
      states: [{ state: 'SUCCESS', count: 2 }],
    })
  })
})

describe('the spread of versions', () => {
  it('finds as many as the list of terminals does, and tells who never said', async () => {
    const firmware = await admin.get(workbench.version, { query: { kind: 'FIRMWARE' } })
    const [most, few] = [
      { version: '2.4.1', count: 6 },
      { version: '2.4.2', count: 3 },
    ]
    expect(firmware).toEqual({ total: 10, top: [most, few], others: 0, unknown: 1 })
    expect(await lengthOf(admin, spreadLists.runs({}, 'FIRMWARE', '2.4.2'))).toBe(3)
    expect(await lengthOf(admin, spreadLists.untold({}, 'FIRMWARE'))).toBe(1)
    const agent = await admin.get(workbench.version, { query: { kind: 'AGENT' } })
    expect(agent).toMatchObject({ top: [{ version: '1.0.3', count: 6 }], unknown: 4 })
    expect(await lengthOf(admin, spreadLists.runs({}, 'AGENT', '1.0.3'))).toBe(6)
    expect(await lengthOf(admin, spreadLists.untold({}, 'AGENT'))).toBe(4)
  })

  it("tells the largest models apart in one answer, within the caller's scope", async () => {
    const [ofEstate, ofOther] = await admin.get(workbench.versionByModel, { query: {} })
    expect(ofEstate).toEqual({
      modelId: estate.modelId,
      name: 'Acme',
      total: 6,
      top: [{ version: '2.4.1', count: 6 }],
      others: 0,
      unknown: 0,
    })
    expect(ofOther).toMatchObject({ total: 4, top: [{ version: '2.4.2', count: 3 }], unknown: 1 })
    const agents = await admin.get(workbench.versionByModel, { query: { kind: 'AGENT' } })
    expect(agents.map(({ top, unknown }) => [top.length, unknown])).toEqual([
      [1, 0],
      [0, 4],
    ])
    const own = await operator.get(workbench.versionByModel, { query: { orgId: bank.id } })
    expect(own).toEqual([ofOther])
    const { modelId } = other
    expect(await admin.get(workbench.versionByModel, { query: { modelId } })).toEqual([ofOther])
  })

  it('follows a terminal that moves, changes or goes to the recycle bin', async () => {
    const [id = ''] = shopIds
    const found = async () =>
      (await operator.get(workbench.version, { query: {} })).top.map((one) => one.count)
    expect(await found()).toEqual([3])
    await run(`update device set org_id = '${bank.id}' where id = any($1)`, [id])
    expect(await found()).toEqual([2])
    await run(`update device set org_id = '${shop.id}', firmware = '3.0' where id = any($1)`, [id])
    expect(await found()).toEqual([2, 1])
    await run(`update device set deleted_at = now() where id = any($1)`, [id])
    expect(await found()).toEqual([2])
    await run(`update device set deleted_at = null, firmware = '2.4.2' where id = any($1)`, [id])
    expect(await found()).toEqual([3])
    const { rows } = await sql<{ wrong: number }>`
      with counted as (select kind, value, org_id, model_id, count(*) as count from device_spread_live group by 1, 2, 3, 4),
        kept as (select kind, value, org_id, model_id, sum(count) as count from device_spread group by 1, 2, 3, 4)
      select count(*) as wrong from kept full join counted using (kind, value, org_id, model_id)
      where coalesce(kept.count, 0) <> coalesce(counted.count, 0)`.execute(app.platform.db)
    expect(rows[0]?.wrong).toBe(0)
  })

  it('names ten and adds the others up', async () => {
    const ids = await addDevices(app, estate, { orgId: bank.id, prefix: 'MANY', count: 12 })
    await run(`update device set agent_version = '9.' || right(sn, 2) where id = any($1)`, ids)
    const { top, others } = await admin.get(workbench.version, { query: { kind: 'AGENT' } })
    expect(top).toHaveLength(10)
    expect(top[0]).toEqual({ version: '1.0.3', count: 6 })
    expect(others).toBe(3)
    const rest = spreadLists.others(
      {},
      'AGENT',
      Array.from(top, ({ version }) => version),
    )
    expect(await lengthOf(admin, rest)).toBe(others)
    const [most] = await admin.get(workbench.versionByModel, { query: { kind: 'AGENT' } })
    expect(most).toMatchObject({ total: 18, others: 10, unknown: 0 })
    expect(most?.top.map(({ version }) => version)).toEqual(['1.0.3', '9.00', '9.01'])
    await run('delete from device where id = any($1)', ids)
  })
})

it('compares models by how their terminals are', async () => {
  const { top, others } = await admin.get(workbench.model, { query: {} })
  const seen = top.map(({ modelId, name, vendorName: _, ...counts }) => [modelId, name, counts])
  expect(seen).toEqual([
    [estate.modelId, 'Acme', { total: 6, active: 6, online: 2, away: 1 }],
    [other.modelId, 'Other', { total: 4, active: 0, online: 1, away: 1 }],
  ])
  expect(others).toBe(0)
  expect((await operator.get(workbench.model, { query: {} })).top).toHaveLength(1)
})

it('counts the commands of the last day only', async () => {
  const { states } = await admin.get(workbench.command, { query: {} })
  expect(states).toEqual([
    { state: 'FAILED', count: 4 },
    { state: 'SUCCESS', count: 2 },
  ])
  const { states: own } = await operator.get(workbench.command, { query: { orgId: bank.id } })
  expect(own).toEqual([{ state: 'FAILED', count: 4 }])
})

describe('the curves', () => {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

  it('tell how many were online in the mean of an hour, and where nobody counted', async () => {
    // The third round of this hour finds one less.
    await count()
    await run('delete from device_online where device_id = any($1)', shopIds.slice(0, 1))
    await count()
    const { grain, points } = await admin.get(workbench.trend, { query: {} })
    expect(grain).toBe('HOUR')
    expect(points).toHaveLength(24)
    expect(points.slice(0, 23).every(({ online }) => online === null)).toBe(true)
    expect(points[23]?.online).toBeCloseTo(8 / 3, 1)
    const own = await operator.get(workbench.trend, { query: {} })
    expect(own.points[23]?.online).toBeCloseTo(2 / 3, 1)
    // By model it is the same, from the organisations' own differences.
    const cut = async (modelId: string) =>
      (await admin.get(workbench.trend, { query: { modelId } })).points[23]?.online
    expect(await cut(estate.modelId)).toBe(2)
    expect(await cut(other.modelId)).toBeCloseTo(2 / 3, 1)
  })

  it('show a long span day by day, also of hours that were added up', async () => {
    const old = "date_trunc('day', now(), 'UTC') - interval '40 days'"
    // Ten come before the rounds of one hour, and leave in the middle of the next.
    const moves = `from (values (5, 10, 0), (6, -10, -300)) as moved (at, delta, missed)`
    await app.platform.pool.query(`insert into online_hour (hour, org_id, model_id, delta, missed)
      select ${old} + make_interval(hours => at), '${bank.id}', '${estate.modelId}', delta, missed ${moves}`)
    await app.platform.pool.query(`insert into online_hour_below (hour, place, delta, missed)
      select ${old} + make_interval(hours => at), place::uuid, delta, missed ${moves}
        cross join unnest(array['${bank.id}', '${app.rootId}']) as place`)
    await app.platform.pool.query(
      `insert into online_round select ${old} + make_interval(hours => h), 60 from generate_series(5, 6) as h`,
    )
    const query = { from: day(-40), to: day(-31) }
    const before = await admin.get(workbench.trend, { query })
    expect(before.grain).toBe('DAY')
    expect(before.points).toHaveLength(10)
    expect(before.points[0]?.online).toBe(7.5)
    await foldHours(app.platform)
    expect(await admin.get(workbench.trend, { query })).toEqual(before)
    const short = await admin.get(workbench.trend, { query: { from: day(-40), to: day(-39) } })
    expect(short).toEqual({ grain: 'DAY', points: before.points.slice(0, 2) })
    const { rows } = await app.platform.pool.query(
      `select from online_hour where hour < now() - interval '35 days'`,
    )
    expect(rows).toHaveLength(1)
  })

  it('take the connections of what somebody made himself', async () => {
    const maker = await signedIn(app, { dataScope: 'SELF', permissions: all })
    await app.platform.db
      .updateTable('device')
      .set({ createdBy: maker.userId })
      .where('id', '=', bankIds[5] ?? '')
      .execute()
    await run(
      `insert into device_session (id, device_id, connected_at, disconnected_at)
        select gen_random_uuid(), unnest($1::uuid[]), date_trunc('hour', now()) - interval '150 minutes',
          date_trunc('hour', now()) - interval '90 minutes'`,
      bankIds.slice(5),
    )
    const { points } = await maker.get(workbench.trend, { query: {} })
    expect(points.slice(20).map(({ online }) => online)).toEqual([0.5, 0.5, 0, 0])
  })

  it('tell how many were activated on each day', async () => {
    const { days } = await admin.get(workbench.activation, { query: { from: day(-4), to: day(0) } })
    expect(days).toEqual([0, 3, 0, 0, 6].map((count, nth) => ({ day: day(nth - 4), count })))
    expect(await admin.get(workbench.activation, { query: { days: 5 } })).toEqual({ days })
    const own = await operator.get(workbench.activation, { query: {} })
    expect(own.days.reduce((sum, one) => sum + one.count, 0)).toBe(3)
  })

  it.each([
    ['no day at all', { days: 0 }],
    ['half a span', { from: '2026-01-01' }],
    ['an end before its start', { from: '2026-02-01', to: '2026-01-01' }],
    ['more than 366 days', { from: '2024-01-01', to: '2025-01-01' }],
    ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }],
  ])('refuse %s', async (_, query) => {
    for (const call of [workbench.trend, workbench.activation])
      expect((await admin.call(call, { query })).code).toBe(codes.badRequest)
  })
})
