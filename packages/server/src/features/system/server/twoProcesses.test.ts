import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes, server, type ServerNode } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../../../../test/startedServer.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser
let folder: string
let started: StartedServer[]

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  folder = await mkdtemp(join(tmpdir(), 'muster-nodes-'))
  started = [1, 2].map(() =>
    startServer({
      env: {
        DATABASE_URL: app.platform.env.databaseUrl ?? '',
        MUSTER_DATA: folder,
        MUSTER_ALLOW_UNBOUND_SESSIONS: 'true',
      },
    }),
  )
  for (const { address } of started) await address
}, 120_000)

afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  await app.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

const nodes = async (): Promise<readonly ServerNode[]> =>
  (await admin.get(server.metrics, {})).nodes

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited a minute in vain')
    await sleep(100)
  }
}

const silentFor = (pid: number | undefined, seconds: number) =>
  app.platform.pool.query(
    'update server_node set beat_at = now() - make_interval(secs => $2) where pid = $1',
    [pid, seconds],
  )

it('shows every process, carries a job out on one of them, and misses one that was killed', async () => {
  const [one, other] = started
  const alive = await nodes()
  expect(new Set(alive.map(({ pid }) => pid))).toEqual(new Set([one?.child.pid, other?.child.pid]))
  expect(alive[0]).toMatchObject({
    state: 'UP',
    roles: ['web', 'gateway', 'worker'],
    terminals: 0,
    warnings: ['unboundSessions'],
  })
  expect(alive[0]?.memoryBytes).toBeGreaterThan(10_000_000)
  expect(alive[0]?.diskFreeBytes).toBeGreaterThan(0)

  // At 2:41 only, unless somebody asks.
  const fold = async () =>
    (await admin.get(server.jobs, {})).jobs.find(({ name }) => name === 'stat.fold')
  const before = (await fold())?.lastAt ?? null
  expect((await admin.call(server.runJob, { body: { name: 'stat.fold' } })).code).toBe(
    codes.success,
  )
  await until(async () => {
    const now = await fold()
    return now?.lastAt !== before && now?.isRunning === false
  })
  expect(await fold()).toMatchObject({ error: null, host: alive[0]?.host })

  one?.child.kill('SIGKILL')
  await one?.ended
  const stateOf = async () => (await nodes()).find(({ pid }) => pid === one?.child.pid)?.state
  await silentFor(one?.child.pid, 30)
  expect(await stateOf()).toBe('LATE')
  await silentFor(one?.child.pid, 120)
  expect(await stateOf()).toBe('GONE')

  // One that ends as it should leaves nothing behind.
  other?.child.kill('SIGTERM')
  await other?.ended
  expect((await nodes()).map(({ state }) => state)).toEqual(['GONE'])
}, 180_000)
