import { devicesPath, repairsPath } from '@muster/contract'
import type pg from 'pg'
import { type Batcher, openBatcher, type Waiting } from '../../../platform/batcher.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { tellNotices } from '../../notice/index.ts'
import { accessoriesIn, saveAccessories } from '../accessory/accessory.queries.ts'
import { saveApplied } from '../apps/applied.queries.ts'
import { saveInventories } from '../apps/inventory.queries.ts'
import { foldInventories, type Inventory } from '../apps/inventory.rules.ts'
import { saveUses } from '../apps/use.queries.ts'
import { proveItems, proveUpgrades } from '../apps/proof.queries.ts'
import { applyReports, type ArrivedReport, type ChangedItem } from '../command/command.device.ts'
import { askRestarted } from '../command/ask.queries.ts'
import { hasFailed, noticeFailures } from '../command/failureNotices.ts'
import { isFinal } from '../command/command.rules.ts'
import { saveDelivered, unpark } from '../command/publish.queries.ts'
import { saveRefusals, saveResults } from '../command/result.queries.ts'
import { noteContacts } from '../event/noteContacts.ts'
import { holdDemands, saveKeys } from '../keys/keys.queries.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { locksIn } from '../lock/lock.rules.ts'
import { saveLockReports, settleLocks } from '../lock/lock.queries.ts'
import { accessoriesPath, appsPath, keysPath, snapshotsPath } from '../paths.ts'
import { saveMismatches } from '../matrix/mismatch.queries.ts'
import { type Entered, enterOnline, leaveOnline, notePassed } from '../presence/presence.queries.ts'
import { contestedIn, noteClones } from '../presence/clones.queries.ts'
import { activate } from '../registration/activation.queries.ts'
import { takeTroubles, type ToldTicket, type TroubleAnswer } from '../repair/takeTroubles.ts'
import { openTraceIntake } from '../tracing/traceIntake.ts'
import { announceTraces } from '../tracing/announceTraces.ts'
import { noteTraceReports } from '../tracing/trace.queries.ts'
import { announceDevices, type Touched } from '../announceDevices.ts'
import { announceItems } from '../announceItems.ts'
import { type Answer, answersTo } from './answers.rules.ts'
import { capabilitiesIn } from './capabilities.rules.ts'
import { callUp, FactsWatch } from './factsWatch.ts'
import { saveEvents } from './event.queries.ts'
import { savePlaces } from './location.queries.ts'
import { savePayments } from './payment.queries.ts'
import { isPoison } from './isPoison.ts'
import { type LinkEvent, type ReportRow, type SortedBatch, sortBatch } from './sortBatch.rules.ts'
import {
  lockDevices,
  lockStates,
  saveSnapshots,
  saveStates,
  saveVersions,
} from './state.queries.ts'

/** Something of a terminal that is to be stored; `done` acknowledges it. */
export type Arrival = LinkEvent & Waiting

interface IngestOptions {
  /** The gateway on record for its connections; null where NATS holds them. */
  readonly nodeId: string | null
  /** After the commit: terminals that asked are told what is kept. */
  readonly answer: (answers: readonly Answer[]) => void
  /** After the commit: terminals hear what became of the trouble that they reported. */
  readonly reported: (answers: readonly TroubleAnswer[]) => void
  /** After the commit: these terminals became active. */
  readonly activated: (deviceIds: readonly string[]) => void
}

/** What a stored batch changed for those who look on. */
interface Effects {
  readonly devices: Touched[]
  readonly snapshots: Touched[]
  /** Terminals on which something was installed, updated or removed. */
  readonly apps: Touched[]
  /** Terminals that accessories came to, went from or changed at. */
  readonly accessories: Touched[]
  /** Terminals whose keys are others now. */
  readonly keys: Touched[]
  readonly activated: Touched[]
  readonly items: ChangedItem[]
  /** Traces that have begun, or cannot. */
  readonly traces: Touched[]
  /** Repair tickets that terminals have opened or said something to. */
  readonly tickets: readonly ToldTicket[]
  readonly reported: readonly TroubleAnswer[]
  /** Users whose commands failed. */
  readonly told: string[]
}

