import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { pinServers, startServer } from './harness/children.ts'
import { copyIn } from '../packages/server/src/platform/copyIn.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison, say } from './harness/print.ts'
import { alternate, type Figure } from './harness/rounds.ts'
import { makePlaces, makeSheet, runImport } from './import/sheets.ts'

// Terminals out of a sheet, from the stored file to the result sheet (read, judged in a rehearsal,
// written, logged), beside a bare COPY of as many rows into the same table with its indexes and triggers.

const wishes = readNumbers({ rows: 100_000, rounds: 3, port: 15_270, mqtt: 18_270 })

pinServers()
const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, client, folder, postmaster }: BenchDatabase): Promise<void> {
  const { rows, rounds, port, mqtt } = wishes
  const variables = { DATABASE_URL: url, MUSTER_DATA: folder, PORT: String(port) }
  const start = () =>
    startServer('worker', { ...variables, MQTT_PORT: String(mqtt), LOG_LEVEL: 'warn' })
  const first = await start()
  await first.stop()
  await makePlaces(client)
  const csv = await makeSheet(client, { folder, format: 'csv', rows })
  const xlsx = await makeSheet(client, { folder, format: 'xlsx', rows })
  say(
    `${grouped(rows)} rows: CSV ${grouped(csv.bytes / 1e6)} MB, XLSX ${grouped(xlsx.bytes / 1e6)} MB`,
  )
  const worker = await start()
  const processes = [worker.pid, postmaster]
  const imported = (fileId: string) => async (): Promise<Figure> => {
    await empty(client)
    return { perSecond: rows / (await runImport(client, fileId)), count: rows }
  }
  try {
    const idle = memoryOf(worker.pid)
    const sides = [
      { name: 'import of CSV', processes, run: imported(csv.id) },
      { name: 'import of XLSX', processes, run: imported(xlsx.id) },
      { name: 'bare COPY', processes: [postmaster], run: () => copy(client) },
    ]
    const [fromCsv, fromXlsx, bare] = await alternate(sides, rounds)
    if (!fromCsv || !fromXlsx || !bare) return
    printComparison('Import of terminals from CSV', 'rows/s', [fromCsv, bare])
    printComparison('Import of terminals from XLSX', 'rows/s', [fromXlsx, bare])
    say(
      `\n  memory of the worker: ${grouped(idle.now)} MB idle, ${grouped(memoryOf(worker.pid).most)} MB at most`,
    )
  } finally {
    await worker.stop()
  }
}

async function empty(client: pg.Client): Promise<void> {
  await client.query('truncate device, device_tally, import_run cascade')
}

/** The floor: the rows that the import writes, from memory into the table. */
async function copy(client: pg.Client): Promise<Figure> {
  await empty(client)
  const { rows: places } = await client.query<{ line: string }>(
    `select concat_ws(E'\\t', model.id, model.vendor_id, place.id) as line
      from model, organization place where place.code like 'shop-%' order by place.code`,
  )
  const lines = Array.from({ length: wishes.rows }, (_, n) => {
    const number = String(n).padStart(8, '0')
    const place = places[n % places.length]?.line ?? ''
    return `BENCH-${number}\t${place}\tTill ${n}\tT0${number}\tASSIGNED\n`
  })
  const started = performance.now()
  const columns = 'sn, model_id, vendor_id, org_id, name, tid, lifecycle'
  await copyIn(client, `copy device (${columns}) from stdin`, Buffer.from(lines.join('')))
  return { perSecond: wishes.rows / ((performance.now() - started) / 1000), count: wishes.rows }
}

/** Megabytes that a process holds and has held at most. */
function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}
