import { failureKinds, type PlanFigures, planResultLists, planStat } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lengthOf } from '../../../../test/lengthOf.ts'
import { startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn } from '../../../../test/testApp.ts'
import { foldTotals } from '../../organization/index.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let first: string
let second: string

beforeAll(async () => {
  fleet = await startPlans()
  const versionId = await fleet.addVersion('1.0')
  const sns = await fleet.add('ONE', 20)
  first = (await fleet.begin([versionId], sns)).id
  second = (await fleet.begin([await fleet.addVersion('2.0')], await fleet.add('TWO', 4))).id
  for (let round = 0; round < 3; round++) await fleet.round()
  await run(
    `update push_item item set queued_at = now() - interval '1 hour' where push_id in (select push_id from plan_push)`,
  )
  await fleet.end(first, 'SUCCESS', sns.slice(0, 12))
  await fleet.end(first, 'FAILED', sns.slice(12, 17))
  await fleet.end(first, 'TIMEOUT', sns.slice(17, 19))
  // One begins anew, and has not ended; another told more after its end.
  await run(
    `update push_item item set state = 'RUNNING', ended_at = null, code = null from device
      where device.id = item.device_id and device.sn = $1`,
    [sns[12]],
  )
  await run(`update push_item item set bytes = 1000, message = 'more' where state = 'SUCCESS'`)
  await fleet.come(first)
  await fleet.round()
  await run(
    `insert into plan_curve (plan_id, at, succeeded, failed)
      select id, started_at + interval '10 minutes', 12, 4 from plan where id = $1`,
    [first],
  )
  await foldTotals(fleet.app.platform)
})
afterAll(() => fleet.app.close())

const run = (text: string, values: unknown[] = []) => fleet.app.platform.pool.query(text, values)
const figuresOf = async (id: string): Promise<PlanFigures | undefined> =>
  (await fleet.admin.get(planStat.page, { query: { pageNum: 1, pageSize: 10 } })).list.find(
    (plan) => plan.id === id,
  )

it('tells what became of the terminals of a plan, as its items say', async () => {
  const plan = await figuresOf(first)
  expect(plan).toMatchObject({
    size: 20,
    succeeded: 12,
    failed: 6,
    timedOut: 2,
    bytes: 12_000,
    pauses: 0,
    rolledBack: 0,
  })
  expect(await lengthOf(fleet.admin, planResultLists.timedOut(first))).toBe(plan?.timedOut)
  const { rows } = await sql<{ mean: number; slow: number }>`
    select avg(extract(epoch from ended_at - queued_at))::float8 as mean,
      percentile_disc(0.95) within group (order by extract(epoch from ended_at - queued_at))::float8 as slow
    from push_item where state = 'SUCCESS'`.execute(fleet.app.platform.db)
  expect(Math.abs((plan?.meanSeconds ?? 0) - (rows[0]?.mean ?? 0))).toBeLessThan(2)
  expect((plan?.slowSeconds ?? 0) / (rows[0]?.slow ?? 1)).toBeGreaterThan(0.99)
  expect((plan?.slowSeconds ?? 0) / (rows[0]?.slow ?? 1)).toBeLessThan(1.11)
})

it('tells by what it failed, as often as the list of results that it opens is long', async () => {
  for (const by of failureKinds) {
    const { parts, others } = await fleet.admin.get(planStat.error, { query: { ids: first, by } })
    const total = parts.reduce((sum, { count }) => sum + count, others)
    expect(await lengthOf(fleet.admin, planResultLists.failed(first))).toBe(total)
    for (const { key, count } of parts) {
      if (key === '') continue
      const cause = by === 'CODE' ? { code: key } : by === 'MODEL' ? { modelId: key } : null
      if (!cause) continue
      const listed = await lengthOf(fleet.admin, planResultLists.failed(first, cause))
      expect({ key, listed }).toEqual({ key, listed: count })
    }
  }
})

