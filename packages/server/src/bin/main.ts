import { startGateway, startLinkWorker } from '../features/device/link/index.ts'
import { jobs, works } from '../features/index.ts'
import { startWebhookWorker } from '../features/client/webhook/webhook.worker.ts'
import { startMailWorker } from '../features/mail/delivery/delivery.worker.ts'
import { seed } from '../features/seed.ts'
import { startTasks } from '../features/task/index.ts'
import type { Readiness } from '../features/system/health/health.plugin.ts'
import { startNode } from '../features/system/server/index.ts'
import { setVisitor } from '../features/user/visit/visitor.ts'
import type { Platform } from '../kit/context.ts'
import { startJobs } from '../kit/jobs.ts'
import { ConfigurationError, readEnv } from '../platform/env.ts'
import { startEmbeddedPostgres } from '../platform/embeddedPostgres.ts'
import { migrate } from '../platform/migrate.ts'
import { buildApp } from './app.ts'
import { startDemo } from './demo.ts'
import { closePlatform, openPlatform } from './platform.ts'
import { stopInOrder, type Stop } from './stop.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Nobody answers there, a wrong user or password, or no database of that name. */
const databaseTrouble = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ECONNRESET',
  '28P01',
  '28000',
  '3D000',
])

/** Starts what the roles ask for, in order; answers what stops it again, last started first. */
async function start(stops: Stop[]): Promise<void> {
  const env = readEnv(process.env, process.argv.slice(2))
  let databaseUrl = env.databaseUrl
  if (!databaseUrl) {
    const embedded = await startEmbeddedPostgres({ dataFolder: env.dataFolder, log: say })
    stops.unshift(embedded.stop)
    databaseUrl = embedded.url
  }
  await migrate(databaseUrl)
  const platform = await openPlatform(env, databaseUrl)
  stops.unshift(() => closePlatform(platform))
  const oneTimePassword = await seed(platform.db, env.adminPassword)
  await setVisitor(platform.db, env.virtualRole)
  if (env.virtualRole) warn(platform)
  if (env.roles.includes('worker'))
    stops.unshift(
      await startJobs(platform, jobs),
      startLinkWorker(platform).stop,
      startMailWorker(platform).stop,
      startWebhookWorker(platform).stop,
      startTasks(platform, works).stop,
    )
  const needs: Readiness[] = []
  if (env.roles.includes('gateway')) {
    const gateway = await startGateway(platform)
    stops.unshift(gateway.stop)
    needs.push({ name: 'broker', isReady: async () => gateway.isReady() })
  }
  const http = await buildApp(platform, needs)
  stops.unshift(() => http.close())
  await http.listen({ port: env.port, host: env.host })
  const bound = http.server.address()
  const port = typeof bound === 'object' ? bound?.port : env.port
  stops.unshift(await startNode(platform))
  if (env.demo) stops.unshift(await startDemo(platform))
  say(`Muster is ready: ${env.publicUrl ?? `http://localhost:${port}`}`)
  if (oneTimePassword)
    say(`First sign-in: user "admin", one-time password "${oneTimePassword}" (shown only now)`)
}

/** Nobody should learn by accident that his server asks nobody who he is. */
function warn({ log }: Platform): void {
  const text =
    'MUSTER_VIRTUAL_ROLE is on: whoever reaches this server has full access without signing in'
  say(`WARNING: ${text}.`)
  log.warn(text)
}

const stops: Stop[] = []
stopInOrder(stops, say)
try {
  await start(stops)
} catch (error) {
  say(sentenceOf(error))
  for (const stop of stops) await stop().catch(() => undefined)
  process.exit(1)
}

/** What a person can act on; the stack only where nobody foresaw the error. */
function sentenceOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `Port ${'port' in error ? String(error.port) : ''} is already in use. Set PORT (or MQTT_PORT) to another one.`
  if (error instanceof Error && 'code' in error && databaseTrouble.has(String(error.code)))
    return `The database does not let us in: ${error.message}. Check DATABASE_URL.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
