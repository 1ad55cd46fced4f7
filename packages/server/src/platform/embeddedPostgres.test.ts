import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { until } from '../../test/until.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts'

/** What a first start has made here; most tests begin with a copy of it. */
let made: string
let dataFolder: string
let started: EmbeddedPostgres[] = []
let children: ChildProcess[] = []

beforeAll(async () => {
  made = await newFolder()
  const server = await startEmbeddedPostgres({ dataFolder: made, log: () => undefined })
  await server.stop()
})
afterAll(() => removeFolder(made))

beforeEach(async () => {
  dataFolder = await newFolder()
  copyMade(dataFolder)
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-embedded-'))
  // The server's account is another one when root runs the tests, and must reach the folder.
  await chmod(folder, 0o755)
  return folder
}

/** Each file with its owner and its mode. */
const copyMade = (folder: string) => execFileSync('cp', ['-a', `${made}/.`, folder])

const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })

afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()))
  for (const child of children) child.kill('SIGKILL')
  started = []
  children = []
  await removeFolder(dataFolder)
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataFolder, log: () => undefined })
  started.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Another Node process that starts the server on our folder and then only waits. */
async function startInChild(): Promise<{ child: ChildProcess; url: string }> {
  const source = `
    import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embeddedPostgres.ts'))}
    const { url } = await startEmbeddedPostgres({ dataFolder: ${JSON.stringify(dataFolder)}, log: () => {} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface(child.stdout)) return { child, url: line }
  throw new Error('the child did not start')
}

async function postmaster(): Promise<number> {
  return Number(
    (await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
}

/** The helpers that would stop the server when its starter is gone. */
async function guards(): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter(
    (_, at) => commands[at]?.startsWith('/bin/sh') && commands[at].includes(dataFolder),
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('keeps what was committed over a stop and a start, on the same port', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 1 as one')
  await first.stop()
  const second = await start()
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select one from kept')).toEqual([[1]])
})

it('is a durable UTF-8 server on 127.0.0.1 whose application user is no superuser', async () => {
  const { url } = await start()
  expect(
    await query(
      url,
      `select current_setting('fsync'), current_setting('synchronous_commit'),
    current_setting('listen_addresses'), current_setting('server_encoding'),
    (select rolsuper from pg_roles where rolname = current_user), lower('ÄÇ')`,
    ),
  ).toEqual([['on', 'on', '127.0.0.1', 'UTF8', false, 'äç']])
})

it('keeps the passwords for its own user only', async () => {
  const { url } = await start()
  const file = await stat(join(dataFolder, 'embedded-postgres.json'))
  expect(file.mode & 0o777).toBe(0o600)
  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password')
})

it('refuses a folder on which another process runs it', async () => {
  await startInChild()
  await expect(start()).rejects.toThrow('already runs on')
})

it('stops by itself when the process that started it is killed', async () => {
  const { child } = await startInChild()
  const pid = await postmaster()
  expect(isRunning(pid)).toBe(true)
  child.kill('SIGKILL')
  await until(() => !isRunning(pid))
})

it.runIf(process.platform === 'linux')('takes over an orphan that nothing stopped', async () => {
  const { child, url } = await startInChild()
  await query(url, 'create table kept as select 1 as one')
  const pid = await postmaster()
  for (const guard of await guards()) process.kill(guard, 'SIGKILL')
  child.kill('SIGKILL')
  await sleep(300)
  expect(isRunning(pid)).toBe(true)
  const server = await start()
  await until(() => !isRunning(pid))
  expect(await query(server.url, 'select one from kept')).toEqual([[1]])
})

it('recovers what was committed when everything was killed at once', async () => {
  const { child, url } = await startInChild()
  await query(url, 'create table kept as select 1 as one')
  process.kill(await postmaster(), 'SIGKILL')
  child.kill('SIGKILL')
  const server = await start()
  expect(await query(server.url, 'select one from kept')).toEqual([[1]])
})

it('starts although the number in a left-over note belongs to another process now', async () => {
  const first = await start()
  await first.stop()
  const note = join(dataFolder, 'postgres', 'postmaster.pid')
  const other = spawn('sleep', ['60'])
  children.push(other)
  await writeFile(note, `${other.pid}\n${dataFolder}/postgres\n1\n5432\n\n127.0.0.1\n1 1\nready\n`)
  const second = await start()
  expect(await query(second.url, 'select 1')).toEqual([[1]])
  expect(isRunning(other.pid ?? 0)).toBe(true)
})

it('is started again when it is killed alone', async () => {
  const { url } = await start()
  const killed = await postmaster()
  process.kill(killed, 'SIGKILL')
  await until(() =>
    query(url, 'select 1').then(
      (rows) => rows.length === 1,
      () => false,
    ),
  )
  expect(await postmaster()).not.toBe(killed)
})

it('stays owned when a crashed backend made the server reset all connections', async () => {
  const { url } = await start()
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await until(() =>
    query(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
  await sleep(500)
  await expect(start()).rejects.toThrow('already runs on')
})

it('names a taken port', async () => {
  const { url } = await start()
  const port = Number(new URL(url).port)
  const other = await mkdtemp(join(dataFolder, 'other-'))
  await chmod(other, 0o755)
  copyMade(other)
  await expect(
    startEmbeddedPostgres({ dataFolder: other, port, log: () => undefined }),
  ).rejects.toThrow(`Port ${port}`)
})
