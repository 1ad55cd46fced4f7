import { countCap, devices, locations } from '@muster/contract'
import { clustersOf } from '../packages/server/src/features/device/location/cluster.queries.ts'
import { pageAlive } from '../packages/server/src/features/device/estate/estatePage.ts'
import { seed } from '../packages/server/src/features/seed.ts'
import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { readKnown } from '../packages/server/test/fill/known.ts'
import { fullEstate } from '../packages/server/test/fill/sizes.ts'
import { makeListedEstate } from './filters/estate.ts'
import { type Case, pairs, singles } from './filters/literal.ts'
import { pageSql, runTuned, totalSql, type Tuned, tune, worldSql } from './filters/ways.ts'
import { cpuOfOne } from './harness/cpu.ts'
import { openBenchDatabase, processOf } from './harness/database.ts'
import { readNumbers, readText } from './harness/options.ts'
import { grouped, say } from './harness/print.ts'
import { median } from './harness/rounds.ts'

// The list of terminals by filters and by any two of twelve conditions, and the map of the world by a filter, as the
// routes' own functions answer an administrator, beside the literal SQL of the same, tuned.

const { times, ...sizes } = readNumbers({ ...fullEstate, times: 7 })
const wanted = readText('only')?.split(',') ?? ['list', 'pairs', 'map']
const world = { bbox: '-180,-80,180,80', zoom: '1' }
const database = await openBenchDatabase()
const { client, url, stop } = database
// One connection for each side: its process tells what the side takes.
const pool = openPool(url, 1)
try {
  const db = openDatabase(pool)
  const { rows } = await client.query('select from app_user limit 1')
  if (rows.length === 0) await seed(db, 'only-for-the-benchmark-1')
  await makeListedEstate(database, sizes)
  // What the lists ask of their caller: a super administrator.
  await compareAll({
    db,
    platform: { pool },
    principal: { scope: { all: true, rules: [] } },
  } as never)
} finally {
  await pool.end()
  await stop()
}

type Context = Parameters<typeof pageAlive>[0]
type Query = Case['query']

interface Taken {
  readonly ms: number
  readonly cpuMs: number
}

interface Line {
  readonly name: string
  readonly ours: Taken
  readonly literal: Taken
}

async function compareAll(ctx: Context): Promise<void> {
  const idsFor = await readKnown(client)
  const id = (name: string) => idsFor(devices.page).get(name) ?? ''
  const list = (query: Query) => pageAlive(ctx, devices.page.schemas.query.parse(query))
  const map = (query: Query) =>
    clustersOf(ctx, locations.cluster.schemas.query.parse({ ...query, ...world }))
  const first = await timed(() => list({}))
  say(`First page of terminals: ${grouped(first)} ms`)
  say(
    'p50 of ours and of literal SQL, their processor time, ratio, by processor time, beside the first page',
  )
  const listed = ({ sql }: Case) => [totalSql(sql), pageSql(sql)]
  const drawn = ({ sql }: Case) => [worldSql(sql)]
  for (const [what, cases, ours, literal] of [
    ['list', singles(id), list, listed],
    ['pairs', pairs(id), list, listed],
    ['map', singles(id), map, drawn],
  ] as const) {
    if (!wanted.includes(what)) continue
    const lines: Line[] = []
    for (const one of cases) {
      if (ours === list) await requireSame(one, await list(one.query))
      const line = await compare(one.name, () => ours(one.query), literal(one))
      print(line, first)
      lines.push(line)
    }
    printBeyond(what, lines)
  }
}

/** What is compared finds as many. */
async function requireSame({ name, sql }: Case, ours: { readonly total: number }): Promise<void> {
  const { rows } = await client.query<{ count: number }>(totalSql(sql))
  const [found, wanted] = [ours.total, rows[0]?.count ?? 0].map((one) => Math.min(one, countCap))
  if (found !== wanted) throw new Error(`${name}: ${found} found, ${wanted} by the literal SQL`)
}

/** Ours and the literal statements, in turns. */
async function compare(
  name: string,
  ours: () => Promise<unknown>,
  texts: readonly string[],
): Promise<Line> {
  const tuned: Tuned[] = []
  for (const text of texts) tuned.push(await tune(client, text))
  const theirs = async () => {
    let ms = 0
    for (const one of tuned) ms += await runTuned(client, one)
    return ms
  }
  const places = { ours: await processOf(pool), literal: await processOf(client) }
  const taken = { ours: [] as Taken[], literal: [] as Taken[] }
  await ours()
  for (let turn = 0; turn < times; turn++) {
    taken.ours.push(await takenBy(places.ours, () => timedOnce(ours)))
    taken.literal.push(await takenBy(places.literal, theirs))
  }
  return { name, ours: middleOf(taken.ours), literal: middleOf(taken.literal) }
}

/** What a side's process of the database took beside, of which neighbours on the machine take nothing. */
async function takenBy(pid: number, work: () => Promise<number>): Promise<Taken> {
  const before = cpuOfOne(pid)
  const ms = await work()
  return { ms, cpuMs: 1000 * (cpuOfOne(pid) - before) }
}

function middleOf(taken: readonly Taken[]): Taken {
  return {
    ms: median(taken.map(({ ms }) => ms)),
    cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  for (let turn = 0; turn < 3 * times; turn++) all.push(await timedOnce(work))
  return median(all)
}

async function timedOnce(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function ratioOf({ ours, literal }: Line): number {
  return ours.ms / literal.ms
}

function print(line: Line, first: number): void {
  const { name, ours, literal } = line
  const beside = [ratioOf(line), ours.cpuMs / literal.cpuMs, ours.ms / first].map((ratio) =>
    ratio.toFixed(2),
  )
  const columns = [ours.ms, literal.ms, ours.cpuMs, literal.cpuMs].map(grouped)
  say(`  ${[...columns, ...beside].map((text) => text.padStart(8)).join('')}  ${name}`)
}

function printBeyond(what: string, lines: readonly Line[]): void {
  const beyond = lines.filter((line) => ratioOf(line) > 2)
  const all = [median(lines.map(({ ours }) => ours.ms)), median(lines.map(ratioOf))].map(grouped)
  say(
    `${what}: p50 of all ${all.join(' ms, ratio ')}; ${beyond.length} of ${lines.length} beyond 2x`,
  )
  for (const { name } of beyond) say(`  ${name}`)
}
