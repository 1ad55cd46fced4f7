import type { LinkProtocol } from '@muster/contract'
import type { ToldParams } from '../apps/applied.queries.ts'
import { type UseRow, usesIn } from '../apps/use.rules.ts'
import type { UpMessage } from '../envelope.rules.ts'
import { isLate, type KeyReport, saidAt } from '../keys/keys.rules.ts'
import type { Trouble } from '../repair/trouble.rules.ts'
import type { ClosedRow, OpenedRow, PassedRow } from '../presence/presence.queries.ts'

/** What happened on a terminal's connection, in the order of its arrival. */
export type LinkEvent =
  | {
      readonly kind: 'up'
      readonly deviceId: string
      readonly sn: string
      /** Epoch milliseconds of the arrival. */
      readonly at: number
      /** Given at the arrival, so that a batch that is stored twice counts once. */
      readonly arrivalId: string
      readonly message: UpMessage
    }
  | {
      readonly kind: 'opened'
      readonly deviceId: string
      readonly at: number
      readonly sessionId: string
      /** Null: the terminal speaks, but nobody has told yet where it is connected. */
      readonly ip: string | null
      readonly protocol: LinkProtocol | null
      readonly node: string | null
    }
  | {
      readonly kind: 'closed'
      readonly deviceId: string
      readonly at: number
      /** Null: the terminal said so itself, of a session that began well before. */
      readonly sessionId: string | null
      readonly reason: string
    }
  | {
      /** The terminal's connection acknowledged a command. */
      readonly kind: 'delivered'
      readonly deviceId: string
      readonly at: number
      readonly itemId: string
    }
  | {
      /** The terminal asked for its messages and had nothing to say: a sign of life. */
      readonly kind: 'polled'
      readonly deviceId: string
      readonly at: number
    }
  | {
      /** A message that broke the rules, of a terminal that wants to know what became of it. */
      readonly kind: 'refused'
      readonly sn: string
      readonly at: number
      readonly messageId: string
    }

/** The newest of each value that a terminal sent in a batch; null where it sent none. */
export interface StateRow {
  readonly deviceId: string
  battery: number | null
  isCharging: boolean | null
  networkType: string | null
  signal: number | null
  freeMb: number | null
  temperature: number | null
  uptimeSeconds: number | null
  cfgRev: number | null
  /** Address of the platform that it uses. */
  endpoint: string | null
  /** What its applications run with. */
  params: ToldParams | null
}

export interface SnapshotRow {
  readonly deviceId: string
  readonly kind: string
  readonly document: unknown
  readonly at: number
}

export interface VersionRow {
  readonly deviceId: string
  readonly firmware: string | null
  readonly agentVersion: string | null
}

type BodyOf<K extends UpMessage['kind']> = Extract<UpMessage, { kind: K }>['body']

export interface ReportRow {
  readonly deviceId: string
  readonly messageId: string
  readonly arrivalId: string
  readonly at: number
  readonly body: BodyOf<'task'>
}

/** Something that happened to a terminal, as it says. */
export interface EventRow {
  readonly deviceId: string
  /** What it is known by when it is told again. */
  readonly key: string
  readonly body: BodyOf<'evt'>
}

/** A terminal's own word of what is installed on it, in the order in which it was said. */
export interface InventoryRow {
  readonly deviceId: string
  readonly at: number
  readonly body: BodyOf<'apps'>
}

/** A batch, sorted into what each statement writes. */
export interface SortedBatch {
  readonly states: Map<string, StateRow>
  readonly snapshots: Map<string, SnapshotRow>
  readonly versions: Map<string, VersionRow>
  readonly opened: Map<string, OpenedRow>
  readonly closed: ClosedRow[]
  /** Connections that came and went within the batch. */
  readonly passed: PassedRow[]
  readonly delivered: string[]
  readonly reports: ReportRow[]
  readonly activations: Map<string, BodyOf<'act'>>
  readonly events: Map<string, EventRow>
  readonly inventories: InventoryRow[]
  readonly uses: Map<string, UseRow>
  /** The counters of payments of those terminals that have one. */
  readonly payments: Map<string, number>
  /** What people report at terminals, in the order in which it came. */
  readonly troubles: Trouble[]
  /** Which keys terminals hold. */
  readonly keys: Map<string, KeyReport>
}

