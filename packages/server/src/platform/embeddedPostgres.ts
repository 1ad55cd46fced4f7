import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigurationError } from './env.ts'
import { makeCluster, openPostgresHome, type PostgresHome } from './postgresHome.ts'
import { connectAsOwner, type Owner, releaseFolder } from './postgresOwner.ts'

/** `settings` override those of the server, e.g. `{ fsync: 'off' }` in tests. */
export type EmbeddedOptions = {
  dataFolder: string
  port?: number | undefined
  settings?: Readonly<Record<string, string>>
  log: (message: string) => void
  /** Is given the way to end it before it starts: whoever is asked to end meanwhile leaves nothing behind. */
  stopsBy?: (stop: () => Promise<void>) => void
}

/**
 * A running embedded server: the address of the application's database, that of who may give parts
 * of it another owner, and the way to end it.
 */
export type EmbeddedPostgres = { url: string; ownerUrl: string; stop: () => Promise<void> }

type State = EmbeddedOptions & { home: PostgresHome; server?: ChildProcess; stopping: boolean }

/**
 * Starts the PostgreSQL that comes with npm on a folder of its own, or rejects with a sentence.
 * It listens on 127.0.0.1 only, is started again when it dies, and stops by itself when this
 * process is gone. An orphan of an earlier start is stopped first; a living owner is a refusal.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32')
    throw new ConfigurationError(
      'The embedded PostgreSQL does not run on Windows: set DATABASE_URL.',
    )
  const home = await openPostgresHome(options.dataFolder, options.log)
  const state: State = { ...options, home, stopping: false }
  await releaseFolder(home, options.log)
  await makeCluster(home)
  const stop = () => stopServer(state)
  options.stopsBy?.(stop)
  try {
    const owner = await launch(state)
    await makeDatabase(owner, home.memory.password)
    keepRunning(state, owner).catch((error: unknown) => state.log(String(error)))
  } catch (error) {
    await stop()
    throw error
  }
  const { port, password, superPassword } = home.memory
  const place = `127.0.0.1:${port}/muster`
  return {
    url: `postgres://muster:${password}@${place}`,
    ownerUrl: `postgres://postgres:${superPassword}@${place}`,
    stop,
  }
}

const attempts = 5

/** Backends of a killed server may hold the folder for a moment, or the port may be lost: a few tries. */
async function launch(state: State): Promise<Owner> {
  const { home } = state
  for (let attempt = 1; ; attempt += 1) {
    await choosePort(state)
    const server = spawnServer(state)
    const login = { port: home.memory.port, password: home.memory.superPassword }
    const owner = await connectAsOwner(login, () => isAlive(server))
    if (owner) return owner
    if (attempt === attempts || state.stopping)
      throw new ConfigurationError(
        `PostgreSQL did not start on ${home.folder}: ${lastWords(home.logFile)} (see ${home.logFile})`,
      )
    await sleep(500)
    await releaseFolder(home, state.log)
  }
}

/** Keeps the remembered port while it is free, so that a database tool finds the server again. */
async function choosePort({ port, home }: State): Promise<void> {
  const wanted = port ?? home.memory.port
  const chosen = await freePort(wanted).catch(() => freePort(port ?? 0))
  if (chosen === home.memory.port) return
  home.memory.port = chosen
  await home.remember(home.memory)
}

async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1')
  await once(probe, 'listening').catch(() => {
    throw new ConfigurationError(`Port ${wanted} for the embedded PostgreSQL is taken.`)
  })
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : wanted
}

// A helper beside the server waits for the end of our pipe, which the kernel closes when we are
// gone, however that came, and then asks the server to stop. It is forked twice, so that the
// server (which replaces the shell and keeps its number) has no child it does not know.
const guarded =
  'exec 3<&0; ( (read -r _ <&3; kill -INT $$ 2>/dev/null) & ); exec "$@" 3<&- </dev/null'

function spawnServer(state: State): ChildProcess {
  const { home } = state
  const logFile = openLog(home.logFile)
  const settings = { ...standard, ...state.settings, port: home.memory.port }
  const command = [join(home.programs, 'bin', 'postgres'), '-D', home.folder]
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`)
  // Detached: the Ctrl-C of a terminal must reach us only, because we stop the server last.
  const server = spawn('/bin/sh', ['-c', guarded, 'sh', ...command], {
    ...home.account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', logFile],
  })
  closeSync(logFile)
  server.stdin?.on('error', () => undefined)
  // The machine has no process to spare: then this start has failed, and the next one is tried.
  server.on('error', (error) => state.log(`PostgreSQL could not be started: ${error.message}`))
  server.once('exit', () => server.stdin?.end())
  state.server = server
  return server
}

const logLimit = 5_000_000

/** Kept over starts, because it tells why the server died; the one before is kept when it is long. */
function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > logLimit) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

function lastWords(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? ''
}

const standard: Readonly<Record<string, string | number>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: 1.1,
  max_wal_size: '2GB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  // Above ERROR: the caller of a failing statement reports it himself.
  log_min_messages: 'log',
}

/** The application owns its database and is no superuser, as on any other PostgreSQL. */
async function makeDatabase({ client }: Owner, password: string): Promise<void> {
  const exists = async (query: string) => (await client.query(query)).rowCount === 1
  if (!(await exists(`select from pg_roles where rolname = 'muster'`)))
    await client.query(
      `create role muster login createdb password ${client.escapeLiteral(password)}`,
    )
  if (!(await exists(`select from pg_database where datname = 'muster'`)))
    await client.query('create database muster owner muster')
}

/** Holds the proof of ownership, and starts the server again when it dies. */
async function keepRunning(state: State, first: Owner): Promise<void> {
  for (let owner: Owner | undefined = first; owner; ) {
    await owner.ended
    owner = (await reconnect(state)) ?? (await relaunch(state))
  }
}

async function reconnect(state: State): Promise<Owner | undefined> {
  const { port, superPassword: password } = state.home.memory
  const isWanted = () => !state.stopping && state.server !== undefined && isAlive(state.server)
  return connectAsOwner({ port, password }, isWanted)
}

async function relaunch(state: State): Promise<Owner | undefined> {
  while (!state.stopping) {
    state.log('PostgreSQL has stopped by itself: starting it again')
    try {
      return await launch(state)
    } catch (error) {
      state.log(String(error))
      await sleep(1_000)
    }
  }
  return undefined
}

/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stopServer(state: State): Promise<void> {
  state.stopping = true
  const { server } = state
  if (!server || !isAlive(server)) return
  const exited = once(server, 'exit')
  server.kill('SIGINT')
  // Without the checkpoint of a fast shutdown nothing is lost either; the next start recovers.
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 60_000)
  await exited
  clearTimeout(impatience)
}

function isAlive(server: ChildProcess): boolean {
  return server.exitCode === null && server.signalCode === null
}
