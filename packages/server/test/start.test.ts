import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from './freePorts.ts'
import { createPreparedDatabase } from './prepared.ts'
import { type StartedServer, type StartOptions, startServer } from './startedServer.ts'
import { until } from './until.ts'

const startScript = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url))

/** Made by the first start; the later ones find an installation there. */
let dataFolder: string
let servers: StartedServer[]

beforeAll(async () => {
  dataFolder = await newFolder()
})
afterAll(() => removeFolder(dataFolder))

beforeEach(() => {
  servers = []
})

afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await until(async () => !(await isPostgresRunning()))
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-start-'))
  // PostgreSQL of a root start has another account that must reach the folder.
  await chmod(folder, 0o755)
  return folder
}

const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })

function start({ env = {}, ...more }: Partial<StartOptions> = {}): StartedServer {
  const server = startServer({ env: { MUSTER_DATA: dataFolder, ...env }, ...more })
  servers.push(server)
  return server
}

async function isPostgresRunning(): Promise<boolean> {
  const note = await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').catch(
    () => '',
  )
  return note !== '' && isRunning(Number(note.split('\n')[0]))
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What a server says of itself once it is ready; all parts of it may not be with its first sentence. */
async function readiness(server: StartedServer): Promise<number> {
  const address = await server.address
  const ask = async () => (await fetch(`${address}/readyz`)).status
  await until(async () => (await ask()) === 200, 'a server that is ready')
  return ask()
}

describe('a start without DATABASE_URL', () => {
  it('is ready on an embedded PostgreSQL, says the one-time password and ends in order on SIGTERM', async () => {
    // A second try begins with no installation, too.
    await removeFolder(dataFolder)
    dataFolder = await newFolder()
    const server = start()
    expect(await readiness(server)).toBe(200)
    expect(server.output()).toMatch(/one-time password/)
    expect(await isPostgresRunning()).toBe(true)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await isPostgresRunning()).toBe(false)
  })

  it('ends in order when it is asked to while it starts', async () => {
    const server = start()
    await until(isPostgresRunning, 'its database')
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(await isPostgresRunning()).toBe(false)
  })

  it('says no password again, refuses to share the folder, and ends in order on SIGINT', async () => {
    const server = start()
    expect(await readiness(server)).toBe(200)
    expect(server.output()).not.toMatch(/password/i)
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('already runs on')
    expect(second.output()).not.toMatch(/^\s+at /m)
    expect(await readiness(server)).toBe(200)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
    expect(await isPostgresRunning()).toBe(false)
  })
})

describe('a start with DATABASE_URL', () => {
  it('is ready on that server and starts no other', async () => {
    const database = await createPreparedDatabase()
    const server = start({ env: { DATABASE_URL: database.url } })
    expect(await readiness(server)).toBe(200)
    expect(await isPostgresRunning()).toBe(false)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await database.drop()
  })

  it('says in a sentence that nobody answers there', async () => {
    const server = start({ env: { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none' } })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('DATABASE_URL')
    expect(server.output()).not.toContain('secret')
    expect(server.output()).not.toMatch(/^\s+at /m)
  })
})

describe('an error that nobody caught', () => {
  it.each([
    ['an exception', `throw new Error('planted')`],
    ['a rejection', `Promise.reject(new Error('planted'))`],
  ])('ends the server in order, to be started again: %s', async (_, fault) => {
    const planted = `process.on('SIGUSR2', () => { ${fault} })`
    const options = `--import=data:text/javascript,${encodeURIComponent(planted)}`
    const server = start({ env: { NODE_OPTIONS: options } })
    expect(await readiness(server)).toBe(200)
    server.child.kill('SIGUSR2')
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('Error: planted')
    // The database was closed, not left: its last word is not that of a crash.
    expect(await isPostgresRunning()).toBe(false)
    const log = await readFile(join(dataFolder, 'postgres.log'), 'utf8')
    expect(log.trimEnd().split('\n').at(-1)).toContain('database system is shut down')
  })
})

it('lives on where nothing that it prints can be kept', async () => {
  const port = await freePort()
  const server = start({
    env: { PORT: String(port), LOG_LEVEL: 'trace' },
    printTo: '/dev/full',
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status === 200)
  await until(() => isReady().catch(() => false))
  for (let n = 0; n < 20; n++) expect(await isReady()).toBe(true)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

describe('npm start', () => {
  it('passes SIGTERM on and ends with the exit code of the server', async () => {
    const server = start({ program: startScript })
    expect(await readiness(server)).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await isPostgresRunning()).toBe(false)
  })

  it('leaves nothing behind when it is killed', async () => {
    const server = start({ program: startScript })
    const address = await server.address
    server.child.kill('SIGKILL')
    await until(async () => !(await isPostgresRunning()))
    await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  })
})

it('names the port that is taken', async () => {
  const other = createServer().listen(0)
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const server = start({ env: { PORT: port }, words: ['--role', 'web'] })
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain(port)
  expect(server.output()).not.toMatch(/^\s+at /m)
  expect(await isPostgresRunning()).toBe(false)
  other.close()
})

it('names the variable that is wrong', async () => {
  const server = start({ env: { PORT: 'many' } })
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('PORT')
  expect(server.output()).not.toMatch(/^\s+at /m)
})
