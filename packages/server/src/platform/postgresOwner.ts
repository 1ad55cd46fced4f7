import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import { ConfigurationError } from './env.ts'
import type { PostgresHome } from './postgresHome.ts'

// Who runs an embedded server keeps one connection under this name as long as he lives. It is the
// proof of ownership: unlike a number in a file, the kernel takes it away with the process.
const ownerName = 'muster owner'

/** The connection that proves ownership; `ended` settles when it is lost or closed. */
export type Owner = { client: Client; ended: Promise<void> }

type Login = { port: number; password: string }

/** Connects as soon as the server lets us in; undefined when it is gone before. */
export async function connectAsOwner(
  login: Login,
  isAlive: () => boolean,
): Promise<Owner | undefined> {
  while (isAlive()) {
    const owner = await tryConnect(login, ownerName)
    if (owner) return owner
    await sleep(30)
  }
  return undefined
}

/** Nobody may be left on the folder: an orphan is stopped, a living owner is a refusal. */
export async function releaseFolder(
  home: PostgresHome,
  log: (message: string) => void,
): Promise<void> {
  // An owner who is just closing gets a moment: "stop, then start" is an ordinary wish.
  const patience = Date.now() + 5_000
  const deadline = Date.now() + 60_000
  for (let told = false; ; await sleep(100)) {
    const running = await findServer(home.folder)
    if (!running) return
    const owned = await isOwned({ port: running.port, password: home.memory.superPassword })
    if (owned && Date.now() > patience)
      throw new ConfigurationError(
        `Muster already runs on ${home.folder} (PostgreSQL, process ${running.pid}). Stop it first, or set MUSTER_DATA to another folder.`,
      )
    if (Date.now() > deadline)
      throw new ConfigurationError(
        `The PostgreSQL of an earlier start (process ${running.pid}) does not stop. Stop it, then start again.`,
      )
    if (owned !== false) continue
    if (!told) log(`stopping PostgreSQL of an earlier start (process ${running.pid})`)
    told = true
    process.kill(running.pid, 'SIGINT')
  }
}

/** true or false; undefined while the server lets nobody in (it starts or stops). */
async function isOwned(login: Login): Promise<boolean | undefined> {
  const visitor = await tryConnect(login, 'muster visitor')
  if (!visitor) return undefined
  try {
    const found = await visitor.client.query(
      'select from pg_stat_activity where application_name = $1',
      [ownerName],
    )
    return found.rowCount !== 0
  } catch {
    return undefined
  } finally {
    await visitor.client.end()
  }
}

async function tryConnect({ port, password }: Login, name: string): Promise<Owner | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    password,
    user: 'postgres',
    database: 'postgres',
    application_name: name,
  })
  // A lost connection is told by `ended`; as an error event it would end the process.
  client.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.connect()
    return { client, ended }
  } catch (error) {
    if (error instanceof DatabaseError && error.code?.startsWith('28'))
      throw new ConfigurationError(
        `The PostgreSQL on port ${port} does not know our password: it is another server.`,
        { cause: error },
      )
    return undefined
  }
}

type Server = { pid: number; port: number }

/** The server that works on this folder, by its own note; a note that only looks alive is disarmed. */
async function findServer(folder: string): Promise<Server | undefined> {
  const file = join(folder, 'postmaster.pid')
  const note = await readFile(file, 'utf8').catch(() => undefined)
  if (note === undefined) return undefined
  const lines = note.split('\n')
  const pid = Math.abs(Number(lines[0]))
  if (await isServerOf(folder, pid)) return { pid, port: Number(lines[3]) }
  // Another process may have the number by now, and PostgreSQL would refuse to start. It takes its
  // parent's number for stale and still checks the shared memory for left-over backends.
  if (isRunning(pid)) await writeFile(file, [process.pid, ...lines.slice(1)].join('\n'))
  return undefined
}

async function isServerOf(folder: string, pid: number): Promise<boolean> {
  const command = await commandOf(pid)
  return command.includes('postgres') && command.includes(folder)
}

async function commandOf(pid: number): Promise<string> {
  const shown =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
        )
  return shown.catch(() => '')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
