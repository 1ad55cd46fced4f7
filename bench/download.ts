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

// One file to few and to many terminals at a time, beside nginx that does nothing but send it.

const wishes = readNumbers({ megabytes: 20, few: 8, many: 500, rounds: 3, port: 15097 })
const bytes = wishes.megabytes * 1_000_000

const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, folder, client }: BenchDatabase): Promise<void> {
  const server = await startServer('web', {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    PORT: String(wishes.port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  const estate = await makeDownloads(client, folder, { terminals: wishes.many, bytes })
  const nginx = await startPlainNginx(join(estate.folder, estate.name))
  try {
    const ours = estate.paths.map((path) => ({ port: wishes.port, path }))
    const plain = ours.map(() => ({ port: nginx.port, path: '/file' }))
    for (const terminals of [wishes.few, wishes.many]) {
      const before = memoryOf(server.pid)
      const watch = watchMemory(server.pid)
      const sides = [
        sideOf('Muster', ours.slice(0, terminals), server.pid),
        sideOf('nginx', plain.slice(0, terminals), nginx.pid),
      ]
      const series = await alternate(sides, wishes.rounds).finally(watch.end)
      const title = `${wishes.megabytes} MB to ${terminals} terminals at a time`
      printComparison(title, 'MB/s', series)
      say(`  server's memory: ${before} MB before, ${watch.most()} MB at most`)
    }
  } finally {
    await nginx.stop()
    await server.stop()
  }
}

function sideOf(name: string, places: readonly Place[], pid: number): Side {
  return { name, processes: [pid], run: () => readAll(name, places) }
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