it('compares plans from their beginnings, in the order asked for', async () => {
  const { plans } = await fleet.admin.get(planStat.compare, {
    query: { ids: `${second},${first}` },
  })
  expect(plans.map(({ id }) => id)).toEqual([second, first])
  expect(plans[1]?.curve.at(-1)).toMatchObject({ minute: 10, succeeded: 12, failed: 4 })
  expect(plans[1]?.curve.every(({ minute }) => minute >= 0)).toBe(true)
})

it('takes what begins anew away from where it failed, wherever its terminal is by then', async () => {
  const { platform, rootId: parentId } = fleet.app
  const { id: orgId } = await addOrganization(platform, { name: 'C', code: 'c', parentId })
  const sns = await fleet.add('AWAY', 6)
  const { id } = await fleet.begin([await fleet.addVersion('3.0')], sns)
  for (let round = 0; round < 3; round++) await fleet.round()
  await run(
    `insert into device_state (device_id, network_type, last_seen_at)
      select id, 'CELL', now() from device where sn = any($1)`,
    [sns],
  )
  await fleet.end(id, 'FAILED', sns)
  const failures = (by: (typeof failureKinds)[number]) =>
    fleet.admin.get(planStat.error, { query: { ids: id, by } })
  await foldTotals(platform)
  expect((await failures('NETWORK')).parts).toMatchObject([{ key: 'CELL', count: 6 }])
  await run(`update device_state set network_type = 'WIFI'`)
  await run('update device set org_id = $2 where sn = any($1)', [sns.slice(0, 3), orgId])
  await run(
    `update push_item item set state = 'RUNNING', ended_at = null, code = null from device
      where device.id = item.device_id and device.sn = any($1)`,
    [sns.slice(1)],
  )
  await foldTotals(platform)
  for (const by of failureKinds)
    expect({ by, ...(await failures(by)) }).toMatchObject({ by, parts: [{ count: 1 }], others: 0 })
  expect((await failures('ORG')).parts).toMatchObject([{ key: parentId }])
})

it('counts how often a plan was paused', async () => {
  await run(`update plan set state = 'PAUSED' where id = $1`, [second])
  await run(`update plan set state = 'RUNNING' where id = $1`, [second])
  await run(`update plan set state = 'PAUSED' where id = $1`, [second])
  await foldTotals(fleet.app.platform)
  expect((await figuresOf(second))?.pauses).toBe(2)
})

it('shows nobody plans of others', async () => {
  const { id: orgId } = await addOrganization(fleet.app.platform, {
    name: 'B',
    code: 'b',
    parentId: fleet.app.rootId,
  })
  const stranger = await signedIn(fleet.app, {
    orgId,
    dataScope: 'OWN_ORG_AND_BELOW',
    permissions: ['STATISTICS_PLAN'],
  })
  const page = await stranger.get(planStat.page, { query: { pageNum: 1, pageSize: 10 } })
  expect(page.total).toBe(0)
  expect((await stranger.get(planStat.compare, { query: { ids: first } })).plans).toEqual([])
  expect((await stranger.get(planStat.error, { query: { ids: first } })).parts).toEqual([])
})

it('tells who sees a part of its terminals nothing of the others', async () => {
  const reader = await signedIn(fleet.app, {
    permissions: ['STATISTICS_PLAN'],
    modelIds: ['00000000-0000-7000-8000-000000000001'],
  })
  const { list } = await reader.get(planStat.page, { query: { pageNum: 1, pageSize: 10 } })
  const nothing = {
    size: 0,
    succeeded: 0,
    failed: 0,
    timedOut: null,
    meanSeconds: null,
    bytes: null,
  }
  expect(list.find(({ id }) => id === first)).toMatchObject(nothing)
  const { plans } = await reader.get(planStat.compare, { query: { ids: first } })
  expect(plans).toMatchObject([{ id: first, curve: [] }])
  const failures = await reader.get(planStat.error, { query: { ids: first } })
  expect(failures).toEqual({ parts: [], others: 0 })
})

it('refuses more plans than can be told apart', async () => {
  const ids = Array.from({ length: 6 }, () => first).join()
  expect((await fleet.admin.call(planStat.compare, { query: { ids } })).code).not.toBe(0)
})
