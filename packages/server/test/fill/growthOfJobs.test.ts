import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  claimOutbox,
  lockSendable,
  lockUnsendable,
  outboxDepth,
  park,
} from '../../src/features/device/command/publish.queries.ts'
import { lockSilent } from '../../src/features/device/command/ask.queries.ts'
import { expireItems, timeOutItems } from '../../src/features/device/command/expiry.queries.ts'
import {
  sweepDeadNodes,
  sweepMissedBeats,
} from '../../src/features/device/presence/presence.queries.ts'
import { judgeSignals } from '../../src/features/alarm/judgeSignals.ts'
import { endMutes } from '../../src/features/alarm/mute.queries.ts'
import { tellAlarms } from '../../src/features/alarm/tellAlarms.ts'
import { followPolicies, runReleases } from '../../src/features/app/policy/policy.worker.ts'
import { revokeBanned } from '../../src/features/device/broker/pass.queries.ts'
import { judgeDueKeys } from '../../src/features/device/keys/judgeKeys.ts'
import { settleLocks } from '../../src/features/device/lock/lock.queries.ts'
import { foldCounts } from '../../src/features/device/foldCounts.ts'
import { keepMembership } from '../../src/features/device/membership/follow.ts'
import { endPushes } from '../../src/features/device/push/endPushes.ts'
import { followPushes } from '../../src/features/device/push/follow.ts'
import { turnFences } from '../../src/features/device/station/fence.queries.ts'
import { sweepTraces } from '../../src/features/device/tracing/sweepTraces.ts'
import { pullByRules } from '../../src/features/logs/rule/pullByRules.ts'
import { followMoments } from '../../src/features/param/assignment/force.ts'
import { bringParams } from '../../src/features/param/delivery/bring.ts'
import { keepValues } from '../../src/features/param/param.worker.ts'
import { followParams } from '../../src/features/param/resolve/follow.ts'
import { runPlans } from '../../src/features/upgrade/plan/plan.worker.ts'
import { runPractices } from '../../src/features/upgrade/practice/practice.worker.ts'
import { checkVersions } from '../../src/features/upgrade/version/version.worker.ts'
import { sendDue as sendWebhooks } from '../../src/features/client/webhook/webhook.worker.ts'
import { jobs } from '../../src/features/index.ts'
import { sendDue as sendMails } from '../../src/features/mail/delivery/delivery.worker.ts'
import { claimTask, endLost } from '../../src/features/task/task.queries.ts'
import { inTransaction } from '../../src/platform/transaction.ts'
import { givenWork, idle } from './givenWork.ts'
import { type Grown, patience, requireNone, startGrown } from './grown.ts'
import { listedEstate } from './sizes.ts'
import { beatSql } from './terminals.ts'

let grown: Grown

beforeAll(async () => {
  grown = await startGrown(listedEstate)
}, patience)
afterAll(() => grown.app.close())

/**
 * Once a night or a week, and of what is kept of the estate, not of it: counts that have come to
 * nothing leave their tables, and names that no entry of the log mentions any more. And the areas of the
 * map, which are counted anew as often as a thirtieth of the time allows (decision 0118). What rules of
 * parameters ask of beside values is looked at each night, some terminals at a time. Terminals that come all
 * the time are kept, few of many; of the estate's it is every second one.
 */
const isWhole = new Set(['stat.fold', 'log.names', 'stat.area', 'params.rules', 'login.forget'])

/** When all commands of a push that was stopped are called off, they are looked at once more. */
const looksAgain = 'the writing down of pushes'

