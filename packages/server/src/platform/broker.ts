import { randomUUID } from 'node:crypto'
import { createServer, type Server, Socket } from 'node:net'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { limitFrames } from './brokerFrames.ts'
import type {
  CloseReason,
  Connection,
  DeviceDoor,
  DeviceLink,
  DownPublication,
  LinkHandlers,
} from './brokerLink.ts'
import { ConfigurationError } from './env.ts'

export interface BrokerOptions {
  readonly port: number
  readonly host?: string
  /** Largest packet of an admitted client, in bytes. */
  readonly maxPacketBytes: number
  /** New connections a second that are looked at; those above are asked to come back. */
  readonly connectsPerSecond?: number
}

/** Largest packet of a client that is not admitted yet. */
const maxConnectBytes = 4096

/** No client may promise longer silence than this, in seconds. */
const keepAliveLimit = 1200

type PublishPacket = Parameters<Aedes['publish']>[0]
type Callback = (error?: Error) => void

/**
 * aedes without its own distribution: a terminal's messages end at the server, and the server
 * writes to each terminal's connection itself.
 */
class TerminalBroker extends Aedes {
  override publish(_: PublishPacket, client: unknown, done?: Callback): void {
    if (typeof client === 'function') client()
    else done?.()
  }
}

interface Held<S> extends Connection<S> {
  readonly client: Client
  /** Down messages that wait for their acknowledgement, by packet id. */
  readonly waiting: Map<number, () => void>
  lastPacketId: number
  isOpen: boolean
  reason: CloseReason | null
}

interface Shelf<S> {
  readonly byClientId: Map<string, Held<S>>
  readonly byClient: WeakMap<Client, Held<S>>
  /** Deliveries by the payload that carries them: the one thing the broker hands through unchanged. */
  readonly deliveries: WeakMap<Buffer, () => void>
}

interface Broker<S> extends Shelf<S> {
  readonly handlers: LinkHandlers<S>
}

/** The embedded broker. Opening throws {@link ConfigurationError} when its port is taken. */
export function makeBroker<S>(options: BrokerOptions): DeviceDoor<S> {
  const shelf: Shelf<S> = {
    byClientId: new Map(),
    byClient: new WeakMap(),
    deliveries: new WeakMap(),
  }
  const aedes = new TerminalBroker({
    connectTimeout: 10_000,
    // One frozen subscriber must not stall the others.
    drainTimeout: 20_000,
    keepaliveLimit: keepAliveLimit,
    queueLimit: 200,
  })
  const server = createServer()
  return {
    link: linkOf(aedes, shelf, server),
    async open(handlers) {
      const broker: Broker<S> = { ...shelf, handlers }
      Object.assign(aedes, hooks(broker, rateLimit(options.connectsPerSecond ?? 500)))
      await aedes.listen()
      watchAcknowledgements(aedes, broker)
      watchConnections(aedes, broker)
      server.on('connection', (socket) => accept(aedes, broker, { socket, options }))
      await listen(server, options)
    },
  }
}

function accept<S>(
  aedes: Aedes,
  { handlers, byClient }: Broker<S>,
  { socket, options }: { socket: Socket; options: BrokerOptions },
): void {
  socket.setNoDelay(true)
  const client = aedes.handle(socket)
  limitFrames(
    socket,
    () => (byClient.has(client) ? options.maxPacketBytes : maxConnectBytes),
    () => handlers.turnedAway('tooLarge'),
  )
}

async function listen(server: Server, { port, host }: BrokerOptions): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      fail(
        isTaken
          ? new ConfigurationError(
              `The port ${port} for terminals is taken: set MQTT_PORT to a free one.`,
            )
          : error,
      )
    })
    server.listen(port, host, done)
  })
  // A connection that dies between accept and handle must not end the process.
  server.on('error', () => undefined)
}

/** A bucket of one second's worth; answers whether one more is allowed now. */
function rateLimit(perSecond: number): () => boolean {
  let allowed = perSecond * 2
  let at = performance.now()
  return () => {
    const now = performance.now()
    allowed = Math.min(perSecond * 2, allowed + ((now - at) / 1000) * perSecond)
    at = now
    if (allowed < 1) return false
    allowed -= 1
    return true
  }
}

type Hooks = NonNullable<ConstructorParameters<typeof Aedes>[0]>

function hooks<S>(broker: Broker<S>, isAllowed: () => boolean): Hooks {
  return {
    preConnect(_, packet, callback) {
      // The server itself repeats what a terminal missed; the broker keeps no session for it.
      packet.clean = true
      callback(null, true)
    },
    authenticate(client, userName, password, done) {
      if (!isAllowed()) {
        broker.handlers.turnedAway('tooMany')
        done(refusal(3), null)
      } else
        void admit(broker, client, {
          userName: userName ?? '',
          password: String(password ?? ''),
        }).then((code) => done(code ? refusal(code) : null, code === 0))
    },
    authorizePublish(client, packet, done) {
      const held = client && broker.byClient.get(client)
      const fault = held?.isOpen ? publishFault(broker, held, packet) : 'closed'
      if (!held || fault) {
        // A last will arrives after the close, which has told the same already.
        if (fault !== 'closed') broker.handlers.turnedAway(fault ?? 'unknown')
        done(new Error(fault ?? 'unknown'))
      } else
        broker.handlers.receive(
          { topic: packet.topic, payload: bytesOf(packet.payload), connection: held },
          done,
        )
    },
    authorizeSubscribe(client, subscription, done) {
      const held = broker.byClient.get(client)
      const may = held && broker.handlers.maySubscribe(held.session, subscription.topic)
      if (!may) broker.handlers.turnedAway('subscription')
      done(null, may ? subscription : null)
    },
    authorizeForward(client, packet) {
      return withPacketId(broker, client, packet)
    },
  }
}

