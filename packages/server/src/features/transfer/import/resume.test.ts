import { devices } from '@muster/contract'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { begin, csv, taskEnd, upload } from '../../../../test/importing.ts'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addEstate } from '../../../../test/testEstate.ts'

const main = fileURLToPath(new URL('../../../bin/main.ts', import.meta.url))
const rows = 6000

let app: TestApp
let folder: string
const workers: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
  app = await startTestApp()
  Object.assign(app.platform.env, { dataFolder: folder })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function startWorker(): ChildProcess {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: app.platform.env.databaseUrl ?? '',
    MUSTER_DATA: folder,
    PORT: '0',
  }
  const worker = spawn(process.execPath, [main, '--role', 'worker'], { env, stdio: 'ignore' })
  workers.push(worker)
  return worker
}

const written = async (): Promise<number> =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from device`.execute(app.platform.db)).rows[0]
      ?.n,
  )

it('goes on behind the last batch when its worker is killed, and writes no row twice', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  await addEstate(app)
  const content = csv(
    ['sn', 'modelId', 'orgId'],
    ...Array.from({ length: rows }, (_, n) => [`KILL-${10_000 + n}`, 'acme', 'platform']),
  )
  const { data } = await upload(user, content)
  const taskId = await begin(user, devices.page, { fileId: data.fileId, onFault: 'skip' })
  const first = startWorker()
  await expect.poll(written, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await written()).toBeLessThan(rows)
  // Its lease would run out within a minute.
  await sql`update async_task set lease_until = now() where id = ${taskId}`.execute(app.platform.db)
  startWorker()
  expect(await taskEnd(user, taskId)).toMatchObject({ state: 'SUCCESS', done: rows, failed: 0 })
  expect(await written()).toBe(rows)
  const { rows: batches } = await sql<{ added: number; attempts: number }>`
    select sum((after->>'added')::integer) as added,
      (select attempts from async_task where id = ${taskId}) as attempts
    from action_log where request_id = ${taskId}`.execute(app.platform.db)
  expect(batches).toEqual([{ added: rows, attempts: 2 }])
})
