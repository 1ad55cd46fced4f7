import type pg from 'pg'
import { type Batcher, openBatcher, type Waiting } from '../../../platform/batcher.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { applyReports, type ArrivedReport, type ChangedItem } from '../command/command.device.ts'
import { hasFailed, noticeFailures } from '../command/failureNotices.ts'
import { saveDelivered } from '../command/publish.queries.ts'
import { tellNotices } from '../../notice/index.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { devicesPath, snapshotsPath } from '../paths.ts'
import { tellItems } from '../tellItems.ts'
import { activate } from './activation.queries.ts'
import { savePlaces } from './location.queries.ts'
import { enterOnline, leaveOnline, notePassed } from './presence.queries.ts'
import { type LinkEvent, type ReportRow, type SortedBatch, sortBatch } from './sortBatch.rules.ts'
import { saveSnapshots, saveStates, saveVersions, type Touched } from './state.queries.ts'

/** Something of a terminal that is to be stored; `done` acknowledges it. */
export type Arrival = LinkEvent & Waiting

interface IngestOptions {
  /** The gateway on record for its connections; null where another broker holds them. */
  readonly nodeId: string | null
  /** After the commit: these terminals became active. */
  readonly activated: (deviceIds: readonly string[]) => void
}

/** What a stored batch changed for those who look on. */
interface Effects {
  readonly devices: Touched[]
  readonly snapshots: Touched[]
  readonly activated: Touched[]
  readonly items: ChangedItem[]
  /** Users whose commands failed. */
  readonly told: string[]
}

/** Stores what terminals send, many messages with one commit; each is acknowledged after it. */
export function openIngest(platform: LinkPlatform, options: IngestOptions): Batcher<Arrival> {
  return openBatcher<Arrival>({
    async flush(events) {
      const end = counted.batchSeconds.startTimer()
      const effects = await store(platform.pool, events, options)
      end()
      counted.batchSize.observe(events.length)
      counted.acknowledged.inc(events.length)
      if (effects) tellConsoles(platform, effects)
      if (effects && effects.activated.length > 0)
        options.activated(effects.activated.map(({ id }) => id))
    },
    isPoison,
    setAside({ kind }, error) {
      counted.quarantined.inc({ because: 'poison' })
      platform.log.warn({ err: error, kind }, 'a message of a terminal cannot be stored')
    },
    maxItems: 4096,
    lingerMs: 10,
    maxWaiting: 100_000,
    maxWaitMs: 15_000,
  })
}

/** Data exceptions and broken constraints are the message's own fault; the rest passes. */
function isPoison(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^2[23]...$/.test(code)
}

/** Answers null when there were but signs of life, which nobody is told of one by one. */
async function store(
  pool: pg.Pool,
  events: readonly Arrival[],
  { nodeId }: IngestOptions,
): Promise<Effects | null> {
  const sorted = sortBatch(events)
  const at = new Date(events.at(-1)?.at ?? 0)
  if (isBeatsOnly(sorted)) {
    await saveStates(pool, [...sorted.states.values()], at)
    return null
  }
  return inTransaction(pool, async (client) => {
    if (sorted.states.size > 0) await saveStates(client, [...sorted.states.values()], at)
    return storeRest(client, sorted, nodeId)
  })
}

const isBeatsOnly = (sorted: SortedBatch): boolean =>
  sorted.opened.size + sorted.closed.length + sorted.passed.length === 0 &&
  sorted.snapshots.size + sorted.versions.size === 0 &&
  sorted.reports.length + sorted.activations.size + sorted.delivered.length === 0

async function storeRest(
  client: pg.ClientBase,
  sorted: SortedBatch,
  nodeId: string | null,
): Promise<Effects> {
  const { closed, opened, passed, versions, snapshots, activations } = sorted
  const own = { nodeId, replaces: nodeId !== null }
  const devices: Touched[] = []
  if (closed.length > 0) devices.push(...(await leaveOnline(client, closed)))
  if (opened.size > 0) devices.push(...(await enterOnline(client, [...opened.values()], own)))
  if (passed.length > 0) await notePassed(client, passed)
  if (versions.size > 0) devices.push(...(await saveVersions(client, [...versions.values()])))
  const reports = [...snapshots.values()]
  const touched = reports.length > 0 ? await saveSnapshots(client, reports) : []
  await savePlaces(client, reports)
  const activated = activations.size > 0 ? await activate(client, activations) : []
  const answers = await storeAnswers(client, sorted)
  return { devices: [...devices, ...activated], snapshots: touched, activated, ...answers }
}

async function storeAnswers(
  client: pg.ClientBase,
  { delivered, reports }: SortedBatch,
): Promise<Pick<Effects, 'items' | 'told'>> {
  const passedOn = delivered.length > 0 ? await saveDelivered(client, delivered) : []
  const changes = reports.length > 0 ? await applyReports(client, reports.map(arrivedOf)) : []
  const failed = changes.filter(hasFailed).map(({ id }) => id)
  return { items: [...passedOn, ...changes], told: await noticeFailures(client, failed) }
}

function arrivedOf({ deviceId, messageId, arrivalId, at, body }: ReportRow): ArrivedReport {
  const { item, at: reportedAt, ...report } = body
  return {
    ...report,
    deviceId,
    messageId,
    arrivalId,
    itemId: item.toLowerCase(),
    reportedAt,
    receivedAt: at,
  }
}

function tellConsoles({ live }: LinkPlatform, { devices, snapshots, items, told }: Effects): void {
  for (const { id, orgId } of devices)
    live.changed({ path: devicesPath, ids: [id], orgIds: [orgId] })
  for (const { id, orgId } of snapshots)
    live.changed({ path: snapshotsPath(id), ids: [id], orgIds: [orgId] })
  tellItems(live, items)
  tellNotices(live, told)
}
