import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { installPackage } from './debianProgram.ts'
import { freePort } from './freePorts.ts'
import type { Issued } from './testAuthority.ts'

const versions = '/usr/lib/postgresql'

/** A PostgreSQL that is not ours, as an operator has one: its superuser's address. */
export interface ForeignPostgres {
  readonly url: string
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

interface ForeignWishes {
  readonly settings?: readonly string[]
  /** Certificate and key; it takes TLS then. */
  readonly tls?: Issued
  /** An extension that its package does not bring. */
  readonly without?: string
}

/** Starts Debian's PostgreSQL on a folder of its own; installs it where it is missing. */
export async function startDebianPostgres({
  settings = [],
  tls,
  without,
}: ForeignWishes = {}): Promise<ForeignPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-foreign-'))
  await chmod(folder, 0o777)
  const programs = without ? await programsWithout(folder, without) : debianPrograms()
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null
  const data = join(folder, 'data')
  const words = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', data]
  execFileSync(join(programs, 'initdb'), words, { ...account, cwd: '/', stdio: 'ignore' })
  const port = await freePort()
  if (tls) await keepCertificate(data, tls, account)
  const chosen = [
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    ...(tls ? ['ssl=on'] : []),
    ...settings,
  ]
  const options = chosen.flatMap((setting) => ['-c', setting])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const command = [join(programs, 'postgres'), '-D', data, ...options]
  const launch = () => untilRuns(url, () => run(command, account))
  let server = await launch()
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  return {
    url,
    kill: () => end('SIGKILL'),
    async start() {
      server = await launch()
    },
    async stop() {
      await end('SIGQUIT')
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
}

function debianPrograms(): string {
  const programs = findPrograms() ?? (installPackage('postgresql') ? findPrograms() : undefined)
  if (!programs) throw new Error('PostgreSQL is not installed: install the package postgresql.')
  return programs
}

/** A copy of its programs, which looks for extensions beside itself and misses one. */
async function programsWithout(folder: string, extension: string): Promise<string> {
  const programs = debianPrograms()
  const home = dirname(programs)
  const share = home.replace('/lib/', '/share/')
  await cp(home, join(folder, home), { recursive: true })
  await cp(share, join(folder, share), {
    recursive: true,
    dereference: true,
    filter: (path) => !basename(path).startsWith(`${extension}.`),
  })
  return join(folder, programs)
}

/** Under the names that PostgreSQL looks for. */
async function keepCertificate(data: string, { cert, key }: Issued, owner: Account): Promise<void> {
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const file = join(data, name)
    await writeFile(file, text, { mode: 0o600 })
    if (owner) await chown(file, owner.uid, owner.gid)
  }
}

function findPrograms(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions) : []
  const [newest] = found.sort((one, other) => Number(other) - Number(one))
  const programs = newest && join(versions, newest, 'bin')
  return programs && existsSync(join(programs, 'postgres')) ? programs : undefined
}

type Account = { readonly uid: number; readonly gid: number } | null

function accountOf(name: string): NonNullable<Account> {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function run([program = '', ...words]: readonly string[], account: Account): ChildProcess {
  return spawn(program, words, { ...account, cwd: '/', stdio: 'ignore' })
}

/** Starts it until it answers: after a kill its processes hold their memory for a moment. */
async function untilRuns(url: string, launch: () => ChildProcess): Promise<ChildProcess> {
  const deadline = Date.now() + 60_000
  let server = launch()
  for (;;) {
    const client = new Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return server
    } catch (error) {
      if (Date.now() > deadline) throw error
      if (server.exitCode !== null) server = launch()
      await sleep(100)
    }
  }
}
