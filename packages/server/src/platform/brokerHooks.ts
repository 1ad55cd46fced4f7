import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import type { Aedes, AuthenticateError, Client } from 'aedes'
import type { Broker, Held } from './brokerShelf.ts'

type Hooks = NonNullable<ConstructorParameters<typeof Aedes>[0]>

/** Seconds between two signs of life of a connection. */
const longestSilence = 1200

/** Return codes of MQTT 3.1.1. */
const codes = { admitted: 0, busy: 3, refused: 4 } as const

/** What the broker asks of us: who may connect, write, read. */
export function brokerHooks<S>(broker: Broker<S>, isAllowed: () => boolean): Hooks {
  return {
    preConnect(_, packet, callback) {
      // The server itself repeats what a terminal missed; the broker keeps no session for it.
      packet.clean = true
      // Who promises nothing, or too little, is held to the longest silence that is allowed.
      if (!packet.keepalive || packet.keepalive > longestSilence) packet.keepalive = longestSilence
      callback(null, true)
    },
    authenticate(client, ...[userName, password, done]) {
      const shown = { userName: userName ?? '', password: password?.toString() ?? '' }
      const decide = (code: number) => done(code ? refusal(code) : null, code === codes.admitted)
      if (isAllowed()) void admit(broker, client, shown).then(decide)
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
  const ip = client.conn instanceof Socket ? plainAddress(client.conn.remoteAddress) : ''
  const attempt = { clientId: client.id, ip, ...shown }
  const admission = await broker.handlers.admit(attempt).catch(() => ({ refuse: 'busy' as const }))
  if ('refuse' in admission) return codes[admission.refuse]
  const older = broker.byClientId.get(client.id)
  if (older) older.reason ??= 'takeover'
  broker.byClient.set(client, {
    id: randomUUID(),
    clientId: client.id,
    ip,
    session: admission.session,
    client,
    waiting: new Map(),
    lastPacketId: 0,
    isOpen: false,
    reason: null,
  })
  return codes.admitted
}

/** An IPv4 address as such, where the listener takes both kinds. */
const plainAddress = (address = '') => address.replace(/^::ffff:/, '')

interface Published {
  readonly client: Client | null
  readonly packet: { topic: string; retain: boolean; qos: number; payload: string | Buffer }
}

/** `done` lets the broker acknowledge; with an error it closes the connection. */
function takeIn<S>(
  broker: Broker<S>,
  { client, packet }: Published,
  done: (error?: Error | null) => void,
): void {
  const held = client && broker.byClient.get(client)
  // A last will arrives after the close, which has told the same already.
  if (!held?.isOpen) return done(new Error('closed'))
  const fault = faultOf(broker, held, packet)
  if (fault) {
    broker.handlers.turnedAway(fault)
    return done(new Error(fault))
  }
  const { topic, payload } = packet
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  broker.handlers.receive({ topic, payload: bytes, connection: held }, done)
}

function faultOf<S>(
  { handlers }: Broker<S>,
  held: Held<S>,
  packet: Published['packet'],
): string | null {
  if (packet.retain) return 'retain'
  if (packet.qos > 1) return 'qos'
  return handlers.mayPublish(held.session, packet.topic) ? null : 'topic'
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