/** Messages that may wait for their commit; those beyond are not acknowledged. */
export const ingestRoom = 100_000

/** Stores what terminals send, many messages with one commit; each is acknowledged after it. */
export function openIngest(platform: LinkPlatform, options: IngestOptions): Batcher<Arrival> {
  const watch = new FactsWatch()
  return besideTraces(
    platform,
    openBatcher<Arrival>({
      async flush(events) {
        const end = counted.batchSeconds.startTimer()
        await watch.refresh(platform.pool, platform.now().getTime())
        const effects = await store(platform, events, { ...options, watch })
        end()
        options.answer(answersTo(events))
        counted.batchSize.observe(events.length)
        counted.acknowledged.inc(events.length)
        if (effects) tellConsoles(platform, effects)
        if (effects && effects.reported.length > 0) options.reported(effects.reported)
        if (effects && effects.activated.length > 0)
          options.activated(effects.activated.map(({ id }) => id))
      },
      isPoison,
      setAside(arrival, error) {
        const { kind } = arrival
        options.answer(answersTo([arrival], 'refused'))
        counted.quarantined.inc({ because: 'poison' })
        platform.log.warn({ err: error, kind }, 'a message of a terminal cannot be stored')
      },
      maxItems: 4096,
      lingerMs: 10,
      maxWaiting: ingestRoom,
      maxWaitMs: 15_000,
    }),
  )
}

/** Pieces of traces go their own way: however many come, nothing else waits for them. */
function besideTraces(platform: LinkPlatform, rest: Batcher<Arrival>): Batcher<Arrival> {
  const traces = openTraceIntake(platform)
  return {
    add(arrival) {
      if (arrival.kind !== 'up' || arrival.message.kind !== 'log') return rest.add(arrival)
      const { deviceId, at, message, done } = arrival
      traces.take({ deviceId, at, chunk: message.body, done })
      return true
    },
    get size() {
      return rest.size
    },
    async stop() {
      await Promise.all([rest.stop(), traces.stop()])
    },
  }
}

/**
 * Answers null when there were but signs of life, which nobody is told of one by one. Moments are
 * the database's: of an arrival only its age is believed.
 */
export async function store(
  { pool, now }: Pick<LinkPlatform, 'pool' | 'now'>,
  events: readonly Arrival[],
  { nodeId, watch }: Pick<IngestOptions, 'nodeId'> & { readonly watch?: FactsWatch },
): Promise<Effects | null> {
  const own = now().getTime()
  // What came first is not always ready first: nobody was seen before the newest of his messages.
  const newest = events.reduce((at, event) => Math.max(at, event.at), 0) || own
  const sorted = sortBatch(events)
  const looks = watch?.looksOf(sorted) ?? []
  if (isBeatsOnly(sorted)) {
    const age = own - newest
    const { states } = sorted
    if (states.size > 0)
      await saveApplied(pool, states, await saveStates(pool, [...states.values()], age))
    if (sorted.payments.size > 0) await savePayments(pool, sorted.payments, age)
    if (looks.length > 0) await callUp(pool, looks)
    watch?.called(looks)
    return null
  }
  const effects = await inTransaction(pool, async (client) => {
    const skew = own - (await readClock(client))
    const stamped = sortBatch(events.map((event) => ({ ...event, at: event.at - skew })))
    const rest = await storeRest(client, stamped, {
      nodeId,
      age: () => now().getTime() - newest,
    })
    if (looks.length > 0) await callUp(client, looks)
    return rest
  })
  watch?.called(looks)
  return effects
}

/** Epoch milliseconds of the database. */
async function readClock(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  return rows[0]?.at ?? 0
}

