import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianProgram } from './debianProgram.ts'
import { freePort } from './freePorts.ts'
import { untilListens } from './untilListens.ts'

const operations = new URL('../../../docs/operations.md', import.meta.url)

/** A PgBouncer with the configuration of docs/operations.md before a database. */
export interface Pooler {
  readonly url: string
  close(): Promise<void>
}

export async function startPooler(databaseUrl: string, poolSize = 20): Promise<Pooler> {
  const program = debianProgram('pgbouncer')
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'muster-pooler-'))
  // It does not run as root.
  await chmod(folder, 0o755)
  const users = join(folder, 'users.txt')
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  const own = await freePort()
  const shown = /```ini\n(\[databases\][\s\S]*?)```/.exec(await readFile(operations, 'utf8'))?.[1]
  if (!shown) throw new Error('operations.md shows no configuration of a pooler')
  const file = join(folder, 'pgbouncer.ini')
  const text = shown
    .replace(/^muster = .*$/m, `muster = host=${hostname} port=${port} dbname=${pathname.slice(1)}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${own}\nunix_socket_dir =`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${poolSize}`)
  await writeFile(file, text)
  const account = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const child = spawn(program, [...account, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const url = `postgres://${username}:${password}@127.0.0.1:${own}/muster`
  await untilListens(own, child)
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
