import { openPlatforms } from '../../packages/server/src/bin/platform.ts'
import { jobs } from '../../packages/server/src/features/index.ts'
import { judgeSignals } from '../../packages/server/src/features/alarm/judgeSignals.ts'
import { tellAlarms } from '../../packages/server/src/features/alarm/tellAlarms.ts'
import { foldCounts } from '../../packages/server/src/features/device/foldCounts.ts'
import { keepMembership } from '../../packages/server/src/features/device/membership/follow.ts'
import {
  sweepDeadNodes,
  sweepMissedBeats,
} from '../../packages/server/src/features/device/presence/presence.queries.ts'
import {
  followPolicies,
  runReleases,
} from '../../packages/server/src/features/app/policy/policy.worker.ts'
import {
  expireItems,
  timeOutItems,
} from '../../packages/server/src/features/device/command/expiry.queries.ts'
import { settleLocks } from '../../packages/server/src/features/device/lock/lock.queries.ts'
import { endPushes } from '../../packages/server/src/features/device/push/endPushes.ts'
import { followPushes } from '../../packages/server/src/features/device/push/follow.ts'
import { sweepTraces } from '../../packages/server/src/features/device/tracing/sweepTraces.ts'
import { pullByRules } from '../../packages/server/src/features/logs/rule/pullByRules.ts'
import { keepValues } from '../../packages/server/src/features/param/param.worker.ts'
import { runPlans } from '../../packages/server/src/features/upgrade/plan/plan.worker.ts'
import { turnFences } from '../../packages/server/src/features/device/station/fence.queries.ts'
import type { Platform } from '../../packages/server/src/kit/context.ts'
import { readEnv } from '../../packages/server/src/platform/env.ts'
import { inTransaction } from '../../packages/server/src/platform/transaction.ts'
import type { Answered } from './ask.ts'

/** Something that runs by itself, and how long its second run took. */
export interface Timed {
  readonly name: string
  readonly ms: number
  /** Why it broke off; null: it did not. */
  readonly refusal: Answered['refusal']
}

/** Runs by itself every few seconds, outside the list of jobs. */
const sweeps: readonly { name: string; work: (platform: Platform) => Promise<unknown> }[] = [
  {
    name: 'sweep of missed beats',
    work: ({ pool, env }) => sweepMissedBeats(pool, env.heartbeatSeconds),
  },
  { name: 'sweep of dead gateways', work: ({ pool }) => sweepDeadNodes(pool, 20) },
  { name: 'dwell at fences', work: ({ pool }) => inTransaction(pool, turnFences) },
  { name: 'folding of counts', work: ({ pool }) => foldCounts(pool, 'fold_estate_changes') },
  {
    name: 'folding of what terminals told',
    work: ({ pool }) => foldCounts(pool, 'fold_told_changes'),
  },
  {
    name: 'folding of locations',
    work: ({ pool }) => foldCounts(pool, 'fold_location_changes'),
  },
  { name: 'folding of sign-ins', work: ({ pool }) => pool.query('select fold_login_changes()') },
  { name: 'end of commands', work: ({ pool }) => expireItems(pool) },
  { name: 'end of commands in silence', work: ({ pool }) => timeOutItems(pool) },
  { name: 'writing down of pushes', work: (platform) => followPushes(platform) },
  { name: 'end of pushes', work: ({ pool }) => inTransaction(pool, (client) => endPushes(client)) },
  { name: 'settling of locks', work: ({ pool }) => settleLocks(pool, null) },
  { name: 'end of traces', work: (platform) => sweepTraces(platform) },
  { name: 'pulling of logs by rules', work: (platform) => pullByRules(platform) },
  { name: 'compliance of terminals', work: (platform) => followPolicies(platform) },
  { name: 'course of releases', work: (platform) => runReleases(platform) },
  { name: 'course of plans', work: (platform) => runPlans(platform) },
  { name: 'values of parameters', work: (platform) => keepValues(platform) },
  { name: 'membership of groups', work: ({ db, live }) => keepMembership(db, live) },
  { name: 'judging of alarms', work: (platform) => judgeSignals(platform) },
  { name: 'telling of alarms', work: (platform) => tellAlarms(platform) },
]

/** Why some work broke off; null: it did not. */
async function brokenBy(work: () => Promise<unknown>): Promise<Answered['refusal']> {
  try {
    await work()
    return null
  } catch (error) {
    return { code: 0, msg: error instanceof Error ? error.message : String(error) }
  }
}

/** Times all that comes round by itself: twice, because the first run also does what has waited. */
export async function timeJobs(variables: Readonly<Record<string, string>>): Promise<Timed[]> {
  const env = readEnv(variables, [])
  const url = variables['DATABASE_URL'] ?? ''
  const { platform, close } = await openPlatforms(env, { url, directUrl: null })
  const timed: Timed[] = []
  try {
    for (const { name, work } of [...sweeps, ...jobs]) {
      const refusal = await brokenBy(() => work(platform))
      const started = performance.now()
      if (refusal === null) await work(platform)
      timed.push({ name, ms: performance.now() - started, refusal })
    }
  } finally {
    await close()
  }
  return timed
}
