import { lineOf, reportOf } from '../fleet/figureText.ts'
import { readEstate } from '../fleet/estateFile.ts'
import { defaultStateFolder } from '../fleet/credentialStore.ts'
import { type Fleet, startFleet } from '../fleet/fleet.ts'
import { scenarios } from '../scenarios/named.ts'
import { fetchServerInfo } from '@muster/terminal'
import { terminalsOf } from './terminals.ts'
import { readWords, usage, UsageError, type Words } from './words.ts'

/** Seconds between two lines about the fleet. */
const interval = 5

// Whoever asks before the fleet has begun need not wait for it.
let stop: () => void = () => process.exit(130)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
// A server that started us for a demo takes us along, also when it is killed.
process.on('disconnect', () => stop())

try {
  await main(readWords(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error('All options: npm run simulate -- --help')
  process.exitCode = error instanceof UsageError ? 2 : 1
}
if (process.connected) process.disconnect()

async function main(words: Words): Promise<void> {
  if (words.help) return console.log(usage)
  const scenario = scenarios.get(words.scenario)
  if (!scenario) throw new UsageError(`--scenario: one of ${[...scenarios.keys()].join(', ')}`)
  const say = words.quiet ? () => undefined : console.log
  const estate = words.estate ? await readEstate(words.estate) : null
  const state = words.state ?? defaultStateFolder(words.estate ?? words.url)
  const terminals = estate?.terminals ?? (await terminalsOf(words, state, say))
  const { mqtt, platform } = await resolveAddresses(words, estate?.mqtt ?? null)
  const where = mqtt ?? `as ${platform} says`
  say(`${terminals.length} terminals, scenario ${scenario.name}, ${where}, credentials in ${state}`)
  const { seed, record, 'connect-rate': connectsPerSecond } = words
  const more = { connectsPerSecond, ...(record && { record }) }
  const files = words.url
  const fleet = await startFleet({
    mqtt,
    platform,
    files,
    terminals,
    scenario,
    seed,
    state,
    ...more,
  })
  await run(fleet, words, say)
}

/** The broker; where that takes passwords which the platform gives, the platform tells its address. */
async function resolveAddresses(
  { mqtt, url, isUrlSaid }: Words,
  known: string | null,
): Promise<{ mqtt: string | null; platform: string | null }> {
  const named = mqtt ?? known
  if (named !== null && !isUrlSaid) return { mqtt: named, platform: null }
  const info = await fetchServerInfo(url)
  if (info.password === 'token') return { mqtt: mqtt ?? null, platform: url }
  return { mqtt: mqtt ?? info.mqtt, platform: null }
}

/** Tells how the fleet does, until someone asks it to stop or its time is over. */
async function run(fleet: Fleet, words: Words, say: (line: string) => void): Promise<void> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const asked = Promise.withResolvers<void>()
  let before = fleet.figures
  const lines = setInterval(() => {
    const now = fleet.figures
    say(`${seconds().toFixed(0).padStart(4)} s  ${lineOf(now, before, interval)}`)
    before = now
  }, interval * 1000)
  const { duration } = words
  const end = duration ? setTimeout(asked.resolve, duration * 1000) : undefined
  stop = () => asked.resolve()
  await asked.promise
  clearInterval(lines)
  clearTimeout(end)
  // Before the goodbye, so that the figures are those of the run.
  const { figures } = fleet
  const ran = seconds()
  await fleet.stop()
  say(reportOf(figures, ran, process.memoryUsage().rss))
  if (figures.connects === 0) throw new Error('No terminal has connected.')
}