describe('what runs by itself', () => {
  const works = [
    {
      name: 'the sweep of missed beats',
      work: () => sweepMissedBeats(grown.app.platform.pool, 120),
    },
    { name: 'the sweep of dead gateways', work: () => sweepDeadNodes(grown.app.platform.pool, 20) },
    { name: 'the end of commands', work: () => expireItems(grown.app.platform.pool) },
    { name: 'the end of commands in silence', work: () => timeOutItems(grown.app.platform.pool) },
    {
      name: 'the asking for silent commands',
      work: () =>
        inTransaction(grown.app.platform.pool, (client) => lockSilent(client, null, null)),
    },
    {
      name: 'the sending of what is due',
      work: () =>
        inTransaction(grown.app.platform.pool, (client) =>
          lockSendable(client, { of: 'due', after: null }, null),
        ),
    },
    {
      name: 'the parking of what cannot be sent',
      work: () =>
        inTransaction(grown.app.platform.pool, async (client) =>
          park(client, await lockUnsendable(client)),
        ),
    },
    {
      name: 'the taking of messages to terminals',
      work: () =>
        inTransaction(grown.app.platform.pool, (client) => claimOutbox(client, randomUUID())),
    },
    { name: 'the depth of the outbox', work: () => outboxDepth(grown.app.platform.pool) },
    {
      name: 'the folding of counts',
      work: () => foldCounts(grown.app.platform.pool, 'fold_estate_changes'),
    },
    {
      name: 'the folding of what terminals told',
      work: () => foldCounts(grown.app.platform.pool, 'fold_told_changes'),
    },
    { name: 'the look for lost tasks', work: () => endLost(grown.app.platform.db) },
    { name: 'the taking of a task', work: () => claimTask(grown.app.platform.db, 'growth') },
    {
      name: 'the folding of sign-ins',
      work: () => grown.app.platform.pool.query('select fold_login_changes()'),
    },
    {
      name: 'the folding of locations',
      work: () => foldCounts(grown.app.platform.pool, 'fold_location_changes'),
    },
    {
      name: 'the dwell at fences',
      work: () => inTransaction(grown.app.platform.pool, turnFences),
    },
    { name: 'the writing down of pushes', work: () => followPushes(grown.app.platform) },
    {
      name: 'the end of pushes',
      work: () => inTransaction(grown.app.platform.pool, (client) => endPushes(client)),
    },
    { name: 'the settling of locks', work: () => settleLocks(grown.app.platform.pool, null) },
    { name: 'the end of traces', work: () => sweepTraces(grown.app.platform) },
    {
      name: 'the membership of groups and labels',
      work: () => keepMembership(grown.app.platform.db, grown.app.platform.live),
    },
    {
      name: 'the keys that models demand',
      work: () => judgeDueKeys(grown.app.platform.pool),
    },
    { name: 'the compliance of terminals', work: () => followPolicies(grown.app.platform) },
    { name: 'the course of releases', work: () => runReleases(grown.app.platform) },
    { name: 'the course of plans', work: () => runPlans(grown.app.platform) },
    {
      name: 'practice of plans',
      work: () => runPractices(grown.app.platform, { directUrl: '' }, { stop: true }),
    },
    { name: 'the check of versions', work: () => checkVersions(grown.app.platform) },
    { name: 'the judging of alarms', work: () => judgeSignals(grown.app.platform) },
    { name: 'the telling of alarms', work: () => tellAlarms(grown.app.platform) },
    { name: 'the end of muting', work: () => endMutes(grown.app.platform) },
    { name: 'the pulling of logs by rules', work: () => pullByRules(grown.app.platform) },
    { name: 'values of parameters', work: () => keepValues(grown.app.platform) },
    {
      name: 'what comes into force',
      work: () => followMoments(grown.app.platform),
    },
    { name: 'what terminals should have', work: () => followParams(grown.app.platform) },
    { name: 'the bringing of values', work: () => bringParams(grown.app.platform) },
    { name: 'the sending of mails', work: () => sendMails(grown.app.platform) },
    { name: 'the sending of webhooks', work: () => sendWebhooks(grown.app.platform) },
    ...jobs
      .filter(({ name }) => !isWhole.has(name))
      .map(({ name, work }) => ({ name, work: () => work(grown.app.platform) })),
  ]

  // What has waited since the filling is done first; terminals have just beaten.
  beforeAll(async () => {
    await grown.withoutLimits((client) => client.query(beatSql))
    for (const { work } of works) await work()
    // What others called up while they worked.
    await judgeSignals(grown.app.platform)
    await grown.withoutLimits((client) => client.query('vacuum (analyze)'))
  }, patience)

  it.each(works.map((one): [string, () => Promise<unknown>] => [one.name, one.work]))(
    '%s reads of no large table more than it has to do',
    async (name, work) => {
      for (const text of givenWork[name] ?? [])
        await grown.withoutLimits(async (client) =>
          expect((await client.query(text)).rowCount).toBeGreaterThan(0),
        )
      const { growth, written } = await grown.watch(work, {
        by: name === looksAgain ? 'wholes' : 'rows',
      })
      requireNone(growth)
      // Whoever had nothing to do was not judged.
      expect(written > 0 || idle.has(name)).toBe(true)
    },
    patience,
  )
})

describe('bans of addresses', () => {
  it('have those who are online looked at once, however many they are', async () => {
    await grown.withoutLimits(async (client) => {
      await client.query(`insert into login_ban (kind, value, reason)
        select 'ADDRESS', '10.0.' || number || '.0/24', 'x' from generate_series(1, 200) as number`)
      await client.query('analyze login_ban')
    })
    const { growth } = await grown.watch(() => revokeBanned(grown.app.platform.pool), {
      tables: ['device_online'],
    })
    const read = growth.map((part) => Number(/^reads (\d+) rows/.exec(part)?.[1] ?? 0))
    expect(Math.max(0, ...read)).toBeLessThanOrEqual(listedEstate.online)
  })
})
