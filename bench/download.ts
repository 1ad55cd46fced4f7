import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDownloads } from './download/estate.ts'
import { startPlainNginx } from './download/plainNginx.ts'
import { type Place, readAway } from './download/read.ts'
import { startServer } from './harness/children.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { printComparison, say } from './harness/print.ts'
import { alternate, type Figure, type Side } from './harness/rounds.ts'

// One file to few and to many terminals at a time, beside nginx that does nothing but send it; the same
// under TLS, which nginx speaks on both sides.

const wishes = readNumbers({ megabytes: 20, few: 8, many: 500, rounds: 3, port: 15097 })
const bytes = wishes.megabytes * 1_000_000

const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, folder, client }: BenchDatabase): Promise<void> {
  const server = await startWeb(wishes.port)
  const redirecting = await startWeb(wishes.port + 1, { MUSTER_FILE_REDIRECT: '/muster-files' })
  const estate = await makeDownloads(client, folder, { terminals: wishes.many, bytes })
  const nginx = await startPlainNginx({
    file: join(estate.folder, estate.name),
    store: join(folder, 'files'),
    own: wishes.port,
    redirecting: wishes.port + 1,
  })
  try {
    for (const terminals of [wishes.few, wishes.many]) {
      const paths = estate.paths.slice(0, terminals)
      const through = (port: number) => paths.map((path) => ({ port, path }))
      const bare = (port: number) => paths.map(() => ({ port, path: '/file' }))
      const tls = (places: Place[]) => places.map((place) => ({ ...place, isTls: true }))
      await compare(`${wishes.megabytes} MB to ${terminals} terminals at a time`, [
        sideOf('Muster', through(wishes.port), [server.pid]),
        sideOf('nginx', bare(nginx.plain), [nginx.pid]),
      ])
      await compare('  the same under TLS: nginx reads the file (X-Accel-Redirect)', [
        sideOf('Muster', tls(through(nginx.redirected)), [redirecting.pid, nginx.pid]),
        sideOf('nginx', tls(bare(nginx.tls)), [nginx.pid]),
      ])
      await compare('  the same under TLS: nginx passes the bytes on', [
        sideOf('Muster', tls(through(nginx.proxied)), [server.pid, nginx.pid]),
        sideOf('nginx', tls(bare(nginx.tls)), [nginx.pid]),
      ])
    }
  } finally {
    await nginx.stop()
    await server.stop()
    await redirecting.stop()
  }

  function startWeb(port: number, variables: Readonly<Record<string, string>> = {}) {
    const own = { DATABASE_URL: url, MUSTER_DATA: folder, PORT: String(port), HOST: '127.0.0.1' }
    return startServer('web', { ...own, LOG_LEVEL: 'warn', ...variables })
  }

  async function compare(title: string, sides: readonly Side[]): Promise<void> {
    const before = memoryOf(server.pid)
    const watch = watchMemory(server.pid)
    printComparison(title, 'MB/s', await alternate(sides, wishes.rounds).finally(watch.end))
    say(`  server's memory: ${before} MB before, ${watch.most()} MB at most`)
  }
}

function sideOf(name: string, places: readonly Place[], processes: readonly number[]): Side {
  return { name, processes, run: () => readAll(name, places) }
}

async function readAll(name: string, places: readonly Place[]): Promise<Figure> {
  const started = performance.now()
  const read = await Promise.all(places.map(readAway))
  if (read.some((one) => one !== bytes)) throw new Error(`${name}: a file came short`)
  const seconds = (performance.now() - started) / 1000
  return { perSecond: (places.length * wishes.megabytes) / seconds, count: places.length }
}

/** Megabytes of a process that lie in memory. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

function watchMemory(pid: number) {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 100)
  return { most: () => most, end: () => clearInterval(timer) }
}
