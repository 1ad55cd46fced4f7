import { devices, locations } from '@muster/contract'
import { clustersOf } from '../packages/server/src/features/device/location/cluster.queries.ts'
import { pageAlive } from '../packages/server/src/features/device/estate/estatePage.ts'
import { seed } from '../packages/server/src/features/seed.ts'
import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { readKnown } from '../packages/server/test/fill/known.ts'
import { fullEstate } from '../packages/server/test/fill/sizes.ts'
import { makeListedEstate } from './filters/estate.ts'
import { type Case, pairs, singles } from './filters/literal.ts'
import { pageSql, runTuned, totalSql, type Tuned, tune, worldSql } from './filters/ways.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers, readText } from './harness/options.ts'
import { grouped, say } from './harness/print.ts'
import { median } from './harness/rounds.ts'

// The list of terminals by filters and by any two of twelve conditions, and the map of the world by a filter, as the
// routes' own functions answer an administrator, beside the literal SQL of the same, tuned.

const { times, ...sizes } = readNumbers({ ...fullEstate, times: 7 })
const wanted = readText('only')?.split(',') ?? ['list', 'pairs', 'map']
const world = { bbox: '-180,-80,180,80', zoom: '1' }
const { client, url, stop } = await openBenchDatabase()
const pool = openPool(url, 4)
try {
  const db = openDatabase(pool)
  const { rows } = await client.query('select from app_user limit 1')
  if (rows.length === 0) await seed(db, 'only-for-the-benchmark-1')
  await makeListedEstate(client, sizes)
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

interface Line {
  readonly name: string
  readonly ms: number
  readonly literalMs: number
}

async function compareAll(ctx: Context): Promise<void> {
  const idsFor = await readKnown(client)
  const id = (name: string) => idsFor(devices.page).get(name) ?? ''
  const list = (query: Query) => pageAlive(ctx, devices.page.schemas.query.parse(query))
  const map = (query: Query) =>
    clustersOf(ctx, locations.cluster.schemas.query.parse({ ...query, ...world }))
  const first = await timed(() => list({}))
  say(`First page of terminals: ${first.toFixed(1)} ms. Beside it and beside literal SQL, p50:`)
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
      const line = await compare(one.name, () => ours(one.query), literal(one))
      print(line, first)
      lines.push(line)
    }
    printBeyond(what, lines)
  }
}

/** Ours and the literal statements, in turns. */
async function compare(
  name: string,
  ours: () => Promise<unknown>,
  texts: readonly string[],
): Promise<Line> {
  const tuned: Tuned[] = []
  for (const text of texts) tuned.push(await tune(client, text))
  const [mine, theirs]: [number[], number[]] = [[], []]
  await ours()
  for (let turn = 0; turn < times; turn++) {
    mine.push(await timedOnce(ours))
    let ms = 0
    for (const one of tuned) ms += await runTuned(client, one)
    theirs.push(ms)
  }
  return { name, ms: median(mine), literalMs: median(theirs) }
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

function print({ name, ms, literalMs }: Line, first: number): void {
  const figures = [
    `${grouped(ms)} ms`,
    `${grouped(literalMs)} ms`,
    `${(ms / literalMs).toFixed(2)}x`,
  ]
  const columns = [...figures, `${(ms / first).toFixed(1)}x`].map((text) => text.padStart(11))
  say(`  ${columns.join('')}  ${name}`)
}

function printBeyond(what: string, lines: readonly Line[]): void {
  const beyond = lines.filter(({ ms, literalMs }) => ms > 2 * literalMs)
  const all = grouped(median(lines.map(({ ms }) => ms)))
  const ratio = median(lines.map(({ ms, literalMs }) => ms / literalMs)).toFixed(2)
  say(
    `${what}: p50 of all ${all} ms, ratio ${ratio}; ${beyond.length} of ${lines.length} beyond 2x`,
  )
}