const bytesOf = (payload: string | Buffer): Buffer =>
  typeof payload === 'string' ? Buffer.from(payload) : payload

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('not admitted'), { returnCode })
}

/** Answers the return code of MQTT 3.1.1: 0 admitted, 3 busy, 4 wrong name or password. */
async function admit<S>(
  broker: Broker<S>,
  client: Client,
  shown: { userName: string; password: string },
): Promise<number> {
  const ip = client.conn instanceof Socket ? plainAddress(client.conn.remoteAddress) : ''
  const attempt = { clientId: client.id, ip, ...shown }
  const admission = await broker.handlers.admit(attempt).catch(() => ({ refuse: 'busy' as const }))
  if ('refuse' in admission) return admission.refuse === 'busy' ? 3 : 4
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
  return 0
}

/** An IPv4 address as such, where the listener takes both kinds. */
const plainAddress = (address = '') => address.replace(/^::ffff:/, '')

function publishFault<S>(
  { handlers }: Broker<S>,
  held: Held<S>,
  packet: { topic: string; retain: boolean; qos: number },
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

/** aedes tells acknowledgements only of clients whose session it keeps; its store learns of all. */
function watchAcknowledgements<S>(aedes: Aedes, { byClient }: Broker<S>): void {
  const store: unknown = Reflect.get(aedes, 'persistence')
  if (typeof store !== 'object' || store === null) throw new Error('aedes has no store')
  Reflect.set(
    store,
    'outgoingClearMessageId',
    async (client: Client, packet: { messageId: number }) => {
      const { waiting } = byClient.get(client) ?? {}
      const delivered = waiting?.get(packet.messageId)
      waiting?.delete(packet.messageId)
      delivered?.()
    },
  )
}

function watchConnections<S>(aedes: Aedes, { handlers, byClient, byClientId }: Broker<S>): void {
  const reasonOf = (client: Client, held: Held<S>): CloseReason =>
    held.reason ?? (Reflect.get(client, '_disconnected') === true ? 'disconnect' : 'network')

  aedes.on('clientReady', (client) => {
    const held = byClient.get(client)
    if (!held || client.closed) return
    held.isOpen = true
    byClientId.set(client.id, held)
    handlers.opened(held)
  })
  aedes.on('clientDisconnect', (client) => {
    const held = byClient.get(client)
    if (!held?.isOpen) return
    held.isOpen = false
    if (byClientId.get(client.id) === held) byClientId.delete(client.id)
    handlers.closed(held, reasonOf(client, held))
  })
  aedes.on('keepaliveTimeout', (client) => {
    const held = byClient.get(client)
    if (held) held.reason ??= 'keepAlive'
  })
  aedes.on('clientError', (client, error) => {
    const held = byClient.get(client)
    if (!held || 'code' in error) return
    held.reason ??= 'protocol'
  })
  aedes.on('connectionError', () => handlers.turnedAway('connection'))
  aedes.on('subscribe', (subscriptions, client) => {
    const held = byClient.get(client)
    const granted = subscriptions.filter(({ qos }) => Number(qos) < 128).map(({ topic }) => topic)
    if (held?.isOpen && granted.length > 0) handlers.subscribed(held, granted)
  })
}

function linkOf<S>(aedes: Aedes, broker: Shelf<S>, server: Server): DeviceLink {
  const { byClientId } = broker
  const close = (clientId: string, reason: CloseReason) => {
    const held = byClientId.get(clientId)
    if (!held) return
    held.reason ??= reason
    held.client.close()
  }
  return {
    port() {
      const address = server.address()
      return typeof address === 'object' && address ? address.port : null
    },
    publishDown: (message) => publishTo(broker, message),
    isConnected: (clientId) => byClientId.has(clientId),
    isReady: () => server.listening,
    close,
    async stop() {
      server.close()
      for (const clientId of [...byClientId.keys()]) close(clientId, 'shutdown')
      await new Promise<void>((done) => aedes.close(done))
    },
  }
}

function publishTo<S>({ byClientId, deliveries }: Shelf<S>, message: DownPublication): boolean {
  const held = byClientId.get(message.clientId)
  if (!held) return false
  const { topic, payload } = message
  if (message.delivered) deliveries.set(payload, message.delivered)
  // Retaining is for a broker that serves terminals without us; here each connection is told anew.
  const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const
  held.client.publish(packet, () => undefined)
  return true
}
