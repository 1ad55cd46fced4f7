import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import { loadDownKey } from '../downKey.ts'
import { store } from '../ingest/ingest.ts'
import { enterOnline } from '../presence/presence.queries.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { askSilent } from './askSilent.ts'
import { lockSendable, lockUnsendable, lookAgain, park, unpark } from './publish.queries.ts'
import { startPublisher } from './publisher.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
  await seedParameters(gateway.platform.db)
})
afterAll(() => gateway.close())

/** Seconds until a command is due; null: not before its terminal comes. */
async function dueIn(id: string): Promise<number | null> {
  const [row] = await gateway.sql<{ seconds: number | null }>(
    `select extract(epoch from next_publish_at - now())::float8 as seconds
      from push_item where id = $1`,
    [id],
  )
  return row?.seconds ?? null
}

const isDrained = async ({ sn }: TestDevice) =>
  (await gateway.sql('select from outbox where key = $1', [sn])).length === 0

const openedEvent = ({ id: deviceId }: TestDevice) =>
  ({
    kind: 'opened',
    deviceId,
    at: Date.now(),
    sessionId: randomUUID(),
    ip: null,
    protocol: null,
    node: null,
    done: () => undefined,
  }) as const

/** A command that nobody looks at again before its terminal comes. */
async function parked(device: TestDevice): Promise<string> {
  const id = await gateway.command(device)
  await eventually(() => isDrained(device))
  expect(await dueIn(id)).toBeGreaterThan(20)
  await gateway.sql('update push_item set next_publish_at = now() where id = $1', [id])
  await eventually(async () => (await dueIn(id)) === null)
  return id
}

describe('a command whose terminal is not there', () => {
  it('is looked at once more, then not before its terminal comes', async () => {
    const device = await gateway.addDevice()
    const id = await parked(device)
    // As under NATS, where the record of a terminal may be mended without a greeting.
    await store(gateway.platform, [openedEvent(device)], { nodeId: null })
    const seconds = await dueIn(id)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(4)
  })

  it('is due when its terminal comes before that look', async () => {
    const device = await gateway.addDevice()
    const id = await gateway.command(device)
    await eventually(() => isDrained(device))
    await store(gateway.platform, [openedEvent(device)], { nodeId: null })
    expect(await dueIn(id)).toBeLessThan(4)
  })

  it('is looked at again although it was given while its terminal came unseen', async () => {
    const device = await gateway.addDevice()
    const coming = new pg.Client(gateway.databaseUrl)
    await coming.connect()
    await coming.query('begin')
    await enterOnline(coming, [openedEvent(device)], null)
    const id = await gateway.command(device)
    await eventually(() => isDrained(device))
    await coming.query('commit')
    await coming.end()
    expect(await dueIn(id)).toBeGreaterThan(20)
  })

  it('waits likewise for one that is disabled', async () => {
    const device = await gateway.addDevice()
    await gateway.sql('update device set status = 0 where id = $1', [device.id])
    const terminal = await openTerminal(gateway, device)
    // Its coming makes due what it finds: that must be over.
    const online = 'select from device_online where device_id = $1'
    await eventually(async () => (await gateway.sql(online, [device.id])).length === 1)
    const id = await parked(device)
    expect(await dueIn(id)).toBeNull()
    await terminal.leave()
  })
})

/** A gateway without a broker that hears all terminals but one. */
async function deafTo({ sn: deaf }: TestDevice) {
  const key = await loadDownKey(gateway.platform)
  const topics: string[] = []
  const link: DeviceLink = {
    port: () => null,
    isConnected: () => true,
    check: async () => null,
    close: () => undefined,
    stop: () => Promise.resolve(),
    publishDown({ topic }) {
      topics.push(topic)
      return true
    },
  }
  const nodeId = randomUUID()
  const options = { link, key, nodeId, hears: (sn: string) => sn !== deaf }
  return { topics, nodeId, options: { ...options, delivered: () => undefined } }
}

/** As many open commands as one look takes, of a terminal at this gateway. */
const addItems = ({ id }: TestDevice, nodeId: string, count: number) =>
  gateway.sql(
    `with here as (insert into device_online (device_id, since, session_id, node_id)
        values ($1, now(), uuid7(), $2))
      insert into push_item (device_id, cmd, args, state, expires_at, next_publish_at, ask_at)
      select $1, 'LOCATE', '{}', 'PUBLISHED', now() + interval '1 hour', now(), now()
        from generate_series(1, $3)`,
    [id, nodeId, count],
  )

describe('many commands of a terminal that does not listen', () => {
  it('keep nothing of others back, neither what is sent nor what is asked', async () => {
    const [deaf, other] = [await gateway.addDevice(), await gateway.addDevice()]
    const { topics, nodeId, options } = await deafTo(deaf)
    await addItems(deaf, nodeId, 500)
    await addItems(other, nodeId, 1)
    await askSilent(gateway.platform, options)
    expect(topics).toEqual([`tms/v1/main/${other.sn}/down/ask`])
    const publisher = startPublisher(gateway.platform, options)
    await eventually(async () => topics.includes(`tms/v1/main/${other.sn}/down/cmd`))
    await publisher.stop()
  })

  it('of one that is disabled are not asked for', async () => {
    const [disabled, nobody] = [await gateway.addDevice(), await gateway.addDevice()]
    const { topics, nodeId, options } = await deafTo(nobody)
    await addItems(disabled, nodeId, 1)
    await gateway.sql('update device set status = 0 where id = $1', [disabled.id])
    await askSilent(gateway.platform, options)
    expect(topics).toEqual([])
  })
})