const isBeatsOnly = (sorted: SortedBatch): boolean =>
  sorted.opened.size + sorted.closed.length + sorted.passed.length === 0 &&
  sorted.snapshots.size + sorted.versions.size === 0 &&
  sorted.reports.length + sorted.activations.size + sorted.delivered.length === 0 &&
  sorted.events.size + sorted.inventories.length + sorted.uses.size === 0 &&
  sorted.troubles.length + sorted.keys.size === 0

async function storeRest(
  client: pg.ClientBase,
  sorted: SortedBatch,
  { nodeId, age }: { readonly nodeId: string | null; readonly age: () => number },
): Promise<Effects> {
  const { states, closed, opened, passed, versions, snapshots, activations } = sorted
  const devices: Touched[] = []
  const inventories = foldInventories(sorted.inventories)
  await lockFirst(client, sorted, inventories)
  if (closed.length > 0) devices.push(...(await leaveOnline(client, closed)))
  const entered = opened.size > 0 ? await enter(client, sorted, nodeId) : []
  devices.push(...entered)
  // After the presence, which whoever ends it locks before the state, too.
  const told = states.size > 0 ? await saveAllStates(client, sorted, age()) : null
  if (passed.length > 0) await notePassed(client, passed)
  await noteClones(client, contestedIn(sorted, entered))
  if (versions.size > 0) devices.push(...(await saveVersions(client, [...versions.values()])))
  const reports = [...snapshots.values()]
  const touched = reports.length > 0 ? await saveSnapshots(client, reports) : []
  devices.push(...(await savePlaces(client, reports)))
  await saveMismatches(client, capabilitiesIn(reports))
  const accessories = await saveAccessories(client, accessoriesIn(reports, touched))
  if (sorted.events.size > 0) await saveEvents(client, [...sorted.events.values()])
  const apps = inventories.length > 0 ? await saveInventories(client, inventories) : []
  if (sorted.uses.size > 0) await saveUses(client, [...sorted.uses.values()])
  const activated = activations.size > 0 ? await activate(client, activations) : []
  if (sorted.payments.size > 0) await savePayments(client, sorted.payments, age())
  if (told) await saveApplied(client, states, told)
  const { locked, ...answers } = await storeAnswers(client, sorted)
  locked.push(...(await saveLockReports(client, locksIn(reports))))
  answers.items.push(...(await proveAll(client, sorted, apps)))
  return {
    devices: [...devices, ...activated, ...locked, ...accessories, ...answers.keys],
    snapshots: touched,
    apps,
    accessories,
    activated,
    ...answers,
  }
}

/** Terminals before what follows them by triggers, as everybody who writes terminals locks them. */
async function lockFirst(
  client: pg.ClientBase,
  { versions, activations, troubles, keys: told }: SortedBatch,
  lists: readonly Inventory[],
): Promise<void> {
  const others = [...activations.keys(), ...troubles.map(({ deviceId }) => deviceId)]
  const keys = [...told.keys()]
  if (versions.size + others.length + keys.length + lists.length > 0)
    await lockDevices(client, [...versions.values()], { others, keys, lists })
  if (keys.length > 0) await holdDemands(client, keys)
}

async function saveAllStates(client: pg.ClientBase, { states }: SortedBatch, age: number) {
  await lockStates(client, [...states.keys()])
  return saveStates(client, [...states.values()], age)
}

/** Puts terminals on record; what waited for them is due. */
async function enter(
  client: pg.ClientBase,
  { opened }: SortedBatch,
  nodeId: string | null,
): Promise<Entered[]> {
  const entered = await enterOnline(client, [...opened.values()], nodeId)
  const ids = entered.map(({ id }) => id)
  if (ids.length > 0) {
    await unpark(client, ids)
    await askRestarted(client, ids)
  }
  const found = entered.filter(({ lifecycle }) => lifecycle === 'LOST')
  await noteContacts(
    client,
    found.map(({ id: deviceId, ip }) => ({ deviceId, code: 'LOST_CONTACT', ip })),
  )
  return entered
}

