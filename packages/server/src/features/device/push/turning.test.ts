import { mqttTasks, pushStates } from '@muster/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { snsOf, startPushes, type Pushes } from '../../../../test/testPushes.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { holdBack } from '../command/holdBack.ts'
import { restingOf } from '../command/hold.queries.ts'
import { isResting } from '../command/hold.rules.ts'
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

it.each(pushStates)(
  'a push in %s rests where it is held just as where it is read',
  async (state) => {
    const id = await resting()
    const found = await beside(async (client) => {
      await client.query('update push set state = $2 where id = $1', [id, state])
      return restingOf(client, [id])
    })
    expect([...found]).toEqual(isResting({ pushState: state }) ? [id] : [])
  },
)

it('a push that goes on finds what was just kept back for it', async () => {
  const id = await resting()
  const resumed = await beside(async (client) => {
    expect(await lookAt(id)(client)).toMatchObject({ leaving: [], waiting: [{ pushId: id }] })
    const going = pushes.admin.get(mqttTasks.resume, { params: { id } })
    await untilLockWaits(pushes.app.platform.db)
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
    await untilLockWaits(pushes.app.platform.db)
    return { going }
  })
  await lifted.going
  while (await workNext(pushes.app.platform.db));
  expect(await itemOf(id)).toEqual({ waitsFor: null, isDue: true })
})

it('brings a growing push to who joined its group in a transaction older than it', async () => {
  const { db } = pushes.app.platform
  const [first = '', second = ''] = await pushes.add('JOIN', 2)
  const { rows } = await sql<{
    id: string
  }>`insert into device_group (name, type, org_id, max_members)
    values ('Older', 'STATIC', ${pushes.app.rootId}, 10) returning id`.execute(db)
  const groupId = rows[0]?.id ?? ''
  const join = 'insert into device_group_member (group_id, device_id) values ($1, $2)'
  await beside((client) => client.query(join, [groupId, first]))
  const push = await beside(async (client) => {
    await client.query('select from device_group where id = $1 for share', [groupId])
    await client.query(join, [groupId, second])
    return pushes.give({ groupId }, { growing: true })
  })
  await pushes.follow()
  const sns = (await pushes.itemsOf(push.id)).map(({ sn }) => sn)
  expect(sns.toSorted()).toEqual(snsOf('JOIN', 2))
})
