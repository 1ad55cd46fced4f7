import { addressed, type Question, questions } from './stat/questions.ts'
import { raws } from './stat/raw.ts'
import { upkeep } from './stat/upkeep.ts'
import { counted } from '../packages/server/test/fill/fillEstate.ts'
import { fullEstate } from '../packages/server/test/fill/sizes.ts'
import type { Asker } from './estate/ask.ts'
import { callers } from './estate/estate.ts'
import { type ServedEstate, serveEstate } from './estate/served.ts'
import { cpuOf } from './harness/cpu.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, say } from './harness/print.ts'
import { median, percentile } from './harness/rounds.ts'

// Every figure of the pages of statistics over a full estate with thirteen months of logs, each asked
// again and again, beside raw statements over the logs, and what keeping the figures costs.

const { port, times, ...sizes } = readNumbers({
  ...fullEstate,
  models: 20,
  modelsEach: 3,
  events: 100_000_000,
  times: 40,
  port: 15_264,
})

/** Milliseconds that a figure may take. */
const goal = 60

await serveEstate({ port, sizes, until: counted }, async (estate) => {
  const { client, signIn, processes } = estate
  const asked = await addressed(client, questions)
  // No worker runs here: what the filling noted would be added up anew by each figure, and who is online be in none.
  await client.query('select watch_apps()')
  await client.query('select fold_location_changes()')
  await client.query('select fold_estate_changes(), fold_told_changes()')
  for (const caller of callers)
    await askAll(caller, { asker: await signIn(caller), processes }, asked)
  await askRaw(estate)
  await upkeep(client)
})

interface Asking {
  readonly asker: Asker
  readonly processes: readonly number[]
}

async function askAll(
  caller: string,
  { asker, processes }: Asking,
  asked: readonly Question[],
): Promise<void> {
  say(`\n${caller}: median, 99th percentile of ${times} in ms, processor time of one`)
  const all: number[] = []
  for (const { name, path, query } of asked) {
    const taken: number[] = []
    const before = cpuOf(processes)?.all ?? 0
    for (let nth = 0; nth < times; nth++) {
      const { ms, refusal } = await asker.ask(path, query, Number.POSITIVE_INFINITY)
      if (refusal) throw new Error(`${path}: ${refusal.msg}`)
      taken.push(ms)
    }
    taken.sort((one, other) => one - other)
    all.push(...taken)
    const tail = percentile(taken, 0.99)
    const cpu = (1000 * ((cpuOf(processes)?.all ?? 0) - before)) / times
    const mark = tail > goal ? '  beyond' : ''
    say(
      `  ${grouped(median(taken)).padStart(8)} ${grouped(tail).padStart(8)} ${grouped(cpu).padStart(8)}  ${name}${mark}`,
    )
  }
  const tail = percentile(
    all.toSorted((one, other) => one - other),
    0.99,
  )
  say(`  all together: ${grouped(median(all))} ${grouped(tail)} (goal ${goal})`)
}

async function askRaw({ client, processes }: ServedEstate): Promise<void> {
  say('\nThe same by a raw statement over the log: ms, processor time')
  for (const { name, text } of raws) {
    const before = cpuOf(processes)?.all ?? 0
    const started = performance.now()
    await client.query(text)
    const ms = performance.now() - started
    const cpu = 1000 * ((cpuOf(processes)?.all ?? 0) - before)
    say(`  ${grouped(ms).padStart(8)} ${grouped(cpu).padStart(8)}  ${name}`)
  }
}
