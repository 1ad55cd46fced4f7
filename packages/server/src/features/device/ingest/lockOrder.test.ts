import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { startTestGateway, type TestDevice } from '../../../../test/testGateway.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import type { KeyReport } from '../keys/keys.rules.ts'
import { enterOnline } from '../presence/presence.queries.ts'
import { store } from './ingest.ts'

const done = () => undefined

const messageOf = ({ id: deviceId, sn }: TestDevice, kind: 'conn' | 'hb' | 'key') => {
  const common = { id: randomUUID(), ts: 1, asks: false }
  const conn = { s: 'online', agentVersion: '9.9.9' } as const
  const slots: KeyReport['body']['slots'] = []
  const bodies = {
    conn: { ...common, kind: 'conn', body: conn },
    hb: { ...common, kind: 'hb', body: {} },
    key: { ...common, kind: 'key', body: { at: 1, slots } },
  } as const
  const message = bodies[kind]
  return { kind: 'up', deviceId, sn, at: Date.now(), arrivalId: '', message, done } as const
}

const holdSql = 'select from device where id = any($1) order by id for no key update'

it.each<[string, 'conn' | 'key', string]>([
  ['suspended', 'conn', `update device set lifecycle = 'SUSPENDED' where id = any($1)`],
  ['held by a batch', 'conn', holdSql],
  ['held by a batch while one tells of its keys', 'key', holdSql],
])(
  'a batch of messages and terminals that are %s do not wait in a circle',
  async (_, told, text) => {
    const gateway = await startTestGateway()
    const [leaving, telling, holding] = [
      await gateway.addDevice(),
      await gateway.addDevice(),
      await gateway.addDevice(),
    ]
    const sessionId = randomUUID()
    const at = Date.now() - 10_000
    await store(gateway.platform, [messageOf(holding, 'hb'), messageOf(leaving, 'hb')], {
      nodeId: null,
    })
    await enterOnline(
      gateway.platform.pool,
      [{ deviceId: leaving.id, sessionId, at, ip: null, protocol: null, node: null }],
      null,
    )
    const holder = new pg.Client(gateway.databaseUrl)
    const writer = new pg.Client(gateway.databaseUrl)
    await Promise.all([holder.connect(), writer.connect()])
    await holder.query('begin')
    await holder.query('select from device_state where device_id = $1 for update', [holding.id])
    // It ends a presence, waits for the state of another terminal, and then writes a third.
    const gone = { deviceId: leaving.id, sessionId, at: Date.now(), reason: 'network', done }
    const closed = { ...gone, kind: 'closed' } as const
    const stored = store(
      gateway.platform,
      [closed, messageOf(holding, 'hb'), messageOf(telling, told)],
      { nodeId: null },
    )
    await untilLockWaits(gateway.platform.db)
    await writer.query('begin')
    const written = writer
      .query(text, [[leaving.id, telling.id]])
      .then(() => writer.query(`update device set lifecycle = 'LOST' where id = $1`, [leaving.id]))
      .then(() => writer.query('commit'))
    await untilLockWaits(gateway.platform.db, 2)
    await holder.query('rollback')
    const ends = await Promise.allSettled([stored, written])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await Promise.all([holder.end(), writer.end()])
    await gateway.close()
  },
)

/** That one application is installed, in this version. */
function listOf({ id: deviceId, sn }: TestDevice, vc: number) {
  const app = { p: 'com.bank.pay', vc, vn: '1', src: 'PUSH' } as const
  const body = { full: true, hash: String(vc), apps: [app] }
  const message = { id: randomUUID(), ts: 1, asks: false, kind: 'apps', body } as const
  return { kind: 'up', deviceId, sn, at: Date.now(), arrivalId: '', message, done } as const
}

it('a batch with what is installed and terminals that leave service do not wait in a circle', async () => {
  const gateway = await startTestGateway()
  const [coming, listing, holding] = [
    await gateway.addDevice(),
    await gateway.addDevice(),
    await gateway.addDevice(),
  ]
  const { pool, db } = gateway.platform
  await pool.query(`insert into counted_package (package) values ('com.bank.pay')`)
  const listed = (vc: number) => listOf(listing, vc)
  await store(gateway.platform, [messageOf(holding, 'hb'), messageOf(coming, 'hb'), listed(1)], {
    nodeId: null,
  })
  const [holder, writer] = [await pool.connect(), await pool.connect()]
  await holder.query('begin')
  await holder.query('select from device_state where device_id = $1 for update', [holding.id])
  // One comes online, and the batch waits before it writes what another has installed.
  const opened = { kind: 'opened', deviceId: coming.id, at: Date.now(), done } as const
  const session = { sessionId: randomUUID(), ip: null, protocol: null, node: null }
  const events = [{ ...opened, ...session }, messageOf(holding, 'hb'), listed(2)] as const
  const stored = store(gateway.platform, events, { nodeId: null })
  await untilLockWaits(db)
  const written = writer.query(`update device set lifecycle = 'LOST' where id = any($1)`, [
    [coming.id, listing.id],
  ])
  await untilLockWaits(db, 2)
  await holder.query('rollback')
  const ends = await Promise.allSettled([stored, written])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  holder.release()
  writer.release()
  await gateway.close()
})

it('counts what is newly installed by what its terminal has become meanwhile', async () => {
  const gateway = await startTestGateway()
  const listing = await gateway.addDevice()
  const { pool, db } = gateway.platform
  await pool.query(`insert into counted_package (package) values ('com.bank.pay')`)
  const writer = await pool.connect()
  const moveSql = 'update device set lifecycle = $2 where id = $1'
  await store(gateway.platform, [messageOf(listing, 'hb')], { nodeId: null })
  await writer.query('begin')
  await writer.query(moveSql, [listing.id, 'SUSPENDED'])
  const stored = store(gateway.platform, [listOf(listing, 1)], { nodeId: null })
  await Promise.race([stored, untilLockWaits(db)])
  await writer.query('commit')
  await stored
  writer.release()
  expect(await gateway.sql('select is_active from device_app')).toEqual([{ is_active: false }])
  await gateway.close()
})
