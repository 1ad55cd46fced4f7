import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPreparedDatabase } from '../prepared.ts'
import type { TestDatabase } from '../testDatabase.ts'
import { freePort } from '../freePorts.ts'
import { type FaultBench, findLost, openFaultBench, openWire, type Wire } from './faultBench.ts'
import { until } from '../until.ts'

/** Of the terminals. */
const count = 40

let database: TestDatabase
let wire: Wire
let bench: FaultBench

beforeAll(async () => {
  database = await createPreparedDatabase()
  const mqttPort = await freePort()
  wire = await openWire(mqttPort)
  const through = `mqtt://127.0.0.1:${wire.port}`
  bench = await openFaultBench({ databaseUrl: database.url, mqttPort, through, count })
})

afterAll(async () => {
  await bench.close()
  await wire.close()
  await database.drop()
})

const stateOf = async (id: string) =>
  (await bench.pool.query<{ state: string }>('select state from push_item where id = $1', [id]))
    .rows[0]?.state

const onlineCount = async () =>
  (await bench.pool.query<{ count: number }>('select count(*) as count from device_online')).rows[0]
    ?.count

it('carries every command out once although connections are cut again and again', async () => {
  const { fleet } = bench
  const done = () => fleet.terminals.flatMap(({ effects }) => effects).length
  // A second try begins with what the first one has left.
  const before = done()
  const items: string[] = []
  for (let cut = 0; cut < 5; cut++) {
    for (const { identity } of fleet.terminals)
      items.push(await bench.command(identity.sn, { cmd: 'SYNC', args: {} }))
    await sleep(150 + cut * 250)
    wire.cut()
    await until(async () => fleet.figures.online === count, 'all terminals are back')
  }
  await until(async () => {
    const { rows } = await bench.pool.query<{ count: number }>(
      `select count(*) as count from push_item where state = 'SUCCESS' and id = any($1)`,
      [items],
    )
    return rows[0]?.count === items.length
  }, 'every command has succeeded')
  await sleep(500)
  expect((await findLost(bench, await bench.record())).join(', ')).toBe('')
  expect(done() - before).toBe(items.length)
})

it('shows who is away, and delivers or ends what waited for them', async () => {
  const { fleet } = bench
  wire.hold(true)
  await until(async () => (await onlineCount()) === 0, 'everybody is shown as away')
  const [first, second] = fleet.terminals.map(({ identity }) => identity.sn)
  const waits = await bench.command(first ?? '', { cmd: 'SYNC', args: {} })
  const expires = await bench.command(second ?? '', { cmd: 'SYNC', args: {}, ttlSeconds: 1 })
  await until(async () => (await stateOf(expires)) === 'EXPIRED', 'the command has expired')
  expect(await stateOf(waits)).toBe('QUEUED')
  wire.hold(false)
  await until(async () => (await stateOf(waits)) === 'SUCCESS', 'the command was delivered')
  await until(async () => (await onlineCount()) === count, 'everybody is shown as here')
  expect(await stateOf(expires)).toBe('EXPIRED')
})
