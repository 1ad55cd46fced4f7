import { isDeepStrictEqual } from 'node:util'
import { devices } from '@muster/contract'
import { pinServers, startServer, startWorker, type Worker } from './harness/children.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers, readText } from './harness/options.ts'
import { grouped, printComparison, say } from './harness/print.ts'
import { alternate, type Figure, type Series, type Side } from './harness/rounds.ts'
import type { BareOrder } from './page/bareRoute.child.ts'
import { casesOf, type PageCase, pageSize } from './page/cases.ts'
import { compareCounts } from './page/counts.ts'
import { makePageEstate } from './page/estate.ts'
import type { LoadAnswer, LoadOrder } from './page/load.child.ts'

// The list of terminals through the whole server, beside a hand-written route with the literal SQL.

const wishes = readNumbers({
  rows: 1_000_000,
  connections: 12,
  seconds: 2,
  rounds: 5,
  port: 15_261,
  barePort: 15_262,
})

/** The kept database knows it too; nobody else can reach this one. */
const password = 'only-for-the-benchmark-1'

type Load = Worker<LoadOrder, LoadAnswer>

pinServers()
const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, client, folder, postmaster }: BenchDatabase): Promise<void> {
  const server = await startServer('web', {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    MUSTER_ADMIN_PASSWORD: password,
    PORT: String(wishes.port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  })
  const bare = startWorker<BareOrder, string>(
    new URL('./page/bareRoute.child.ts', import.meta.url),
    'servers',
  )
  const load: Load = startWorker(new URL('./page/load.child.ts', import.meta.url), 'load')
  try {
    const estate = await makePageEstate(client, wishes.rows)
    const cases = casesOf(estate, wishes.rows)
    const queries = cases.map((one) => one.bare)
    await bare.ask({ port: wishes.barePort, databaseUrl: url, queries })
    for (const { userName } of [estate.administrator, estate.operator, estate.clerk])
      await load.ask({ do: 'signIn', port: wishes.port, userName, password })
    say(
      `${grouped(wishes.rows)} terminals, pages of ${pageSize}, ${wishes.connections} connections`,
    )
    const { rounds } = wishes
    const places = { muster: [server.pid, postmaster], bare: [bare.pid, postmaster] }
    await compareAll(load, cases, places)
    if (isAsked('count')) await compareCounts(client, { rounds, processes: [postmaster] })
  } finally {
    await load.stop()
    await bare.stop()
    await server.stop()
  }
}

/** Whether a comparison is among those of `--only first,deep`; without it, all are. */
function isAsked(key: string): boolean {
  return readText('only')?.split(',').includes(key) ?? true
}

/** The processes whose work counts for either side. */
type Places = Readonly<Record<'muster' | 'bare', readonly number[]>>

async function compareAll(load: Load, cases: readonly PageCase[], places: Places): Promise<void> {
  const chosen = [...cases.entries()].filter(([, { key }]) => isAsked(key))
  const ours = new Map<string, Series>()
  for (const [place, one] of chosen) {
    const series = await compare(load, one, targetsOf(one, { place, places }))
    printComparison(`${one.key}: ${one.name}`, 'requests/s', series)
    if (series[0]) ours.set(one.key, series[0])
  }
  const first = ours.get('first')
  for (const key of ['deep', 'last']) {
    const other = ours.get(key)
    if (first && other)
      printComparison(`${key} beside our own first page`, 'requests/s', [other, first])
  }
}

async function compare(load: Load, one: PageCase, targets: readonly Target[]): Promise<Series[]> {
  await requireEqual(load, one, targets)
  const sides: Side[] = []
  for (const target of targets) sides.push(await sideOf(load, one, target))
  return alternate(sides, wishes.rounds)
}

interface Target {
  readonly name: string
  readonly port: number
  readonly paths: readonly string[]
  readonly processes: readonly number[]
}

function targetsOf(
  { query, pages }: PageCase,
  { place, places }: { place: number; places: Places },
): Target[] {
  const search = (pageNum: number) =>
    new URLSearchParams({ ...query, pageNum: String(pageNum), pageSize: String(pageSize) })
  const pathsBelow = (path: string) => pages.map((page) => `${path}?${search(page).toString()}`)
  return [
    {
      name: 'Muster',
      port: wishes.port,
      paths: pathsBelow(devices.page.path),
      processes: places.muster,
    },
    {
      name: 'literal SQL, one statement',
      port: wishes.barePort,
      paths: pathsBelow(`/bare/${place}`),
      processes: places.bare,
    },
    {
      name: 'literal SQL, tuned',
      port: wishes.barePort,
      paths: pathsBelow(`/tuned/${place}`),
      processes: places.bare,
    },
  ]
}

/** All sides answer the same, or their speed says nothing. */
async function requireEqual(load: Load, one: PageCase, targets: readonly Target[]): Promise<void> {
  const { userName } = one.caller
  const answers: unknown[] = []
  for (const { port, paths } of targets) {
    const { body } = await load.ask({ do: 'ask', port, userName, path: paths[0] ?? '' })
    answers.push(JSON.parse(body))
  }
  const [mine, ...others] = answers
  for (const other of others)
    if (!isDeepStrictEqual(mine, other))
      throw new Error(`${one.key}: ${JSON.stringify(mine)} is not ${JSON.stringify(other)}`)
}

/** A round asks as often as this side is able to within its seconds. */
async function sideOf(
  load: Load,
  one: PageCase,
  { name, port, paths, processes }: Target,
): Promise<Side> {
  const { userName } = one.caller
  const { connections, seconds } = wishes
  const ask = (count: number) => load.ask({ do: 'run', port, userName, paths, count, connections })
  let count = 50
  const run = async (): Promise<Figure> => {
    const figure = await ask(count)
    // The next round's length follows this one's speed.
    count = Math.max(20, Math.round(figure.perSecond * seconds))
    return figure
  }
  await run()
  return { name, processes, run }
}
