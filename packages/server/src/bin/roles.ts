import { startGateway } from '../features/device/broker/startGateway.ts'
import { startAlarmWorker } from '../features/alarm/alarm.worker.ts'
import { startLogWorker } from '../features/logs/logs.worker.ts'
import { startPolicyWorker } from '../features/app/index.ts'
import { startDeviceWorker } from '../features/device/device.worker.ts'
import { startMover } from '../features/file/index.ts'
import { jobs, taskRunners } from '../features/index.ts'
import {
  startPlanWorker,
  startPracticeWorker,
  startVersionWorker,
} from '../features/upgrade/index.ts'
import { startWebhookWorker } from '../features/client/webhook/webhook.worker.ts'
import { startParamWorker } from '../features/param/index.ts'
import { startMailWorker } from '../features/mail/delivery/delivery.worker.ts'
import { startTasks } from '../features/task/index.ts'
import { allOf, type Health, reporterOf } from '../features/system/health/health.plugin.ts'
import { processChecks } from '../features/system/health/processChecks.ts'
import { startNode } from '../features/system/server/index.ts'
import { setVisitor } from '../features/user/visit/visitor.ts'
import type { Platform } from '../kit/context.ts'
import { startJobs } from '../kit/jobs.ts'
import { type DatabaseAddress, directOf, keepSettings } from '../platform/db.ts'
import type { Env } from '../platform/env.ts'
import type { Readiness } from '../platform/readiness.ts'
import { withLogOwner } from '../platform/logOwner.ts'
import { buildApp } from './app.ts'
import { openPlatforms, ownClock } from './platform.ts'
import { prepareDatabase } from './prepare.ts'
import { checkSealingKey } from './sealingKey.ts'
import type { Stop } from './stop.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

export interface Start {
  readonly env: Env
  /** Where the database is. */
  readonly url: string
  /** That of who may give parts of it another owner. */
  readonly ownerUrl: string | null
  /** What stops each part again, last started first. */
  readonly stops: Stop[]
}

/** Brings the database up to date, and starts what the roles ask for, in order. */
export async function startRoles({ env, url, ownerUrl, stops }: Start): Promise<void> {
  const database: DatabaseAddress = { url, directUrl: env.databaseDirectUrl }
  const databaseUrl = directOf(database)
  const { adminPassword } = env
  // The action log has an owner of its own, where it may have one.
  await withLogOwner(ownerUrl, () => prepareDatabase({ databaseUrl, adminPassword, say }))
  if (database.directUrl) await keepSettings(database.directUrl)
  const platforms = await openPlatforms(env, database)
  const { platform } = platforms
  stops.unshift(platforms.close)
  await checkSealingKey(platform)
  await setVisitor(platform.db, env.virtualRole)
  if (env.virtualRole) warn(platform)
  const health: Health[] = [processChecks({ ...platform, now: ownClock }, platforms)]
  const worker = env.roles.includes('worker')
    ? await startWorker(platforms.of('worker'), { databaseUrl, stops })
    : null
  if (worker) health.push(worker.health)
  if (env.roles.includes('gateway')) {
    const gateway = await startGateway(platforms.of('gateway'))
    stops.unshift(gateway.stop)
    health.push({ needs: gateway.needs, warnings: gateway.warnings, vitals: [] })
    await sayFaults(gateway.needs)
  }
  const whole = allOf(health)
  const http = await buildApp(platform, whole)
  stops.unshift(() => http.close())
  await http.listen({ port: env.port, host: env.host })
  // A connection that cannot be accepted must not end the process.
  http.server.on('error', (error) => platform.log.warn({ err: error }, 'HTTP has trouble'))
  const bound = http.server.address()
  const port = typeof bound === 'object' ? bound?.port : env.port
  const jobHolder = worker?.jobHolder ?? null
  stops.unshift(await startNode(platform, { report: reporterOf(whole), jobHolder }))
  if (env.demo) {
    // A tenth of all modules: whoever runs no demonstration loads none of them.
    const { startDemo } = await import('./demo.ts')
    stops.unshift(await startDemo(platform, `http://${hostOf(env.host)}:${port}`, say))
  }
  say(`Muster is ready: ${env.publicUrl ?? `http://localhost:${port}`}`)
}

/** Where this computer reaches itself, as a host in an address. */
const hostOf = (host: string): string => {
  if (['0.0.0.0', '::', ''].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

interface WorkerWishes {
  readonly databaseUrl: string
  readonly stops: Stop[]
}

/** Starts what comes round by itself; answers how it is, and what it holds jobs by. */
async function startWorker(
  platform: Platform,
  { databaseUrl, stops }: WorkerWishes,
): Promise<{ health: Health; jobHolder: string }> {
  const queue = await startJobs(platform, { jobs, databaseUrl })
  stops.unshift(
    queue.stop,
    startDeviceWorker(platform).stop,
    startPolicyWorker(platform).stop,
    startPlanWorker(platform).stop,
    startPracticeWorker(platform, databaseUrl).stop,
    startAlarmWorker(platform).stop,
    startLogWorker(platform).stop,
    startMailWorker(platform).stop,
    startParamWorker(platform).stop,
    startWebhookWorker(platform).stop,
    startMover(platform).stop,
    startVersionWorker(platform).stop,
    startTasks(platform, taskRunners).stop,
  )
  const health = { needs: [queue.need], warnings: [queue.warning], vitals: [queue.need] }
  return { health, jobHolder: queue.holder }
}

/** Nobody should learn by accident that his server asks nobody who he is. */
function warn({ log }: Platform): void {
  const text =
    'MUSTER_VIRTUAL_ROLE is on: whoever reaches this server has full access without signing in'
  say(`WARNING: ${text}.`)
  log.warn(text)
}

/** What is away now may come, so the start goes on; whoever started us learns what is missing. */
async function sayFaults(needs: readonly Readiness[]): Promise<void> {
  for (const { check } of needs) {
    const fault = await check()
    if (fault) say(fault)
  }
}
