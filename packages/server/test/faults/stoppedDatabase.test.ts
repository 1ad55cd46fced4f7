import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embeddedPostgres.ts'
import { freePort } from '../freePorts.ts'
import { type FaultBench, findLost, openFaultBench } from './faultBench.ts'
import { copyInstallation } from '../prepared.ts'
import { until } from '../until.ts'

/** Of the terminals. */
const count = 40

let dataFolder: string
let port: number
let database: EmbeddedPostgres
let bench: FaultBench

const startDatabase = () =>
  startEmbeddedPostgres({ dataFolder, port, settings: { fsync: 'off' }, log: () => undefined })

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'muster-fault-'))
  await chmod(dataFolder, 0o755)
  await copyInstallation(dataFolder)
  port = await freePort()
  database = await startDatabase()
  bench = await openFaultBench({
    databaseUrl: database.url,
    mqttPort: await freePort(),
    count,
  })
})

afterAll(async () => {
  await bench.close()
  await database.stop()
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

it('acknowledges nothing while the database is away, and goes on by itself when it is back', async () => {
  const { fleet } = bench
  const isReady = async () => (await fetch(`${await bench.server().address}/readyz`)).status === 200
  expect(await isReady()).toBe(true)
  await database.stop()
  await expect.poll(isReady).toBe(false)
  const before = fleet.figures.acknowledged
  // Longer than messages wait, and long enough for whatever multiplies to show.
  await sleep(17_000)
  expect(fleet.figures.acknowledged).toBe(before)
  expect(await isReady()).toBe(false)
  database = await startDatabase()
  await until(
    async () => fleet.figures.acknowledged > before + count,
    'beats are acknowledged again',
  )
  await until(async () => fleet.figures.online === count, 'all terminals are back')
  await until(isReady, 'the server is ready again')
  expect(bench.server().child.exitCode).toBeNull()
  const item = await bench.command(fleet.terminals[0]?.identity.sn ?? '', { cmd: 'SYNC', args: {} })
  await until(async () => {
    const { rows } = await bench.pool.query<{ state: string }>(
      'select state from push_item where id = $1',
      [item],
    )
    return rows[0]?.state === 'SUCCESS'
  }, 'a command succeeds')
  await sleep(500)
  expect((await findLost(bench, await bench.record())).join(', ')).toBe('')
})
