import { devices, mqttTasks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Pushes, startPushes } from '../../../../test/testPushes.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { lockItems, saveItems } from './report.queries.ts'

let pushes: Pushes

beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.app.close())

/** What the list of a task and that of its terminal say: when something showed that it was done. */
async function provedAt(
  prefix: string,
  cmd: 'REBOOT' | 'SYNC' | 'MESSAGE',
  trace: (id: string) => unknown,
) {
  const [deviceId = ''] = await pushes.add(prefix, 1)
  const want = cmd === 'MESSAGE' ? { cmd, args: { title: 'a', text: 'b' } } : { cmd, args: {} }
  const push = await pushes.give({ ids: [deviceId] }, { want })
  await sql`update push_item set state = 'SUCCESS', acked_at = now() - interval '1 minute', ended_at = now()
    where push_id = ${push.id}`.execute(pushes.app.platform.db)
  await trace(deviceId)
  const { list } = await pushes.admin.get(devices.tasks, { params: { id: deviceId }, query: {} })
  const items = await pushes.admin.get(mqttTasks.items, { query: { pushId: push.id } })
  const told = [list[0]?.provedAt, items.list[0]?.provedAt]
  expect(told[0]).toEqual(told[1])
  return told[0] ?? null
}

const connect = (ago: string) => (deviceId: string) =>
  sql`insert into device_session (id, device_id, connected_at)
    values (uuid7(), ${deviceId}, now() - ${ago}::interval)`.execute(pushes.app.platform.db)
const report = (ago: string) => (deviceId: string) =>
  sql`insert into device_snapshot (device_id, kind, document, reported_at)
    values (${deviceId}, 'info', '{}', now() - ${ago}::interval)`.execute(pushes.app.platform.db)

it('is not what begins anew by itself, nor sent or received again', async () => {
  const [deviceId = ''] = await pushes.add('ANEW', 1)
  const push = await pushes.give({ ids: [deviceId] }, { options: { retries: 1 } })
  const { db, pool } = pushes.app.platform
  await sql`update push_item set state = 'RUNNING', published_at = now(), delivered_at = now(), acked_at = now(),
      proved_at = now(), asked_at = now(), ask_at = now() + interval '1 hour' where push_id = ${push.id}`.execute(
    db,
  )
  const [item] = await pushes.itemsOf(push.id)
  await inTransaction(pool, async (client) => {
    const [row] = await lockItems(client, [item?.id ?? ''])
    if (!row) throw new Error('no item')
    const again = { state: 'QUEUED', attempt: 2, ackedAt: null, endedAt: null } as const
    await saveItems(client, [{ ...row, ...again, from: 'RUNNING', againSeconds: 60 }])
  })
  const { rows } =
    await sql`select attempt, published_at, delivered_at, acked_at, proved_at, asked_at, ask_at
    from push_item where push_id = ${push.id}`.execute(db)
  const never = { publishedAt: null, deliveredAt: null, ackedAt: null, provedAt: null }
  expect(rows).toEqual([{ ...never, attempt: 2, askedAt: null, askAt: null }])
})

it('is a restart by a connection after it, and none from before', async () => {
  expect(await provedAt('BACK', 'REBOOT', connect('30 seconds'))).not.toBeNull()
  expect(await provedAt('STILL', 'REBOOT', connect('2 hours'))).toBeNull()
  expect(await provedAt('LATE', 'REBOOT', connect('-1 hour'))).toBeNull()
})

it('is a synchronisation by a report after it, and a message by nothing', async () => {
  expect(await provedAt('TOLD', 'SYNC', report('30 seconds'))).not.toBeNull()
  expect(await provedAt('OLD', 'SYNC', report('2 hours'))).toBeNull()
  expect(await provedAt('SAID', 'MESSAGE', connect('30 seconds'))).toBeNull()
})
