import { codes, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Pushes, snsOf, startPushes } from '../../../../test/testPushes.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { holdBack } from '../command/holdBack.ts'
import { lockSendable, savePublished } from '../command/publish.queries.ts'
import { workNext } from './work.ts'

let pushes: Pushes
let prefix = ''
let made = 0

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())
beforeEach(() => {
  prefix = `RATE${made++}X`
})

/** Gives a task to terminals that are there. */
async function give(count: number, ratePerMinute?: number) {
  const ids = await pushes.add(prefix, count)
  await sql`insert into device_online (device_id, session_id, since, org_id, model_id)
    select id, uuid7(), now(), org_id, model_id from device where id = any(${ids}::uuid[])`.execute(
    pushes.app.platform.db,
  )
  const options = ratePerMinute === undefined ? {} : { ratePerMinute }
  return pushes.give({ sns: snsOf(prefix, count) }, { options })
}

/** What the publisher does with all that is due, or with what some terminals have; answers how many left. */
const leave = (ids?: readonly string[]) =>
  inTransaction(pushes.app.platform.pool, async (client) => {
    const wanted = ids ? ({ of: 'devices', ids } as const) : ({ of: 'due', after: null } as const)
    const locked = await lockSendable(client, wanted, null)
    const { leaving } = await holdBack(client, locked, new Date())
    await savePublished(
      client,
      leaving.map(({ id }) => ({ id, nextPublishAt: null })),
    )
    return leaving.length
  })

/** Seconds until each that waits has its turn. */
async function turns(pushId: string): Promise<readonly number[]> {
  const { rows } = await sql<{ seconds: number }>`select
      round(extract(epoch from next_publish_at - now()))::integer as seconds
    from push_item where push_id = ${pushId} and waits_for in ('RATE', 'PACE') order by next_publish_at`.execute(
    pushes.app.platform.db,
  )
  return rows.map(({ seconds }) => seconds)
}

const pass = (seconds: number) =>
  sql`with items as (update push_item set next_publish_at = next_publish_at - make_interval(secs => ${seconds})
        where waits_for in ('RATE', 'PACE'))
    update push_pace set at = at - make_interval(secs => ${seconds})`.execute(
    pushes.app.platform.db,
  )

it('leaves so many a minute, and gives each of the others one turn', async () => {
  const push = await give(5, 2)
  expect(push.ratePerMinute).toBe(2)
  expect(await leave()).toBe(1)
  expect(await turns(push.id)).toEqual([30, 60, 90, 120])
  expect(await leave()).toBe(0)
  await pass(61)
  expect(await leave()).toBe(2)
  expect(await turns(push.id)).toEqual([29, 59])
  const { list } = await pushes.admin.get(mqttTasks.items, { query: { pushId: push.id } })
  expect(list.filter(({ waitsFor }) => waitsFor === 'RATE')).toHaveLength(2)
})

it('keeps the turn of a terminal that connects anew', async () => {
  const push = await give(3, 2)
  await leave()
  const before = await turns(push.id)
  const ids = (await pushes.itemsOf(push.id)).map(({ deviceId }) => deviceId)
  const left = await inTransaction(pushes.app.platform.pool, async (client) => {
    const locked = await lockSendable(client, { of: 'devices', ids }, null)
    return (await holdBack(client, locked, new Date())).leaving.length
  })
  expect(left).toBe(1)
  expect(await turns(push.id)).toEqual(before)
})

it('gives new turns where its pace is changed, and none where it has none any more', async () => {
  const push = await give(4, 1)
  await leave()
  expect(await turns(push.id)).toEqual([60, 120, 180])
  const setRate = (ratePerMinute: number | null) =>
    pushes.admin.get(mqttTasks.setRate, { params: { id: push.id }, body: { ratePerMinute } })
  expect((await setRate(6)).ratePerMinute).toBe(6)
  await workNext(pushes.app.platform.db)
  expect(await leave()).toBe(1)
  expect(await turns(push.id)).toEqual([10, 20])
  expect((await setRate(null)).ratePerMinute).toBeNull()
  await workNext(pushes.app.platform.db)
  expect(await leave()).toBe(2)
})

it('gives each of many one turn at the pace of their sender, also where they are looked at bit by bit', async () => {
  const { db } = pushes.app.platform
  const paceOf = (perMinute: number) =>
    sql`insert into parameter (key, group_code, value_type, value)
      values ('task.publish.ratePerMinute', 'task', 'int', ${String(perMinute)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(db)
  const seconds = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)
  await paceOf(60)
  const push = await give(80)
  const ids = (await pushes.itemsOf(push.id)).map(({ deviceId }) => deviceId)
  const items = await pushes.itemsOf(push.id)
  expect(new Set(items.map(({ waitsFor }) => waitsFor))).toEqual(new Set([null]))
  expect([await leave(ids.slice(0, 40)), await leave(ids.slice(40))]).toEqual([3, 0])
  expect(await turns(push.id)).toEqual(seconds(1, 77))
  // Nobody looks at them before their turn, nor moves it.
  expect(await leave()).toBe(0)
  await pass(3)
  await sql`update command_pace set at = at - interval '3 seconds'`.execute(db)
  expect(await leave()).toBe(3)
  expect(await turns(push.id)).toEqual(seconds(1, 74))
  await paceOf(120)
  await workNext(db)
  expect(await leave()).toBeLessThan(10)
  expect(Math.max(...(await turns(push.id)))).toBeLessThan(40)
  await paceOf(600)
})

it('changes nothing of one that has ended', async () => {
  const push = await give(1, 1)
  await pushes.move(push.id, 'SUCCESS')
  await pushes.end()
  const params = { id: push.id }
  expect(
    await pushes.admin.call(mqttTasks.setRate, { params, body: { ratePerMinute: 5 } }),
  ).toMatchObject({ code: codes.wrongState })
  expect(
    await pushes.admin.call(mqttTasks.setRate, { params, body: { ratePerMinute: 0 } }),
  ).toMatchObject({ code: codes.badRequest })
})
