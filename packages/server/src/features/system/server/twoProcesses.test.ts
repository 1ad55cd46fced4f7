import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codes, server, type ServerNode } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedServer, startServer } from '../../../../test/startedServer.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { until } from '../../../../test/until.ts'
import { freeJobs } from './freeJobs.ts'

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
  await until(async () => (await nodes()).length === 2)
})

afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  await app.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

const nodes = async (): Promise<readonly ServerNode[]> =>
  (await admin.get(server.metrics, {})).nodes

const silentFor = (pid: number | undefined, seconds: number) =>
  app.platform.pool.query(
    'update server_node set beat_at = now() - make_interval(secs => $2) where pid = $1',
    [pid, seconds],
  )

const holders = async (sentence: string, values: unknown[] = []) =>
  (await app.platform.pool.query<{ holder: string }>(sentence, values)).rows.map(
    ({ holder }) => holder,
  )

/** Puts what a process holds into the past, so that nobody has to wait for it. */
const heldSince = (holder: string | undefined) =>
  app.platform.pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'
      where locked_by = $1`,
    [holder],
  )

it('frees what nobody living holds, once, and takes nothing from the living', async () => {
  const { pool, db } = app.platform
  const [living] = await holders('select job_holder as holder from server_node')
  expect(living).toEqual(expect.any(String))
  await pool.query(`select graphile_worker.add_job('nobody knows', json_build_object('by', name))
    from unnest(array['dead', 'young', '${living}']) as name`)
  await pool.query(`update graphile_worker._private_jobs set locked_by = payload ->> 'by',
      locked_at = now() - case payload ->> 'by' when 'young' then interval '0' else '2 minutes' end
    where payload ->> 'by' is not null`)
  const held = () =>
    holders(`select locked_by as holder from graphile_worker._private_jobs
      where payload ->> 'by' is not null and locked_by is not null order by locked_by = 'young'`)
  await Promise.all(Array.from({ length: 5 }, () => freeJobs(db)))
  expect(await held()).toEqual([living, 'young'])

  // A worker that tells no holder may have any of them.
  await pool.query(`insert into server_node
      select (jsonb_populate_record(node, jsonb_build_object(
        'id', gen_random_uuid(), 'host', 'older', 'job_holder', null))).*
      from server_node node limit 1`)
  await heldSince('young')
  await freeJobs(db)
  expect(await held()).toEqual([living, 'young'])
  await pool.query(`delete from server_node where host = 'older'`)
  await freeJobs(db)
  expect(await held()).toEqual([living])
  await pool.query(`delete from graphile_worker._private_jobs where payload ->> 'by' is not null`)
})

it('shows every process, and carries a job out on one of them', async () => {
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
})

/** Runs of the job `log.seal` that were asked for and are not done. */
const asked = async () =>
  (await app.platform.pool.query(`select from graphile_worker.jobs where key = 'now log.seal'`))
    .rowCount

it('carries a job out on another process when the one that held it is killed', async () => {
  // Sealing waits for its turn on the chain: the process that has taken the job hangs in it.
  const chain = await app.platform.pool.connect()
  await chain.query('begin; set local idle_in_transaction_session_timeout = 0')
  await chain.query('select pg_advisory_xact_lock(7214018)')
  await admin.get(server.runJob, { body: { name: 'log.seal' } })
  // On a slow machine the wait for the chain may come to its end of 10 s, and begin again.
  await app.platform.pool.query(
    `update graphile_worker._private_jobs set max_attempts = 25 where key = 'now log.seal'`,
  )
  const holding = () =>
    holders(`select locked_by as holder from graphile_worker.jobs
      where key = 'now log.seal' and locked_by is not null`)
  await until(async () => (await holding()).length === 1)
  const [holder] = await holding()
  const { rows } = await app.platform.pool.query<{ pid: number }>(
    'select pid from server_node where job_holder = $1',
    [holder],
  )
  const killed = started.find(({ child }) => child.pid === rows[0]?.pid)
  expect(killed?.child.pid).toEqual(expect.any(Number))
  killed?.child.kill('SIGKILL')
  await killed?.ended
  await silentFor(killed?.child.pid, 31)
  await heldSince(holder)
  await until(async () => (await holding()).some((other) => other !== holder))
  await chain.query('commit')
  chain.release()
  await until(async () => (await asked()) === 0)
  started = started.toSorted((one, other) => Number(other === killed) - Number(one === killed))
})

it('misses one that was killed, and not one that ended', async () => {
  const [one, other] = started
  const stateOf = async () => (await nodes()).find(({ pid }) => pid === one?.child.pid)?.state
  await silentFor(one?.child.pid, 30)
  expect(await stateOf()).toBe('LATE')
  await silentFor(one?.child.pid, 120)
  expect(await stateOf()).toBe('GONE')

  // One that ends as it should leaves nothing behind.
  other?.child.kill('SIGTERM')
  await other?.ended
  expect((await nodes()).map(({ state }) => state)).toEqual(['GONE'])
})
