import { mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pushes, startPushes } from '../../../../test/testPushes.ts'
import { forgetPushes } from './forgetPushes.ts'

let pushes: Pushes

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

/** A push of so many months ago, with one item and a report. */
async function old(sn: string, { months, isOpen = false }: { months: number; isOpen?: boolean }) {
  const { rows } = await sql<{
    id: string
  }>`with long as (select now() - make_interval(months => ${months}) as ago),
    made as (insert into push (id, task_no, kind, title, args, org_id, state, targets, expanded_at, size, created_at, ended_at)
      select overlay(uuid7()::text placing left(uuid7_from(ago)::text, 13) from 1 for 13)::uuid, ${sn}, 'SYNC', '', '{}',
        ${pushes.app.rootId}, 'FINISHED', '{"ids": []}', ago, 1, ago, case when not ${isOpen} then ago end from long returning id),
    item as (insert into push_item (id, push_id, device_id, cmd, state, code, expires_at, created_at, ended_at)
      select item_of(made.id), made.id, device.id, 'SYNC', case when ${isOpen} then 'DEFERRED' else 'FAILED' end, 'C404', ago, ago,
        case when not ${isOpen} then ago end from made, long, device where device.sn = ${sn} returning id, push_id)
    insert into push_report (item_id, message_id, state, reported_at, outcome)
      select item.id, 'm', 'SUCCESS', now(), 'MOVED' from item returning (select push_id from item) as id`.execute(
    pushes.app.platform.db,
  )
  return rows[0]?.id ?? ''
}

const left = async (id: string) => {
  const { rows } = await sql<Record<string, number>>`select
      (select count(*)::integer from push where push.id = ${id}) as pushes,
      (select count(*)::integer from push_item where push_id = ${id}) as items,
      (select count(*)::integer from push_tally where push_id = ${id}) as figures,
      (select count(*)::integer from push_code where push_id = ${id}) as codes`.execute(
    pushes.app.platform.db,
  )
  return rows[0]
}

it('goes with its month when that has served its time, unless something of it is under way', async () => {
  const { db } = pushes.app.platform
  await pushes.add('OLD', 3)
  // An installation that has run for long.
  await sql`alter table push_item detach partition push_item_before`.execute(db)
  await sql`alter table push_report detach partition push_report_before`.execute(db)
  await sql`select make_push_months(now() - interval '16 months', 1)`.execute(db)
  await sql`alter table push_item attach partition push_item_before
    for values from (minvalue) to ('00000000-0000-7000-8000-000000000000')`.execute(db)
  const gone = await old('OLD00000', { months: 15 })
  const open = await old('OLD00001', { months: 16, isOpen: true })
  const young = await old('OLD00002', { months: 11 })
  await forgetPushes(pushes.app.platform)
  expect(await left(gone)).toEqual({ pushes: 0, items: 0, figures: 0, codes: 0 })
  expect(await left(open)).toEqual({ pushes: 1, items: 1, figures: 1, codes: 1 })
  expect(await left(young)).toEqual({ pushes: 1, items: 1, figures: 1, codes: 1 })
  expect(await pushes.strays()).toEqual([])
  expect((await pushes.admin.get(mqttTasks.page, { query: {} })).total).toBe(2)
})

it('takes along what was reported of it, where its terminal is destroyed', async () => {
  const { db } = pushes.app.platform
  await pushes.add('GONE', 1)
  const id = await old('GONE00000', { months: 0 })
  const { rows } = await sql<{
    id: string
  }>`select id from push_item where push_id = ${id}`.execute(db)
  const reported = () =>
    sql`select from push_report where item_id = ${rows[0]?.id}`
      .execute(db)
      .then((found) => found.rows.length)
  expect(await reported()).toBe(1)
  await sql`delete from device where sn = 'GONE00000'`.execute(db)
  expect(await reported()).toBe(0)
})
