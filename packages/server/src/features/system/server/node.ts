import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import packageFile from '../../../../package.json' with { type: 'json' }
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import type { Env } from '../../../platform/env.ts'
import { metrics } from '../../../platform/metrics.ts'
import { measureProcess, thisProcess } from '../../../platform/processHealth.ts'

/** Seconds between two beats of a process. */
const beatSeconds = 5

/** Says every few seconds that this process lives and how it is; answers what ends it. */
export async function startNode(platform: Platform): Promise<() => Promise<void>> {
  const { db, env, log } = platform
  const id = randomUUID()
  const gauge = measureProcess(env.dataFolder)
  const own = {
    ...thisProcess(),
    version: packageFile.version,
    roles: [...env.roles],
    warnings: warningsOf(env),
  }
  const beat = async () => {
    const told = { ...own, ...(await gauge.read()), terminals: await terminalsHere() }
    await db
      .insertInto('serverNode')
      .values({ id, ...told, beatAt: sql`now()` })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...told, beatAt: sql`now()` }))
      .execute()
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

/** What belongs to no open network, by the name of its text. */
const warningsOf = ({ virtualRole, allowUnboundSessions }: Env): string[] => [
  ...(allowUnboundSessions ? ['unboundSessions'] : []),
  ...(virtualRole ? ['virtualRole'] : []),
]
