import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import { metrics } from '../../../platform/metrics.ts'
import { openSettings } from '../../../platform/openSettings.ts'
import { measureProcess, thisProcess } from '../../../platform/processHealth.ts'
import { version } from '../../../platform/version.ts'
import type { Report } from '../health/health.plugin.ts'
import { freeJobs } from './freeJobs.ts'

interface Life {
  readonly report: () => Promise<Report>
  /** What the queue of this process holds jobs by; null without one. */
  readonly jobHolder: string | null
}

/** Seconds between two beats of a process. */
const beatSeconds = 5

/** Says every few seconds that this process lives and how it is; answers what ends it. */
export async function startNode(
  platform: Platform,
  { report, jobHolder }: Life,
): Promise<() => Promise<void>> {
  const { db, env, log } = platform
  const id = randomUUID()
  const gauge = measureProcess(env.dataFolder)
  const open = openSettings(env)
  // The screen has texts of its own for these.
  const isOpen = (worry: string) => open.some(({ warning }) => warning === worry)
  const own = {
    ...thisProcess(),
    version,
    roles: [...env.roles],
    warnings: open.map(({ name }) => name),
    jobHolder,
  }
  const beat = async () => {
    const { reasons, worries } = await report()
    const faults = reasons.map(([, reason]) => reason)
    const health = { faults, worries: worries.filter((worry) => !isOpen(worry)) }
    const told = { ...own, ...(await gauge.read()), terminals: await terminalsHere(), ...health }
    await db
      .insertInto('serverNode')
      .values({ id, ...told, beatAt: sql`now()` })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...told, beatAt: sql`now()` }))
      .execute()
    if (jobHolder) await freeJobs(db)
  }
  await beat()
  const life = every({ name: 'the beat of the process', seconds: beatSeconds, log }, beat)
  return async () => {
    gauge.stop()
    await life.stop()
    await db.deleteFrom('serverNode').where('id', '=', id).execute()
  }
}

/** Terminals that are connected to this process, as the gateway counts them. */
async function terminalsHere(): Promise<number> {
  const counted = await metrics.getSingleMetric('muster_device_connections')?.get()
  return counted?.values[0]?.value ?? 0
}
