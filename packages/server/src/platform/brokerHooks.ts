import { randomUUID } from 'node:crypto'
import type { Aedes, AuthenticateError, Client } from 'aedes'
import { acknowledge } from './brokerAcks.ts'
import { drop, takeOver } from './brokerIntake.ts'
import type { LinkHandlers } from './brokerLink.ts'
import type { Broker, Held, Will } from './brokerShelf.ts'

type Hooks = NonNullable<ConstructorParameters<typeof Aedes>[0]>

/** Return codes of MQTT 3.1.1. */
const codes = { admitted: 0, busy: 3, refused: 4, notPermitted: 5 } as const

/** What the broker asks of us: who may connect, write, read. */
export function brokerHooks<S>(broker: Broker<S>, isAllowed: () => boolean): Hooks {
  return {
    preConnect(client, packet, callback) {
      // We know ourselves when a client is gone: its will is looked at, and never kept or published.
      if (packet.will) broker.wills.set(client, packet.will)
      delete packet.will
      // The server itself repeats what a terminal missed; the broker keeps no session for it.
      packet.clean = true
      // Who promises nothing, or too little, is held to the longest silence that is allowed.
      const { keepAliveSeconds: longest } = broker.rules()
      const promised = packet.keepalive ?? 0
      broker.keepAlives.set(client, promised && promised < longest ? promised : longest)
      // What the broker does not read itself would be silence to it: we listen for it.
      packet.keepalive = 0
      callback(null, true)
    },
    authenticate(client, ...[userName, password, done]) {
      const shown = { userName: userName ?? '', password: password?.toString() ?? '' }
      const decide = (code: number) => done(code ? refusal(code) : null, code === codes.admitted)
      if (isAllowed())
        admit(broker, client, shown)
          .then(decide)
          .catch((error: unknown) => drop(broker, client, error))
      else {
        broker.handlers.turnedAway('tooMany')
        decide(codes.busy)
      }
    },
    authorizePublish: (client, packet, done) => takeIn(broker, { client, packet }, done),
    authorizeSubscribe(client, subscription, done) {
      const held = broker.byClient.get(client)
      const may = held && broker.handlers.maySubscribe(held.session, subscription.topic)
      if (!may) broker.handlers.turnedAway('subscription')
      done(null, may ? subscription : null)
    },
    authorizeForward: (client, packet) => withPacketId(broker, client, packet),
  }
}

function refusal(returnCode: number): AuthenticateError {
  const error: Error = Object.assign(new Error('not admitted'), { returnCode })
  // The types of aedes hold its codes as a const enum, which are plain numbers at run time.
  return error as AuthenticateError
}

async function admit<S>(
  broker: Broker<S>,
  client: Client,
  shown: { userName: string; password: string },
): Promise<number> {
  const { ip = '', certified = null, protocol = 'MQTT' } = broker.arrivals.get(client) ?? {}
  const attempt = { clientId: client.id, ip, certified, ...shown }
  const admission = await broker.handlers.admit(attempt).catch(() => ({ refuse: 'busy' as const }))
  if ('refuse' in admission) return codes[admission.refuse]
  if (!mayLeave(broker, client, admission.session)) {
    broker.handlers.turnedAway('will')
    return codes.notPermitted
  }
  const older = broker.byClientId.get(client.id)
  if (older) older.reason ??= 'takeover'
  broker.byClient.set(client, {
    id: randomUUID(),
    clientId: client.id,
    ip,
    protocol,
    session: admission.session,
    client,
    waiting: new Map(),
    underWay: 0,
    queued: [],
    lastPacketId: 0,
    isOpen: false,
    reason: null,
    keepAliveSeconds: broker.keepAlives.get(client) ?? broker.rules().keepAliveSeconds,
    silentSeconds: 0,
    taken: 0,
    isUnread: false,
    acknowledged: [],
  })
  return codes.admitted
}

/** Whether a client's last will is one that it might publish itself. */
function mayLeave<S>({ wills, handlers }: Broker<S>, client: Client, session: S): boolean {
  const will = wills.get(client)
  wills.delete(client)
  return will === undefined || faultOf(handlers, session, will) === null
}

/** What says whether a packet waits for its acknowledgement. */
interface Delivered {
  qos: number
  messageId?: number | undefined
}

interface Published {
  readonly client: Client | null
  readonly packet: Will & Delivered & { payload: string | Buffer }
}

/** `done` lets the broker acknowledge; with an error it closes the connection. */
function takeIn<S>(
  broker: Broker<S>,
  { client, packet }: Published,
  done: (error?: Error | null) => void,
): void {
  const held = client && broker.byClient.get(client)
  if (!client || !held?.isOpen) return done(new Error('closed'))
  const fault = faultOf(broker.handlers, held.session, packet)
  if (fault) {
    broker.handlers.turnedAway(fault)
    return done(new Error(fault))
  }
  const { topic, payload } = packet
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  takeOver(broker, held, {
    message: { topic, payload: bytes },
    done(error) {
      if (!error) sayKept(held, packet)
      done(error)
    },
  })
}

function faultOf<S>(handlers: LinkHandlers<S>, session: S, packet: Will): string | null {
  if (packet.retain) return 'retain'
  if (packet.qos === 2) return 'qos'
  return handlers.mayPublish(session, packet.topic) ? null : 'topic'
}

/** A line that takes no more is left to the broker, which waits. */
function sayKept<S>(held: Held<S>, packet: Delivered): void {
  const { conn } = held.client
  const { qos, messageId } = packet
  if (qos !== 1 || messageId === undefined || !conn.writable || conn.writableNeedDrain) return
  acknowledge(held, messageId)
  // For the broker nothing is left to acknowledge.
  packet.qos = 0
}

/** Numbers a down message ourselves, so that its acknowledgement is known again. */
function withPacketId<S, P extends { payload: string | Buffer; qos: number }>(
  { byClient, deliveries }: Broker<S>,
  client: Client,
  packet: P,
): P | null {
  const held = byClient.get(client)
  if (!held) return null
  if (packet.qos === 0) return packet
  const messageId = freePacketId(held)
  const delivered = typeof packet.payload === 'string' ? undefined : deliveries.get(packet.payload)
  held.waiting.set(messageId, delivered ?? (() => undefined))
  return Object.assign(packet, { messageId })
}

function freePacketId<S>(held: Held<S>): number {
  do held.lastPacketId = (held.lastPacketId % 65_535) + 1
  while (held.waiting.has(held.lastPacketId))
  return held.lastPacketId
}