describe('the outbox and terminals that come back', () => {
  const openClient = async () => {
    const client = new pg.Client(gateway.databaseUrl)
    await client.connect()
    await client.query('begin')
    return client
  }

  it('do not wait for each other in a circle', async () => {
    const device = await gateway.addDevice()
    const items = await gateway.sql<{ id: string }>(
      `insert into push_item (device_id, cmd, args, state, expires_at)
        select $1, 'LOCATE', '{}', 'QUEUED', now() + interval '1 hour' from generate_series(1, 2)
        returning id`,
      [device.id],
    )
    const [first = '', last = ''] = items.map(({ id }) => id).toSorted()
    const [outbox, store] = [await openClient(), await openClient()]
    await outbox.query('select from push_item where id = $1 for update', [last])
    // It has the first one, and waits for the last one.
    const unparked = unpark(store, [device.id]).then(() => store.query('commit'))
    await untilLockWaits(gateway.platform.db)
    expect(await lookAgain(outbox, [first])).toEqual([first])
    await outbox.query('commit')
    await unparked
    expect(await lookAgain(outbox, [first, last])).toEqual([])
    await Promise.all([outbox.end(), store.end()])
  })

  it('leave nothing for ever that waited for its turn while its terminal came', async () => {
    const device = await gateway.addDevice()
    const nodeId = randomUUID()
    const [item] = await gateway.sql<{ id: string }>(
      `insert into push_item (device_id, cmd, args, state, expires_at, next_publish_at, waits_for)
        values ($1, 'LOCATE', '{}', 'QUEUED', now() + interval '1 hour', now() + interval '1 second', 'PACE')
        returning id`,
      [device.id],
    )
    const coming = await openClient()
    const row = { deviceId: device.id, sessionId: randomUUID(), at: Date.now(), ip: null }
    await enterOnline(coming, [{ ...row, protocol: null, node: null }], nodeId)
    await unpark(coming, [device.id])
    // Its turn comes while nobody can see that its terminal is there.
    await coming.query('select pg_sleep(1)')
    const parking = await openClient()
    await park(parking, await lockUnsendable(parking))
    await parking.query('commit')
    await coming.query('commit')
    expect(await dueIn(item?.id ?? '')).not.toBeNull()
    await Promise.all([coming.end(), parking.end()])
  })

  it('leave a message where it is while somebody holds its command', async () => {
    const device = await gateway.addDevice()
    const [item] = await gateway.sql<{ id: string; messageId: string }>(
      `insert into push_item (device_id, cmd, args, state, expires_at)
        values ($1, 'REBOOT', '{}', 'QUEUED', now() + interval '1 hour')
        returning id, message_id as "messageId"`,
      [device.id],
    )
    if (!item) throw new Error('the command is missing')
    const { id, messageId } = item
    const holder = await openClient()
    await holder.query('select from push_item where id = $1 for update', [id])
    const body = { item: id, cmd: 'REBOOT', args: { delay: 0 }, attempt: 1 }
    const message = { sn: device.sn, messageId, expiresAt: Date.now() + 600_000, path: 'cmd', body }
    const [told] = await gateway.sql<{ id: string }>(
      `insert into outbox (kind, key, payload) values ('device', $1, $2) returning id`,
      [device.sn, JSON.stringify(message)],
    )
    const waiting = () =>
      gateway.sql<{ id: string; payload: unknown }>(
        'select id, payload from outbox where key = $1',
        [device.sn],
      )
    await eventually(async () => {
      const [again] = await waiting()
      return again !== undefined && again.id !== told?.id
    })
    expect((await waiting()).map(({ payload }) => payload)).toEqual([message])
    await holder.query('rollback')
    await holder.end()
    await eventually(() => isDrained(device))
    expect(await dueIn(id)).toBeGreaterThan(20)
  })
})

it('that is more urgent leaves before what was given earlier', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('time')
  const first = await gateway.command(device)
  const urgent = await gateway.command(device)
  const client = await gateway.platform.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update push_item set state = 'QUEUED', next_publish_at = now(), priority = case id when $1 then 9 else 5 end
        where device_id = $2`,
      [urgent, device.id],
    )
    const { rows } = await client.query<{ node: string | null }>(
      'select node_id as node from device_online where device_id = $1',
      [device.id],
    )
    const wanted = { of: 'due', after: null } as const
    const found = await lockSendable(client, wanted, rows[0]?.node ?? null)
    const own = found.filter(({ deviceId }) => deviceId === device.id)
    expect(own.map(({ id }) => id)).toEqual([urgent, first])
    const after = own[0] ?? null
    const next = await lockSendable(client, { of: 'due', after }, rows[0]?.node ?? null)
    expect(next.map(({ id }) => id)).toEqual([first])
  } finally {
    await client.query('rollback')
    client.release()
  }
  await terminal.leave()
})
