import type { LinkProtocol } from '@muster/contract'
import type {
  Connection,
  DeviceLink,
  Done,
  Incoming,
  LinkHandlers,
} from '../../../platform/brokerLink.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'
import { type Intake, takeMessage } from '../ingest/takeMessage.ts'
import {
  clientIdOf,
  hearsCommands,
  mayPublish,
  maySubscribe,
  type Peer,
  upTopic,
} from '../topics.rules.ts'
import type { Connections, Held } from './connections.ts'
import { nodeName } from './nodeStats.ts'
import type { OrganizationPaces } from './organizationPaces.ts'
import { later, waitOf } from './pace.ts'

export interface HandlerParts extends Intake {
  readonly link: DeviceLink
  readonly connections: Connections
  readonly admit: LinkHandlers<Peer>['admit']
  readonly firstContact: (
    connection: Connection<Peer>,
    peer: Extract<Peer, { kind: 'boot' }>,
    message: { payload: Buffer; done: Done },
  ) => void
  /** The terminal is on record and listens. */
  readonly ready: (deviceId: string) => void
  readonly turnedAway: (because: string) => void
  /** Messages of one terminal that are taken in a minute; 0: any number. */
  readonly messagesPerMinute: () => number
  readonly paces: OrganizationPaces
}

/** A terminal that sends this many messages which cannot be read is let go. */
const maxFaults = 50

/** Where terminals of the embedded broker come in: what each of them does becomes something to store. */
export function openConnectionHandlers(parts: HandlerParts): LinkHandlers<Peer> {
  const { connections, firstContact, admit } = parts
  return {
    admit,
    mayPublish,
    maySubscribe,
    opened: (connection) => takeIn(parts, connection),
    closed(connection, reason) {
      const held = connections.of(connection)
      connections.remove(connection)
      parts.paces.leave(connection)
      const { session, id } = connection
      if (session.kind === 'device' && held)
        note(parts, { kind: 'closed', deviceId: session.deviceId, sessionId: id, reason })
    },
    subscribed(connection, topics) {
      const held = connections.of(connection)
      if (!held || held.hears || !hearsCommands(held.sn, topics)) return
      held.hears = true
      if (held.isRecorded) parts.ready(held.deviceId)
    },
    receive(message, done) {
      const { connection } = message
      if (!connection) done(new Error('no connection'))
      else if (connection.session.kind === 'boot')
        firstContact(connection, connection.session, { payload: message.payload, done })
      else pass(parts, message, done)
    },
    isBehind: parts.paces.isBehind,
    turnedAway: parts.turnedAway,
  }
}

/** Something that no message waits for. */
type Noted =
  | {
      kind: 'opened'
      deviceId: string
      sessionId: string
      ip: string | null
      protocol: LinkProtocol
      node: string
    }
  | { kind: 'closed'; deviceId: string; sessionId: string; reason: string }

/** Only a database that is away for long makes this fail; the sweeps mend the record then. */
function note(
  { ingest, now }: HandlerParts,
  event: Noted,
  then: () => void = () => undefined,
): void {
  ingest.add({ ...event, at: now().getTime(), done: (error) => error ?? then() })
}

function takeIn(parts: HandlerParts, connection: Connection<Peer>): void {
  const { session } = connection
  if (session.kind === 'boot') return
  enter(parts, parts.connections.add(connection, session))
}

/** Puts a terminal's connection on record; from then on the terminal counts as online. */
export function enter(parts: HandlerParts, held: Held): void {
  const { connection, deviceId } = held
  held.isRecorded = false
  const { id: sessionId, ip, protocol } = connection
  note(parts, { kind: 'opened', deviceId, sessionId, ip, protocol, node: nodeName }, () => {
    held.isRecorded = true
    if (held.hears) parts.ready(deviceId)
  })
}

/** Takes a message when it is its turn by its own pace, and then by that of its organisation. */
function pass(parts: HandlerParts, message: Incoming<Peer>, done: Done): void {
  const held = message.connection && parts.connections.of(message.connection)
  const ms = held ? waitOf(held.pace, parts.messagesPerMinute(), steadyNow()) : 0
  if (ms > 0) later(ms, () => passOrganization(parts, message, done))
  else passOrganization(parts, message, done)
}

function passOrganization(parts: HandlerParts, message: Incoming<Peer>, done: Done): void {
  const held = message.connection && parts.connections.of(message.connection)
  const go = () => receive(parts, message, done)
  if (held) parts.paces.pass(held.connection, held.orgPath, go)
  else go()
}

function receive(
  parts: HandlerParts,
  { connection, topic, payload }: Incoming<Peer>,
  done: Done,
): void {
  const held = connection && parts.connections.of(connection)
  if (!held) {
    done(new Error('the connection is over'))
    return
  }
  const path = topic.slice(upTopic(held.sn).length)
  const { deviceId, sn } = held
  const fault = takeMessage(parts, { deviceId, sn, path, payload }, done)
  if (fault) turnAway(parts, held, fault)
}

function turnAway({ turnedAway, link }: HandlerParts, held: Held, because: string): void {
  turnedAway(because)
  held.faults += 1
  if (held.faults >= maxFaults) link.close(clientIdOf(held.sn), 'protocol')
}
