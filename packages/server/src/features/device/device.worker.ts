import { sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import { every as job, type Job } from '../../kit/jobs.ts'
import { every, type Repeated } from '../../platform/every.ts'
import { openDatabase } from '../../platform/db.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { tellNotices } from '../notice/index.ts'
import { parameter } from '../system/parameter/index.ts'
import { forgetNonces } from './broker/admission.queries.ts'
import { forgetPasses } from './broker/pass.queries.ts'
import { expireItems, timeOutItems } from './command/expiry.queries.ts'
import { noticeFailures } from './command/failureNotices.ts'
import { makeMonths, partMonths } from './event/months.ts'
import type { LinkPlatform } from './linkPlatform.ts'
import { thinPlaces } from './location/location.worker.ts'
import { judgeDueKeys } from './keys/judgeKeys.ts'
import { settleLocks } from './lock/lock.queries.ts'
import { keepMembership } from './membership/follow.ts'
import { pushBell } from './push/createPush.ts'
import { endPushes } from './push/endPushes.ts'
import { forgetHanded } from './handed/forgetHanded.ts'
import { forgetPushes } from './push/forgetPushes.ts'
import { followPushes } from './push/follow.ts'
import { sweepDeadNodes, sweepMissedBeats } from './presence/presence.queries.ts'
import { fileTraces, forgetTraces } from './tracing/fileTraces.ts'
import { sweepTraces } from './tracing/sweepTraces.ts'
import { turnFences } from './station/fence.queries.ts'
import { announceDevices } from './announceDevices.ts'
import { foldCounts } from './foldCounts.ts'
import { announceItems } from './announceItems.ts'
import { announcePushes } from './push/announcePushes.ts'

/** A gateway beats every few seconds; one that is silent for so long is dead. */
const deadAfterSeconds = 20

/** What time does to terminals and their commands. Any number of processes may do it. */
export function startDeviceWorker(platform: LinkPlatform): { readonly stop: () => Promise<void> } {
  const { pool, live, log, env, now } = platform
  const db = openDatabase(pool)
  const pushes = every({ name: 'the writing down of pushes', seconds: 2, log }, () =>
    followPushes({ db, live, log, now }),
  )
  const silence = live.onDoorbell(pushBell, pushes.soon)
  const jobs: Repeated[] = [
    pushes,
    every({ name: 'the sweep of absent terminals', seconds: 5, log }, async () => {
      announceDevices(live, await sweepDeadNodes(pool, deadAfterSeconds))
      announceDevices(live, await sweepMissedBeats(pool, env.heartbeatSeconds))
    }),
    every({ name: 'the dwell at fences', seconds: 15, log }, async () => {
      announceDevices(live, await inTransaction(pool, turnFences))
    }),
    ...foldings(platform),
    every({ name: 'the sweep of commands', seconds: 2, log }, async () => {
      await endCommands(platform)
      announceDevices(live, await settleLocks(pool, null))
    }),
    every({ name: 'the end of traces', seconds: 3, log }, async () => {
      await sweepTraces({ db, live, now })
      await fileTraces({ db, env, live })
    }),
    every({ name: 'the keys that models demand', seconds: 2, log }, async () => {
      announceDevices(live, await judgeDueKeys(pool))
    }),
    every({ name: 'the membership of groups and labels', seconds: 1, log }, async () => {
      await keepMembership(db, live)
    }),
  ]
  return {
    async stop() {
      silence()
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** What changed is folded into counts that are kept. */
const foldings = ({ pool, log }: LinkPlatform): Repeated[] => [
  every({ name: 'the folding of counts', seconds: 5, log }, async () => {
    await foldCounts(pool, 'fold_estate_changes')
  }),
  // The more of a model are folded together, the fewer rows are written; readers add what waits.
  every({ name: 'the folding of what terminals told', seconds: 30, log }, async () => {
    await foldCounts(pool, 'fold_told_changes')
  }),
  every({ name: 'the folding of sign-ins', seconds: 5, log }, async () => {
    await pool.query('select fold_login_changes()')
  }),
  every({ name: 'the folding of locations', seconds: 5, log }, async () => {
    await foldCounts(pool, 'fold_location_changes')
  }),
]

/** Ends the commands whose time is up; those who gave them hear of it. */
async function endCommands({ pool, live }: LinkPlatform): Promise<void> {
  const { items, pushes, users } = await inTransaction(pool, async (client) => {
    const items = [...(await expireItems(client)), ...(await timeOutItems(client))]
    const failed = await noticeFailures(
      client,
      items.map(({ id }) => id),
    )
    const { ended, users } = await endPushes(client)
    return { items, pushes: ended, users: [...new Set([...failed, ...users])] }
  })
  announceItems(live, items)
  announcePushes(live, pushes)
  tellNotices(live, users)
}

/** Forgets what has served its time, and makes room for the months to come. */
export const deviceJobs: readonly Job[] = [
  job('*/15 * * * *', 'link.forget', async ({ pool }) => {
    await forgetNonces(pool)
    await forgetPasses(pool)
  }),
  job('23 * * * *', 'link.sessionPartitions', ({ pool }) => makeMonths(pool)),
  job('50 2 * * *', 'link.forgetSessions', async (platform) => {
    const days = await parameter(platform.db, 'log.device.keepDays')
    await partMonths(platform, { table: 'device_session', moment: 'connected_at' }, days)
  }),
  job('51 2 * * *', 'link.forgetEvents', async (platform) => {
    const days = await parameter(platform.db, 'log.life.keepDays')
    await partMonths(platform, { table: 'device_event' }, days)
    await partMonths(platform, { table: 'device_app_event' }, days)
    await partMonths(platform, { table: 'device_app_use' }, days)
  }),
  job('52 2 * * *', 'push.forget', forgetPushes),
  job('27 * * * *', 'handed.forget', forgetHanded),
  job('37 3 * * *', 'trace.forget', forgetTraces),
  job('55 2 * * *', 'link.forgetPlaces', forgetPlaces),
  job('57 2 * * *', 'command.forgetResults', async ({ db }) => {
    const days = await parameter(db, 'log.device.keepDays')
    await sql`delete from command_result
      where reported_at < now() - make_interval(days => ${days})`.execute(db)
  }),
]

type Store = Pick<Platform, 'db' | 'log'>

/**
 * Where somebody's terminal was is thinned to one place a day after `device.location.keepDays`, and
 * forgotten to the day when the other logs of terminals are, at the earliest then.
 */
async function forgetPlaces(platform: Store): Promise<void> {
  await thinPlaces(platform)
  const [days, logDays] = await Promise.all([
    parameter(platform.db, 'device.location.keepDays'),
    parameter(platform.db, 'log.device.keepDays'),
  ])
  const kept = Math.max(days, logDays)
  await partMonths(platform, { table: 'device_location' }, kept)
  await sql`delete from device_location where at < now() - make_interval(days => ${kept})`.execute(
    platform.db,
  )
}