/** Sorts a batch; of several values of one terminal the newest wins. */
export function sortBatch(events: readonly LinkEvent[]): SortedBatch {
  const sorted = nothing()
  for (const event of events) {
    if (event.kind === 'up') sortMessage(sorted, event)
    else if (event.kind === 'opened') sortOpened(sorted, event)
    else if (event.kind === 'closed') sortClosed(sorted, event)
    else if (event.kind === 'delivered') sorted.delivered.push(event.itemId)
    else if (event.kind === 'polled') stateOf(sorted, event.deviceId)
  }
  return sorted
}

const nothing = (): SortedBatch => ({
  states: new Map(),
  snapshots: new Map(),
  versions: new Map(),
  opened: new Map(),
  closed: [],
  passed: [],
  delivered: [],
  reports: [],
  activations: new Map(),
  events: new Map(),
  inventories: [],
  uses: new Map(),
  payments: new Map(),
  troubles: [],
  keys: new Map(),
})

function stateOf({ states }: SortedBatch, deviceId: string): StateRow {
  const known = states.get(deviceId)
  if (known) return known
  const row: StateRow = {
    deviceId,
    battery: null,
    isCharging: null,
    networkType: null,
    signal: null,
    freeMb: null,
    temperature: null,
    uptimeSeconds: null,
    cfgRev: null,
    endpoint: null,
    params: null,
  }
  states.set(deviceId, row)
  return row
}

/** Pieces of traces go their own way (tracing/traceIntake.ts): none of them comes here. */
function sortMessage(sorted: SortedBatch, event: Extract<LinkEvent, { kind: 'up' }>): void {
  const { message, deviceId, at } = event
  // Whatever a terminal says is a sign of life.
  const state = stateOf(sorted, deviceId)
  if (message.kind === 'log') return
  switch (message.kind) {
    case 'hb':
      takeBeat(state, message.body)
      takeCounters(sorted, state, { at, body: message.body })
      return
    case 'conn':
      takeConnection(sorted, state, message.body)
      return
    case 'info':
      takeVersions(sorted, deviceId, message.body)
      keepSnapshot(sorted, { deviceId, kind: 'info', document: message.body, at })
      return
    case 'net':
      state.networkType = message.body.type
      keepSnapshot(sorted, { deviceId, kind: 'net', document: message.body, at })
      return
    case 'loc':
      keepSnapshot(sorted, { deviceId, kind: 'loc', document: message.body, at })
      return
    case 'act':
      sorted.activations.set(deviceId, message.body)
      return
    case 'apps':
      takeApps(sorted, { deviceId, at, body: message.body })
      return
    default:
      sortTold(sorted, event, message)
  }
}

/** What happened to it, what was done with it, and what it holds. */
function sortTold(
  sorted: SortedBatch,
  event: Extract<LinkEvent, { kind: 'up' }>,
  message: Extract<UpMessage, { kind: 'evt' | 'tkt' | 'key' | 'task' }>,
): void {
  const { deviceId, at } = event
  switch (message.kind) {
    case 'evt':
      takeEvent(sorted, deviceId, message)
      return
    case 'tkt':
      takeTrouble(sorted, event, message)
      return
    case 'key':
      takeKeys(sorted, { deviceId, at, body: message.body })
      return
    case 'task':
      takeReport(sorted, event, message)
  }
}

const takeReport = (
  { reports }: SortedBatch,
  { deviceId, at, arrivalId }: Extract<LinkEvent, { kind: 'up' }>,
  { id: messageId, body }: Extract<UpMessage, { kind: 'task' }>,
) => reports.push({ deviceId, messageId, arrivalId, at, body })

const keepSnapshot = ({ snapshots }: SortedBatch, row: SnapshotRow) =>
  snapshots.set(`${row.deviceId} ${row.kind}`, row)

