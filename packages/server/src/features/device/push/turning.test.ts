import { mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { snsOf, startPushes, type Pushes } from '../../../../test/testPushes.ts'
import { until } from '../../../../test/until.ts'
import { holdBack } from '../command/holdBack.ts'
import { lockSendable } from '../command/publish.queries.ts'
import { workNext } from './work.ts'

// Between the publisher's look at a push and what it writes of it somebody may let the push go on.

let pushes: Pushes
let made = 0

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

/** A task that rests, for a terminal that is there. */
async function resting(): Promise<string> {
  const prefix = `TURN${made++}X`
  const ids = await pushes.add(prefix, 1)
  await sql`insert into device_online (device_id, session_id, since, org_id, model_id)
    select id, uuid7(), now(), org_id, model_id from device where id = any(${ids}::uuid[])`.execute(
    pushes.app.platform.db,
  )
  const { id } = await pushes.give({ sns: snsOf(prefix, 1) })
  await pushes.admin.get(mqttTasks.pause, { params: { id } })
  return id
}

/** What the publisher does with what is due of a push. */
const lookAt = (pushId: string) => async (client: pg.PoolClient) => {
  const due = await lockSendable(client, { of: 'due', after: null }, null)
  return holdBack(
    client,
    due.filter((item) => item.pushId === pushId),
    new Date(),
  )
}

async function itemOf(pushId: string) {
  const { rows } = await sql<{ waitsFor: string | null; isDue: boolean }>`select waits_for,
      coalesce(next_publish_at <= now(), false) as is_due
    from push_item where push_id = ${pushId}`.execute(pushes.app.platform.db)
  return rows[0]
}

const lockWaits = async () => {
  const { rows } = await pushes.app.platform.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

/** Works in a transaction of its own, as another process would. */
async function beside<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pushes.app.platform.pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

it('a push that goes on finds what was just kept back for it', async () => {
  const id = await resting()
  const resumed = await beside(async (client) => {
    expect(await lookAt(id)(client)).toMatchObject({ leaving: [], waiting: [{ pushId: id }] })
    const going = pushes.admin.get(mqttTasks.resume, { params: { id } })
    await until(lockWaits, 'who lets it go on waits')
    return { going }
  })
  await resumed.going
  while (await workNext(pushes.app.platform.db));
  expect(await itemOf(id)).toEqual({ waitsFor: null, isDue: true })
})

it('keeps nothing back for a push that is just going on', async () => {
  const id = await resting()
  await beside(async (client) => {
    await client.query(`update push set state = 'RUNNING' where id = $1`, [id])
    expect(await beside(lookAt(id))).toEqual({ leaving: [], waiting: [] })
  })
  expect(await itemOf(id)).toEqual({ waitsFor: null, isDue: true })
  expect(await beside(lookAt(id))).toMatchObject({ leaving: [{ pushId: id }], waiting: [] })
})

it('a halt that is lifted lets go what was just kept back', async () => {
  const id = await resting()
  await pushes.admin.get(mqttTasks.resume, { params: { id } })
  while (await workNext(pushes.app.platform.db));
  const halt = await pushes.admin.get(mqttTasks.halt, { body: { orgId: null, reason: 'Test' } })
  const lifted = await beside(async (client) => {
    expect((await lookAt(id)(client)).leaving).toEqual([])
    const going = pushes.admin.get(mqttTasks.lift, { params: { id: halt.id } })
    await until(lockWaits, 'who lifts it waits')
    return { going }
  })
  await lifted.going
  while (await workNext(pushes.app.platform.db));
  expect(await itemOf(id)).toEqual({ waitsFor: null, isDue: true })
})
