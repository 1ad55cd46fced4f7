import { createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { limitFrames } from './brokerFrames.ts'
import { brokerHooks } from './brokerHooks.ts'
import type { CloseReason, DeviceDoor, DeviceLink, DownPublication } from './brokerLink.ts'
import type { Broker, Held, Shelf } from './brokerShelf.ts'
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

type PublishPacket = Parameters<Aedes['publish']>[0]
type Callback = (error?: Error) => void

/**
 * aedes without its own distribution: a terminal's messages end at the server, and the server
 * writes to each terminal's connection itself.
 */
class TerminalBroker extends Aedes {
  override publish(_: PublishPacket, client: Client | Callback | null, done?: Callback): void {
    if (typeof client === 'function') client()
    else done?.()
  }
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
    queueLimit: 200,
  })
  const server = createServer()
  return {
    link: linkOf(aedes, shelf, server),
    async open(handlers) {
      const broker: Broker<S> = { ...shelf, handlers }
      Object.assign(aedes, brokerHooks(broker, rateLimit(options.connectsPerSecond ?? 500)))
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
      fail(isTaken ? new ConfigurationError(takenPort(port)) : error)
    })
    server.listen(port, host, done)
  })
  // A connection that dies between accept and handle must not end the process.
  server.on('error', () => undefined)
}

const takenPort = (port: number) =>
  `Port ${port} for terminals is already in use. Set MQTT_PORT to another one.`

/** A bucket of two seconds' worth; answers whether one more is allowed now. */
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

/** aedes tells acknowledgements only of clients whose session it keeps; its store learns of all. */
function watchAcknowledgements<S>(aedes: Aedes, { byClient }: Broker<S>): void {
  const store: unknown = Reflect.get(aedes, 'persistence')
  if (typeof store !== 'object' || store === null) throw new Error('aedes has no store')
  const cleared = async (client: Client, packet: { messageId: number }) => {
    const { waiting } = byClient.get(client) ?? {}
    const delivered = waiting?.get(packet.messageId)
    waiting?.delete(packet.messageId)
    delivered?.()
  }
  Reflect.set(store, 'outgoingClearMessageId', cleared)
}

function watchConnections<S>(aedes: Aedes, broker: Broker<S>): void {
  const { handlers, byClient, byClientId } = broker
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
    handlers.closed(held, reasonOf(held))
  })
  aedes.on('keepaliveTimeout', (client) => blame(byClient.get(client), 'keepAlive'))
  aedes.on('clientError', (client, error) => {
    // The system's own errors carry a code: then it was the network.
    if (!('code' in error)) blame(byClient.get(client), 'protocol')
  })
  aedes.on('connectionError', () => handlers.turnedAway('connection'))
  aedes.on('subscribe', (subscriptions, client) => {
    const held = byClient.get(client)
    // 128 stands for a refused subscription, which the types of aedes do not know.
    const granted = subscriptions.filter(({ qos }) => (qos as number) < 128)
    const topics = granted.map(({ topic }) => topic)
    if (held?.isOpen && topics.length > 0) handlers.subscribed(held, topics)
  })
}

function blame<S>(held: Held<S> | undefined, reason: CloseReason): void {
  if (held) held.reason ??= reason
}

const reasonOf = <S>({ reason, client }: Held<S>): CloseReason =>
  reason ?? (Reflect.get(client, '_disconnected') === true ? 'disconnect' : 'network')

function linkOf<S>(aedes: Aedes, shelf: Shelf<S>, server: Server): DeviceLink {
  const { byClientId } = shelf
  const close = (clientId: string, reason: CloseReason) => {
    const held = byClientId.get(clientId)
    blame(held, reason)
    held?.client.close()
  }
  return {
    port() {
      const address = server.address()
      return typeof address === 'object' && address ? address.port : null
    },
    publishDown: (message) => publishTo(shelf, message),
    isConnected: (clientId) => byClientId.has(clientId),
    isReady: () => server.listening,
    close,
    async stop() {
      server.close()
      for (const clientId of Array.from(byClientId.keys())) close(clientId, 'shutdown')
      await new Promise<void>((done) => {
        aedes.close(done)
      })
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
