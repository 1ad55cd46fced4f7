import { randomUUID } from 'node:crypto'
import { mkdir, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import packageFile from '../../../../package.json' with { type: 'json' }
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import type { Env } from '../../../platform/env.ts'
import { metrics } from '../../../platform/metrics.ts'

/** Seconds between two beats of a process. */
const beatSeconds = 5

/** Says every few seconds that this process lives and how it is; answers what ends it. */
export async function startNode(platform: Platform): Promise<() => Promise<void>> {
  const { db, env, log } = platform
  const id = randomUUID()
  const startedAt = new Date(Date.now() - process.uptime() * 1000)
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const used = usedSince()
  const beat = async () => {
    const own = {
      id,
      host: hostname(),
      pid: process.pid,
      version: packageFile.version,
      roles: [...env.roles],
      startedAt: startedAt.toISOString(),
      ...used(),
      memoryBytes: process.memoryUsage.rss(),
      // A process that has measured nothing yet has let nothing wait.
      loopDelayMs: (delay.percentile(99) || 0) / 1e6,
      ...(await diskOf(env.dataFolder)),
      terminals: await terminalsHere(),
      sockets: process.getActiveResourcesInfo().filter((one) => one.includes('TCP')).length,
      warnings: warningsOf(env),
    }
    delay.reset()
    await db
      .insertInto('serverNode')
      .values({ ...own, beatAt: sql`now()` })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ ...own, beatAt: sql`now()` }),
      )
      .execute()
  }
  await beat()
  const life = every({ name: 'the beat of the process', seconds: beatSeconds, log }, beat)
  return async () => {
    delay.disable()
    await life.stop()
    await db.deleteFrom('serverNode').where('id', '=', id).execute()
  }
}

/** The share of a core that this process has used since it was asked before. */
function usedSince(): () => { cpu: number } {
  let before = process.cpuUsage()
  let at = performance.now()
  return () => {
    const now = performance.now()
    const { user, system } = process.cpuUsage(before)
    const cpu = (user + system) / 1000 / Math.max(1, now - at)
    before = process.cpuUsage()
    at = now
    return { cpu }
  }
}

async function diskOf(folder: string): Promise<{ diskFreeBytes: number; diskTotalBytes: number }> {
  await mkdir(folder, { recursive: true })
  const { bavail, blocks, bsize } = await statfs(folder)
  return { diskFreeBytes: bavail * bsize, diskTotalBytes: blocks * bsize }
}

/** Terminals that are connected to this process, as the gateway counts them. */
async function terminalsHere(): Promise<number> {
  const counted = await metrics.getSingleMetric('muster_device_connections')?.get()
  return counted?.values[0]?.value ?? 0
}

/** What belongs to no open network, by the name of its text. */
const warningsOf = ({ virtualRole, allowUnboundSessions }: Env): string[] => [
  ...(allowUnboundSessions ? ['unboundSessions'] : []),
  ...(virtualRole ? ['virtualRole'] : []),
]
