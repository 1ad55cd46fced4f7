import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { ConfigurationError } from './env.ts'

const run = promisify(execFile)

/** The environment and address for PostgreSQL's own programs: the password is no argument. */
function accessOf(databaseUrl: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const env = password === '' ? process.env : { ...process.env, PGPASSWORD: password }
  return { address: url.href, env }
}

/** Refuses where PostgreSQL's programs are missing or older than the server that they must understand. */
export async function checkTools(serverVersion: number): Promise<void> {
  const major = Math.floor(serverVersion / 10_000)
  for (const tool of ['pg_dump', 'pg_restore', 'psql']) {
    const shown = await run(tool, ['--version']).then(
      ({ stdout }) => stdout,
      () => '',
    )
    const found = Number(/\) (\d+)/.exec(shown)?.[1] ?? 0)
    if (found < major)
      throw new ConfigurationError(
        `${found === 0 ? `${tool} is not on this machine` : `${tool} here is of PostgreSQL ${found}, the server is ${major}`}: install PostgreSQL's client programs of version ${major} or newer (Debian: postgresql-client-${major}).`,
      )
  }
}

/** Writes a database into a file in one consistent state, while it is used. */
export async function dumpDatabase(databaseUrl: string, file: string): Promise<void> {
  const { address, env } = accessOf(databaseUrl)
  const words = ['--format=custom', '--no-owner', `--file=${file}`, address]
  const dump = spawn('pg_dump', words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  await finished(dump, 'pg_dump')
}

/**
 * Reads a dump back in one transaction: all of it or nothing.
 * @param before statements that are part of the transaction
 */
export async function loadDump(databaseUrl: string, file: string, before: string): Promise<void> {
  const { address, env } = accessOf(databaseUrl)
  const words = ['--no-owner', '--no-privileges', '--no-comments', '--file=-', file]
  const reader = spawn('pg_restore', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const strict = ['--single-transaction', '--set=ON_ERROR_STOP=1', '--no-psqlrc', '--quiet']
  const loader = spawn('psql', [...strict, '--output=/dev/null', address], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const loaded = finished(loader, 'psql')
  loader.stdin.on('error', () => undefined)
  loader.stdin.write(`set client_min_messages = warning; ${before}\n`)
  reader.stdout.pipe(loader.stdin, { end: false })
  const read = finished(reader, 'pg_restore').then(
    () => loader.stdin.end(),
    (error: unknown) => {
      // The end of its input would make psql commit what it has got.
      loader.kill('SIGKILL')
      throw error
    },
  )
  const [ofReader, ofLoader] = await Promise.allSettled([read, loaded])
  // Where psql refuses, pg_restore only finds its pipe closed.
  if (ofLoader.status === 'rejected' && !loader.killed) throw ofLoader.reason
  if (ofReader.status === 'rejected') throw ofReader.reason
}

async function finished(child: ChildProcess, name: string): Promise<void> {
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  const { exitCode } = child
  if (exitCode !== 0)
    throw new ConfigurationError(`${name} failed: ${said.trim() || `exit code ${exitCode}`}`)
}
