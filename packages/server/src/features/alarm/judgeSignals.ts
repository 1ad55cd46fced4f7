import { alarmsPath, codes, devicesPath } from '@muster/contract'
import type pg from 'pg'
import type { Platform } from '../../kit/context.ts'
import { databaseFault } from '../../platform/databaseFault.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { decidingRule, judge } from './judge.rules.ts'
import {
  countAnew,
  type Due,
  type Ended,
  end,
  follow,
  type JudgedDevice,
  noteDue,
  passOldest,
  type Raised,
  raise,
  readDevices,
  readMemberships,
  readOutlived,
  readRules,
  readSubjects,
  settle,
  type Settled,
  subjectOf,
  type TakenSignal,
  takeSignals,
  takeTurn,
  type WrittenAlarm,
} from './judge.queries.ts'
import { settledBy } from './settle.rules.ts'

/** Signals of one transaction: few enough to hold the turn for a moment only. */
const atOnce = 2000

/** Turns what came in about terminals into alarms, until nothing is left or somebody else is at it. */
export async function judgeSignals({
  pool,
  live,
  log,
}: Pick<Platform, 'pool' | 'live' | 'log'>): Promise<void> {
  let uncounted = 0
  let most = atOnce
  for (;;) {
    const round = await inTransaction(pool, (client) => judgeSome(client, most)).catch(ofItsData)
    if ('refused' in round) {
      // One that the database does not take keeps nobody else from being judged.
      if (most === 1) await inTransaction(pool, passOldest)
      log.error({ err: round.refused, most }, 'signals of alarms cannot be judged')
      most = most === 1 ? atOnce : Math.ceil(most / 50)
      continue
    }
    const { taken, written } = round
    for (const [orgId, alarms] of Map.groupBy(written, (alarm) => alarm.orgId)) {
      const orgIds = [orgId]
      live.changed({ path: alarmsPath, ids: alarms.map(({ id }) => id), orgIds })
      live.changed({ path: devicesPath, ids: alarms.map(({ deviceId }) => deviceId), orgIds })
    }
    if (taken < most) return
    most = atOnce
    uncounted += written.length
    if (await countAnew(pool, uncounted)) uncounted = 0
  }
}

/** What the database does not take as it is; all else is tried again as a whole. */
function ofItsData(error: unknown): { readonly refused: unknown } {
  if (databaseFault(error)?.code === codes.badRequest) return { refused: error }
  throw error
}

interface Round {
  readonly taken: number
  readonly written: readonly WrittenAlarm[]
}

async function judgeSome(client: pg.PoolClient, most: number): Promise<Round> {
  if (!(await takeTurn(client))) return { taken: 0, written: [] }
  const signals = await takeSignals(client, most)
  if (signals.length === 0) return { taken: 0, written: [] }
  const byDevice = Map.groupBy(signals, ({ deviceId }) => deviceId)
  const endingIds = signals
    .filter(({ kind }) => kind === 'PARAM_ENDING' || kind === 'ALL')
    .map(({ deviceId }) => deviceId)
  const devices = await readDevices(client, [...byDevice.keys()], [...new Set(endingIds)])
  const found = await judgeAll(client, devices, byDevice)
  const written: WrittenAlarm[] = []
  const moved = devices.filter(({ isMoved }) => isMoved).map(({ id }) => id)
  if (moved.length > 0) written.push(...(await follow(client, moved)))
  if (found.settled.length > 0) await settle(client, found.settled)
  if (found.ended.length > 0) written.push(...(await end(client, found.ended)))
  if (found.raised.length > 0) written.push(...(await raise(client, found.raised)))
  if (found.due.length > 0) await noteDue(client, found.due)
  return { taken: signals.length, written }
}

async function judgeAll(
  client: pg.PoolClient,
  devices: readonly JudgedDevice[],
  signals: ReadonlyMap<string, readonly TakenSignal[]>,
) {
  const orgIds = [...new Set(devices.map(({ orgId }) => orgId))]
  const rules = await readRules(client, orgIds)
  const byKind = Map.groupBy(rules, ({ orgId, kind }) => `${orgId} ${kind}`)
  const named = [...new Set(rules.flatMap(({ groupId }) => groupId ?? []))]
  const ids = devices.map(({ id }) => id)
  const memberships = await readMemberships(client, ids, named)
  const { subjects, reread } = await aboutApplications(client, [...signals.values()].flat())
  const raised: Raised[] = []
  const ended: Ended[] = []
  const due: Due[] = []
  const settled: Settled[] = []
  for (const device of devices) {
    const { id, orgId, modelId } = device
    const terminal = { modelId, groups: memberships.get(id) ?? new Set<string>() }
    const ruleOf = (kind: string) => decidingRule(byKind.get(`${orgId} ${kind}`) ?? [], terminal)
    const own = (signals.get(id) ?? []).map(reread)
    const told = { facts: device, signals: own, ruleOf }
    for (const one of settledBy({ ...told, silenced: device.silenced }))
      settled.push({ ...one, deviceId: id })
    const judged = judge({
      ...told,
      open: new Set(device.open),
      isKnown: (subject) => subjects.has(`${id} ${subject}`),
    })
    for (const verdict of judged.verdicts) {
      const rule = ruleOf(verdict.kind)
      if (verdict.what === 'end') ended.push({ deviceId: id, verdict })
      else if (rule) raised.push({ device, rule, verdict })
    }
    due.push(...judged.due.map((one) => ({ ...one, deviceId: id })))
  }
  return { raised, ended, due, settled }
}

/** Which applications the terminals have, and how what is told of others is to be read. */
async function aboutApplications(client: pg.PoolClient, signals: readonly TakenSignal[]) {
  const subjects = await readSubjects(client, signals)
  const ofOthers = signals.filter((signal) => {
    const subject = subjectOf(signal)
    return signal.kind === 'APP_CRASHED' && subject !== null && !subjects.has(subject)
  })
  const outlived = await readOutlived(client, ofOthers)
  // What was removed before anybody has judged its crash crashes no more.
  const reread = (signal: TakenSignal): TakenSignal =>
    outlived.has(signal) ? { ...signal, act: 'END' } : signal
  return { subjects, reread }
}
