import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts'
import { type FaultBench, findLost, freePort, openFaultBench, until } from './faultBench.ts'

let database: TestDatabase
let bench: FaultBench

beforeAll(async () => {
  database = await createTestDatabase()
  bench = await openFaultBench({ databaseUrl: database.url, mqttPort: await freePort() })
}, 120_000)

afterAll(async () => {
  await bench.close()
  await database.drop()
})

it('loses nothing that it acknowledged when it is killed while 200 terminals report', async () => {
  const { fleet } = bench
  const items: string[] = []
  for (let kill = 0; kill < 3; kill++) {
    for (const { identity } of fleet.terminals)
      items.push(
        await bench.command(identity.sn, {
          cmd: 'SYNC',
          args: { info: true, net: true, location: true },
        }),
      )
    // In the midst of sending, reporting and beating.
    await sleep(300 + kill * 700)
    await bench.kill()
    await bench.start()
    await until(async () => fleet.figures.online === 200, 'all terminals are back')
  }
  const states = async () =>
    (
      await bench.pool.query<{ state: string; count: number }>(
        'select state, count(*) as count from device_task_item group by state',
      )
    ).rows
  await until(async () => {
    const [only, ...others] = await states()
    return others.length === 0 && only?.state === 'SUCCESS' && only.count === items.length
  }, 'every command has succeeded')
  await sleep(1_000)
  const record = await bench.record()
  expect(record.filter(({ type }) => type === 'task').length).toBeGreaterThanOrEqual(items.length)
  expect(record.filter(({ type }) => type === 'hb').length).toBeGreaterThan(400)
  expect(await findLost(bench, record)).toEqual([])
  // However often a command was sent, its terminal acted once.
  expect(fleet.terminals.flatMap(({ effects }) => effects)).toHaveLength(items.length)
}, 240_000)
