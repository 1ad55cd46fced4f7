import { checkNeeds } from '../platform/databaseNeeds.ts'
import { startEmbeddedPostgres } from '../platform/embeddedPostgres.ts'
import { readEnv } from '../platform/env.ts'
import { sentenceOf } from './sentenceOf.ts'
import { type Stop, stopAll, stopInOrder } from './stop.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function start(stops: Stop[]): Promise<void> {
  const env = readEnv(process.env, process.argv.slice(2))
  const { dataFolder, databaseUrl } = env
  const stopsBy = (stop: Stop) => stops.unshift(stop)
  const embedded = databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataFolder, log: say, stopsBy })
  const url = databaseUrl ?? embedded?.url ?? ''
  await checkNeeds(env.databaseDirectUrl ?? url)
  // Seconds of loading: what is wrong with the settings or the database has been said before.
  const { startRoles } = await import('./roles.ts')
  await startRoles({ env, url, ownerUrl: embedded?.ownerUrl ?? env.databaseOwnerUrl, stops })
}

const stops: Stop[] = []
const isStopping = stopInOrder(stops, say)
try {
  await start(stops)
} catch (error) {
  // Whoever stops a start takes its parts away under it: that is no fault, and the stop ends it.
  if (!isStopping()) {
    say(sentenceOf(error))
    await stopAll(stops, () => undefined)
    process.exit(1)
  }
}
