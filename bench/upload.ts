import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { megabyte, uploads } from '@muster/contract'
import { startServer } from './harness/children.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, say } from './harness/print.ts'
import { type Session, signIn } from './page/session.ts'
import { call } from './upload/client.ts'

// One large file handed in part by part: how fast, and what it costs the server in memory and patience.

const wishes = readNumbers({ megabytes: 500, port: 15098 })
const password = 'only-for-the-benchmark-1'
/** Parts that are on their way at a time, as in the console. */
const lanes = 3

const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, folder }: BenchDatabase): Promise<void> {
  const server = await startServer('web,worker', {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    MUSTER_ADMIN_PASSWORD: password,
    PORT: String(wishes.port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  try {
    const session = await signIn(wishes.port, 'admin', password)
    await send(session, { name: 'warm.bin', bytes: 20 })
    const before = memoryOf(server.pid, 'VmRSS')
    const watch = startWatch(server.pid)
    const { sent, stored } = await send(session, { name: 'large.bin', bytes: wishes.megabytes })
    const { peak, waits } = watch.stop()
    const bare = await writeBare(join(folder, 'bare'), wishes.megabytes)
    const rate = (ms: number) => `${grouped((wishes.megabytes * 1000) / ms)} MB/s`
    say(`\n${wishes.megabytes} MB in parts of 5 MB, ${lanes} at a time`)
    say(`  sent                       ${rate(sent)}`)
    say(`  sent, checked and stored   ${rate(stored)}`)
    say(`  bare: written and hashed   ${rate(bare)}   ratio ${(bare / stored).toFixed(2)}`)
    say(`  server's memory            ${grouped(before)} MB before, ${grouped(peak)} MB at most`)
    say(`  GET /healthz meanwhile     ${told(waits)}`)
  } finally {
    await server.stop()
  }
}

/** Sends a file of random bytes; milliseconds until it had arrived, and until it was stored. */
async function send(session: Session, { name, bytes }: { name: string; bytes: number }) {
  const parts = Array.from({ length: 4 }, () => randomBytes(5 * megabyte))
  const size = bytes * megabyte
  const partOf = (n: number) =>
    (parts[n % 4] ?? Buffer.alloc(0)).subarray(0, size - n * 5 * megabyte)
  const count = Math.ceil(size / (5 * megabyte))
  const hash = createHash('sha256')
  for (let n = 0; n < count; n++) hash.update(partOf(n))
  const body = { name, size, sha256: hash.digest('hex'), type: 'firmware' }
  const started = performance.now()
  const begun = uploads.init.schemas.reply.parse(
    await call(wishes.port, session, { c: uploads.init, body }),
  )
  const { uploadId } = begun
  const waiting = [...begun.missing]
  const lane = async (): Promise<void> => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift())
      await call(wishes.port, session, {
        c: uploads.chunk,
        params: { uploadId, n: String(n) },
        body: partOf(n),
      })
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const sent = performance.now() - started
  let c: typeof uploads.complete | typeof uploads.state = uploads.complete
  for (;;) {
    const data = await call(wishes.port, session, { c, params: { uploadId } })
    const { state, reason } = c.schemas.reply.parse(data)
    if (state === 'STORED') return { sent, stored: performance.now() - started }
    if (state !== 'CHECKING') throw new Error(`${name}: ${state} ${reason}`)
    c = uploads.state
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Watches memory and patience of a server until it is told to stop. */
function startWatch(pid: number) {
  const waits: number[] = []
  const peaks: number[] = []
  const timer = setInterval(() => {
    peaks.push(memoryOf(pid, 'VmRSS'))
    const asked = performance.now()
    fetch(`http://127.0.0.1:${wishes.port}/healthz`).then(
      () => waits.push(performance.now() - asked),
      () => waits.push(Number.POSITIVE_INFINITY),
    )
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return { peak: Math.max(...peaks), waits: waits.toSorted((one, other) => one - other) }
    },
  }
}

function told(waits: readonly number[]): string {
  const at = (share: number) => waits[Math.floor((waits.length - 1) * share)] ?? 0
  return `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ${waits.length} asked`
}

/** Megabytes of a process, as Linux counts them. */
function memoryOf(pid: number, name: string): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(name))
  return Number.parseInt(line?.replace(/\D+/, '') ?? '0', 10) / 1024
}

/** The least that could be done: the parts written through to the disk, read again, hashed twice. */
async function writeBare(path: string, megabytes: number): Promise<number> {
  const part = randomBytes(5 * megabyte)
  const started = performance.now()
  const file = await open(path, 'w+')
  for (let done = 0; done < megabytes; done += 5) {
    await file.write(part)
    await file.datasync()
  }
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  for await (const read of file.createReadStream({ start: 0, highWaterMark: 256 * 1024 })) {
    sha256.update(Buffer.from(read))
    md5.update(Buffer.from(read))
  }
  sha256.digest()
  md5.digest()
  const took = performance.now() - started
  await rm(path)
  return took
}