/** Beside the list, or alone: then nothing of the list has changed. */
function takeApps(sorted: SortedBatch, row: InventoryRow): void {
  const { usage, full, apps, gone = [] } = row.body
  for (const use of usesIn(row.deviceId, usage ?? [])) {
    const key = `${use.deviceId} ${use.day} ${use.package}`
    const known = sorted.uses.get(key)
    if (!known || known.toldAt < use.toldAt) sorted.uses.set(key, use)
  }
  if (usage === undefined || full || apps.length + gone.length > 0) sorted.inventories.push(row)
}

function takeEvent(
  { events }: SortedBatch,
  deviceId: string,
  { id, body }: Extract<UpMessage, { kind: 'evt' }>,
): void {
  const key = body.dedup === undefined ? `m ${id}` : `d ${body.dedup}`
  events.set(`${deviceId} ${key}`, { deviceId, key, body })
}

function takeTrouble(
  { troubles }: SortedBatch,
  { deviceId, sn }: Pick<Extract<LinkEvent, { kind: 'up' }>, 'deviceId' | 'sn'>,
  { id: messageId, body }: Extract<UpMessage, { kind: 'tkt' }>,
): void {
  const { title, text = '', phone = null, photos = [] } = body
  troubles.push({ deviceId, sn, messageId, title, text, phone, photos })
}

function takeKeys({ keys }: SortedBatch, report: KeyReport): void {
  const known = keys.get(report.deviceId)
  if (!known || !isLate(saidAt(report), saidAt(known))) keys.set(report.deviceId, report)
}

/** What a beat tells beside how the terminal is: its payments, and the values that it runs with. */
function takeCounters(
  sorted: SortedBatch,
  state: StateRow,
  { at, body: { pay, params, edits } }: { readonly at: number; readonly body: BodyOf<'hb'> },
): void {
  if (pay !== undefined) sorted.payments.set(state.deviceId, pay)
  if (params) state.params = { at, told: params, edits }
}

function takeBeat(state: StateRow, body: BodyOf<'hb'>): void {
  state.battery = body.bat ?? state.battery
  state.isCharging = body.chg ?? state.isCharging
  state.networkType = body.net ?? state.networkType
  state.signal = body.sig ?? state.signal
  state.freeMb = body.freeMb ?? state.freeMb
  // As the column keeps it: a number too small for it would be refused.
  if (body.temp !== undefined) state.temperature = Math.fround(body.temp)
  state.uptimeSeconds = body.up ?? state.uptimeSeconds
  state.cfgRev = body.cfgRev ?? state.cfgRev
  state.endpoint = body.ep ?? state.endpoint
}

function takeConnection(sorted: SortedBatch, state: StateRow, body: BodyOf<'conn'>): void {
  state.networkType = body.net ?? state.networkType
  state.cfgRev = body.cfgRev ?? state.cfgRev
  state.endpoint = body.ep ?? state.endpoint
  if (body.agentVersion) takeVersions(sorted, state.deviceId, { agentVersion: body.agentVersion })
}

function takeVersions(
  { versions }: SortedBatch,
  deviceId: string,
  told: { firmware?: string; agentVersion: string },
): void {
  const firmware = told.firmware ?? versions.get(deviceId)?.firmware ?? null
  versions.set(deviceId, { deviceId, firmware, agentVersion: told.agentVersion })
}

function sortOpened(sorted: SortedBatch, event: Extract<LinkEvent, { kind: 'opened' }>): void {
  const { deviceId, sessionId, at, ip, protocol, node } = event
  stateOf(sorted, deviceId)
  const earlier = sorted.opened.get(deviceId)
  // A terminal that spoke is here already; the broker tells more about its connection.
  if (earlier && ip === null) return
  if (earlier?.ip != null)
    sorted.passed.push({ ...earlier, openedAt: earlier.at, at, reason: 'takeover' })
  sorted.opened.set(deviceId, { deviceId, sessionId, at, ip, protocol, node })
}

function sortClosed(sorted: SortedBatch, event: Extract<LinkEvent, { kind: 'closed' }>): void {
  const { deviceId, sessionId, at, reason } = event
  const opened = sorted.opened.get(deviceId)
  if (!opened || opened.sessionId !== sessionId) {
    sorted.closed.push({ deviceId, sessionId, at, reason })
    return
  }
  sorted.opened.delete(deviceId)
  sorted.passed.push({ ...opened, openedAt: opened.at, at, reason })
}