type Answered = Pick<Effects, 'keys' | 'items' | 'told' | 'traces' | 'reported' | 'tickets'> & {
  readonly locked: Touched[]
}

async function storeAnswers(
  client: pg.ClientBase,
  { delivered, reports, troubles, ...sorted }: SortedBatch,
): Promise<Answered> {
  const passedOn = delivered.length > 0 ? await saveDelivered(client, delivered) : []
  const changes = reports.length > 0 ? await applyReports(client, reports.map(arrivedOf)) : []
  await saveResults(client, reports.flatMap(resultOf))
  await saveRefusals(client, reports.flatMap(refusalsOf))
  const ended = changes.filter(({ state }) => isFinal(state)).map(({ deviceId }) => deviceId)
  const locked = ended.length > 0 ? await settleLocks(client, ended) : []
  const failed = changes.filter(hasFailed).map(({ id }) => id)
  const told = await noticeFailures(client, failed)
  const known = new Set(changes.map(({ id }) => id))
  const others = reports.filter(({ body }) => !known.has(body.item.toLowerCase()))
  const traces = others.length > 0 ? await noteTraceReports(client, others) : []
  const { answers: reported, tickets } =
    troubles.length > 0 ? await takeTroubles(client, troubles) : { answers: [], tickets: [] }
  const keys = sorted.keys.size > 0 ? await saveKeys(client, [...sorted.keys.values()]) : []
  return { items: [...passedOn, ...changes], told, locked, traces, reported, tickets, keys }
}

/** What a terminal tells of itself proves what it was to do, before its own word or after it. */
async function proveAll(
  client: pg.ClientBase,
  { snapshots }: SortedBatch,
  apps: Effects['apps'],
): Promise<Effects['items']> {
  const listed = new Set(apps.map(({ id }) => id))
  const infos = [...snapshots.values()].filter(({ kind }) => kind === 'info')
  const informed = new Set(infos.map(({ deviceId }) => deviceId))
  return [
    ...(listed.size > 0 ? await proveItems(client, [...listed]) : []),
    ...(informed.size > 0 ? await proveUpgrades(client, [...informed]) : []),
  ]
}

const resultOf = ({ deviceId, body: { item, result } }: ReportRow) =>
  result ? [{ itemId: item.toLowerCase(), deviceId, result }] : []

const refusalsOf = ({ deviceId, body: { item, refused = [] } }: ReportRow) =>
  refused.length > 0 ? [{ itemId: item.toLowerCase(), deviceId, refused }] : []

function arrivedOf({ deviceId, messageId, arrivalId, at, body }: ReportRow): ArrivedReport {
  const { item, at: reportedAt, result: _, refused: __, ...report } = body
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

function tellConsoles({ live }: LinkPlatform, effects: Effects): void {
  const { devices, snapshots, apps, items, told, traces } = effects
  announceDevices(live, devices)
  for (const { id, orgId } of snapshots)
    live.changed({ path: snapshotsPath(id), ids: [id], orgIds: [orgId] })
  for (const { id, orgId } of apps) live.changed({ path: appsPath(id), ids: [id], orgIds: [orgId] })
  for (const { id, orgId } of effects.accessories)
    live.changed({ path: accessoriesPath(id), ids: [id], orgIds: [orgId] })
  for (const { id, orgId } of effects.keys)
    live.changed({ path: keysPath(id), ids: [id], orgIds: [orgId] })
  announceItems(live, items)
  announceTraces(live, traces)
  for (const { id, deviceId, orgId } of effects.tickets) {
    live.changed({ path: repairsPath, ids: [id], orgIds: [orgId] })
    live.changed({ path: devicesPath, ids: [deviceId], orgIds: [orgId] })
  }
  tellNotices(live, told)
}
