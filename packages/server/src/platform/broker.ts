import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { Aedes, type Client } from 'aedes'
import { isAllowedFrom } from './allowedNetwork.ts'
import { limitFrames } from './brokerFrames.ts'
import { brokerHooks } from './brokerHooks.ts'
import { mayRead } from './brokerIntake.ts'
import type { CloseReason, DeviceBroker, DeviceLink, DownPublication } from './brokerLink.ts'
import type { Broker, BrokerRules, Held, Shelf } from './brokerShelf.ts'
import { takeShort } from './brokerShortWay.ts'
import {
  type Arrival,
  type ListenerOptions,
  type Listeners,
  makeListeners,
} from './brokerListeners.ts'
import { type BrokerProbe, openBrokerProbe, probeCheck } from './brokerProbe.ts'

export interface BrokerOptions extends ListenerOptions {
  readonly rules?: () => BrokerRules
}

const usualRules: BrokerRules = {
  keepAliveSeconds: 1200,
  maxPacketKb: 128,
  inflight: 100,
  connectsPerSecond: 500,
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

/** The embedded broker. Opening throws a `ConfigurationError` when a port is taken. */
export function makeBroker<S>(options: BrokerOptions): DeviceBroker<S> {
  const shelf: Shelf<S> = {
    byClientId: new Map(),
    byClient: new WeakMap(),
    deliveries: new WeakMap(),
    wills: new WeakMap(),
    arrivals: new WeakMap(),
    keepAlives: new WeakMap(),
    rules: options.rules ?? (() => usualRules),
  }
  const aedes = new TerminalBroker({
    connectTimeout: 10_000,
    // One frozen subscriber must not stall the others.
    drainTimeout: 20_000,
    queueLimit: 200,
  })
  // What the broker cannot tell one client; without a listener it would end the process.
  const events: EventEmitter = aedes
  events.on('error', (error) => options.log.error({ err: error }, 'the broker had trouble'))
  const listeners = makeListeners(options)
  const { trustedProxies = [] } = options
  const isProxied = trustedProxies.length > 0 && isAllowedFrom('127.0.0.1', trustedProxies)
  const probe = openBrokerProbe({ isProxied })
  return {
    link: linkOf({ aedes, listeners, probe }, shelf),
    async open(handlers) {
      const broker: Broker<S> = { ...shelf, handlers, log: options.log }
      const hooks = brokerHooks(
        broker,
        rateLimit(() => shelf.rules().connectsPerSecond),
      )
      Object.assign(aedes, probe.ahead(hooks))
      await aedes.listen()
      watchAcknowledgements(aedes, broker)
      watchConnections(aedes, broker)
      await listeners.open({
        arrived: (stream, arrival) => accept(aedes, broker, { stream, arrival, options }),
        turnedAway: handlers.turnedAway,
      })
    },
  }
}

function accept<S>(
  aedes: Aedes,
  broker: Broker<S>,
  { stream, arrival, options }: { stream: Duplex; arrival: Arrival; options: BrokerOptions },
): void {
  const { handlers, byClient, arrivals, rules } = broker
  const client = aedes.handle(stream)
  arrivals.set(client, arrival)
  let held: Held<S> | undefined
  // It is admitted once, and asked for with each chunk.
  const admitted = () => (held ??= byClient.get(client))
  limitFrames(stream, {
    waits() {
      const one = admitted()
      // It may send before it hears that it is admitted (MQTT 3.1.1, 3.1.4).
      return one !== undefined && (one.isOpen ? !mayRead(broker, one) : client.connecting)
    },
    maxBytes: () => (admitted() ? largest(options, rules()) : maxConnectBytes),
    tooLarge: () => handlers.turnedAway('tooLarge'),
    spoke() {
      const one = admitted()
      if (one) one.silentSeconds = 0
    },
    take(chunk) {
      const one = admitted()
      return one !== undefined && takeShort(broker, one, chunk)
    },
  })
}

/** Topic and header beside the message itself. */
const overheadBytes = 1024

const largest = ({ maxPacketBytes }: BrokerOptions, { maxPacketKb }: BrokerRules): number =>
  Math.min(maxPacketBytes, maxPacketKb * 1024 + overheadBytes)

/** A bucket of two seconds' worth; answers whether one more is allowed now. */
function rateLimit(rate: () => number): () => boolean {
  let allowed = rate() * 2
  let at = performance.now()
  return () => {
    const now = performance.now()
    const perSecond = rate()
    allowed = Math.min(perSecond * 2, allowed + ((now - at) / 1000) * perSecond)
    at = now
    if (allowed < 1) return false
    allowed -= 1
    return true
  }
}

/** aedes tells acknowledgements only of clients whose session it keeps; its store learns of all. */
function watchAcknowledgements<S>(aedes: Aedes, shelf: Broker<S>): void {
  const { byClient } = shelf
  const store: unknown = Reflect.get(aedes, 'persistence')
  if (typeof store !== 'object' || store === null) throw new Error('aedes has no store')
  const cleared = async (client: Client, packet: { messageId: number }) => {
    const held = byClient.get(client)
    const { waiting } = held ?? {}
    const delivered = waiting?.get(packet.messageId)
    waiting?.delete(packet.messageId)
    delivered?.()
    if (!held || !delivered) return
    held.underWay -= 1
    sendNext(held, shelf)
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

/** Lets go of who is silent for half as long again as he promised (MQTT 3.1.1, 3.1.2.10). */
function letSilentGo<S>({ byClientId }: Shelf<S>): void {
  for (const held of byClientId.values()) {
    // Whoever is not read cannot be heard.
    if (held.isUnread) continue
    held.silentSeconds += 1
    // The first of these seconds may have begun before.
    if (held.silentSeconds - 1 < held.keepAliveSeconds * 1.5) continue
    blame(held, 'keepAlive')
    held.client.close()
  }
}

function blame<S>(held: Held<S> | undefined, reason: CloseReason): void {
  if (held) held.reason ??= reason
}

const reasonOf = <S>({ reason, client }: Held<S>): CloseReason =>
  reason ?? (Reflect.get(client, '_disconnected') === true ? 'disconnect' : 'network')

interface LinkParts {
  readonly aedes: Aedes
  readonly listeners: Listeners
  readonly probe: BrokerProbe
}

function linkOf<S>({ aedes, listeners, probe }: LinkParts, shelf: Shelf<S>): DeviceLink {
  const { byClientId } = shelf
  const close = (clientId: string, reason: CloseReason) => {
    const held = byClientId.get(clientId)
    blame(held, reason)
    held?.client.close()
  }
  const silence = setInterval(() => letSilentGo(shelf), 1000).unref()
  return {
    port: listeners.port,
    securePort: listeners.securePort,
    publishDown: (message) => publishTo(shelf, message),
    isConnected: (clientId) => byClientId.has(clientId),
    check: probeCheck(probe, listeners.port),
    close,
    async stop() {
      clearInterval(silence)
      await listeners.stop()
      for (const clientId of Array.from(byClientId.keys())) close(clientId, 'shutdown')
      await new Promise<void>((done) => {
        aedes.close(done)
      })
    },
  }
}

/** Messages to one terminal that wait their turn. */
const maxQueued = 1_000

function publishTo<S>(shelf: Shelf<S>, message: DownPublication): boolean {
  const held = shelf.byClientId.get(message.clientId)
  if (!held) return false
  const isFull = message.qos !== 0 && held.underWay >= shelf.rules().inflight
  if (!isFull) write(held, shelf, message)
  else if (held.queued.length < maxQueued) held.queued.push(message)
  else return false
  return true
}

/** An acknowledgement made room for what waits its turn. */
function sendNext<S>(held: Held<S>, shelf: Shelf<S>): void {
  while (held.queued.length > 0 && held.underWay < shelf.rules().inflight) {
    const message = held.queued.shift()
    if (message) write(held, shelf, message)
  }
}

function write<S>(held: Held<S>, { deliveries }: Shelf<S>, message: DownPublication): void {
  const { topic, payload, qos = 1 } = message
  if (message.delivered) deliveries.set(payload, message.delivered)
  // Retaining is for a broker that serves terminals without us; here each connection is told anew.
  const packet = { cmd: 'publish', topic, payload, qos, retain: false, dup: false } as const
  if (qos !== 0) held.underWay += 1
  held.client.publish(packet, () => undefined)
}
