import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import {
  connect,
  errors,
  jwtAuthenticator,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import type { DownPublication } from './brokerLink.ts'
import { natsSentence, versionFault, watchConsumer } from './natsFault.rules.ts'
import { type NatsKeys, readUserToken } from './natsKeys.ts'
import { durable, type Intake, mender, openIntake, type Receive, stream } from './natsIntake.ts'

export interface NatsAddresses {
  readonly servers: readonly string[]
  /** Addresses of the nodes' MQTT listeners. */
  readonly mqtt: readonly string[]
  readonly keys: NatsKeys
  /** MQTT client id of this process. */
  readonly clientId: string
}

/** What NATS tells of a client of the terminals' account. */
export interface ClientEvent {
  readonly clientId: string
  /** Whom its token names; NATS has checked it. */
  readonly name: string
  readonly userKey: string
  /** The same for both ends of one connection. */
  readonly connection: string
  readonly ip: string
  /** The node of NATS that holds it. */
  readonly server: string
  /** Epoch milliseconds by the clock of NATS. */
  readonly startedAt: number
  readonly at: number
  readonly reason: string
}

export interface NatsHandlers {
  /** A message of a terminal; with an error it comes again. */
  readonly receive: Receive
  readonly opened: (event: ClientEvent) => void
  readonly closed: (event: ClientEvent) => void
  /** The consumer is there: from now on what terminals send is kept. */
  readonly attached: () => Promise<void>
}

/** Everything to NATS that is open. */
export interface Lines {
  readonly system: NatsConnection
  readonly down: MqttClient
  /** False: there is no connection, or too much waits for it. */
  readonly send: (message: DownPublication) => boolean
  /** Makes the session of a client anew: it is cut, and NATS forgets what it kept for it. */
  readonly renew: (clientId: string) => Promise<void>
  /** Null: all of it works; else a plain sentence. */
  readonly check: () => Promise<string | null>
  /** True: the connections or the consumer are gone, and only opening anew helps. */
  readonly isOver: () => Promise<boolean>
  /** Helps a consumer that stands still; a plain sentence if it had to. */
  readonly mend: () => Promise<string | null>
  /** Asks for no more messages. */
  readonly pause: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What went wrong, for people. */
export class NatsFault extends Error {}

const retained = '$MQTT_rmsgs'
const retainedLimits = { max_bytes: 256 * 2 ** 20, max_msgs: 1_000_000 }
/** Bytes of messages to terminals that may wait for NATS; commands beyond them are sent again later. */
const room = 16 * 2 ** 20

/** Opens all lines, or none: throws {@link NatsFault}. */
export async function openLines(addresses: NatsAddresses, handlers: NatsHandlers): Promise<Lines> {
  const open = new AsyncDisposableStack()
  try {
    const { keys } = addresses
    const terminals = await connectTo(addresses, await keys.gatewayUser())
    open.defer(() => terminals.close())
    const fault = versionFault(terminals.info?.version ?? '0')
    if (fault) throw new NatsFault(fault)
    const system = await connectTo(addresses, await keys.systemUser())
    open.defer(() => system.close())
    const manager = await jetstreamManager(terminals).catch((error: unknown) => {
      throw new NatsFault(natsSentence(error, silentOf(terminals)), { cause: error })
    })
    // The account's first MQTT client makes the streams.
    const down = await connectMqtt(addresses)
    open.defer(() => down.endAsync(true))
    await boundRetained(manager)
    hearClients(system, keys.terminalsId, handlers)
    const intake = await openIntake({ terminals, manager }, handlers.receive)
    open.defer(intake.close)
    await handlers.attached()
    const lines = { system, terminals, down, manager, intake }
    return linesOf(addresses, lines, open.move())
  } catch (error) {
    await open.disposeAsync()
    throw error instanceof NatsFault ? error : new NatsFault(natsSentence(error), { cause: error })
  }
}

/** Who does not answer where JetStream does not: a node says in its greeting whether it has one. */
const silentOf = ({ info }: NatsConnection) => (info?.jetstream ? 'leader' : 'jetStream')

interface Opened {
  readonly system: NatsConnection
  readonly terminals: NatsConnection
  readonly down: MqttClient
  readonly manager: JetStreamManager
  readonly intake: Intake
}

function linesOf(
  addresses: NatsAddresses,
  { system, terminals, down, manager, intake }: Opened,
  all: AsyncDisposableStack,
): Lines {
  const standstill = watchConsumer()
  return {
    system,
    down,
    send: (message) => sendDown(down, message),
    async renew(clientId) {
      // Whoever comes under its name takes its place, and with it a session that begins and ends here.
      const successor = await connectMqtt(addresses, { clientId, reconnectPeriod: 0 })
      await successor.endAsync()
    },
    async check() {
      if (terminals.isClosed() || system.isClosed()) return 'The connection to NATS has ended.'
      try {
        const fault = standstill(await manager.consumers.info(stream, durable), performance.now())
        if (fault) return fault
      } catch (error) {
        return natsSentence(error, silentOf(terminals))
      }
      return down.connected ? null : natsSentence(null, 'mqtt')
    },
    async isOver() {
      if (terminals.isClosed() || system.isClosed()) return true
      return manager.consumers.info(stream, durable).then(
        () => false,
        (error: unknown) => error instanceof JetStreamApiError && error.status === 404,
      )
    },
    mend: mender({ terminals, manager }),
    pause: intake.close,
    close: () => all.disposeAsync(),
  }
}

/**
 * At quality 0, whatever the terminal subscribed with: it passes no session of NATS, which after the
 * death of a node may withhold all that it keeps. Muster keeps commands itself, and sends them again
 * until the terminal answers.
 */
function sendDown(down: MqttClient, { topic, payload }: DownPublication): boolean {
  if (!down.connected || down.stream.writableLength > room) return false
  down.publish(topic, payload, { qos: 0 })
  return true
}

async function connectTo({ servers }: NatsAddresses, token: string): Promise<NatsConnection> {
  const hosts = servers.map((address) => new URL(address).host)
  try {
    return await attempt(servers, hosts, token)
  } catch (error) {
    const isGreeted = error instanceof errors.TimeoutError && (await anyGreets(hosts))
    throw new NatsFault(natsSentence(error, isGreeted ? 'greeted' : 'nats'), { cause: error })
  }
}

/** Whether a server of NATS is there at all: it speaks first, before TLS too. */
async function anyGreets(hosts: readonly string[]): Promise<boolean> {
  const greets = async (host: string) => {
    const { hostname, port } = new URL(`nats://${host}`)
    const socket = connectSocket(Number(port || 4222), hostname)
    try {
      await once(socket, 'data', { signal: AbortSignal.timeout(2_000) })
      return true
    } catch {
      return false
    } finally {
      socket.destroy()
    }
  }
  return (await Promise.all(hosts.map(greets))).includes(true)
}

function attempt(
  servers: readonly string[],
  hosts: string[],
  token: string,
): Promise<NatsConnection> {
  return connect({
    servers: hosts,
    authenticator: jwtAuthenticator(token),
    ...(servers.some((address) => address.startsWith('tls:')) ? { tls: {} } : {}),
    timeout: 4_000,
    reconnectTimeWait: 500,
    maxReconnectAttempts: 20,
    // A node that died without a word is given up after ten seconds.
    pingInterval: 5_000,
  })
}

/** An MQTT connection of the gateway itself, whose session ends with it. */
async function connectMqtt(
  { mqtt, keys, clientId }: NatsAddresses,
  wishes: IClientOptions = {},
): Promise<MqttClient> {
  const order = mqtt.toSorted(() => Math.random() - 0.5)
  const options: IClientOptions = {
    servers: order.map(serverOf),
    clientId,
    username: 'gateway',
    password: await keys.gatewayUser(),
    protocolVersion: 4,
    clean: true,
    reconnectPeriod: 500,
    connectTimeout: 4_000,
    keepalive: 10,
    resubscribe: false,
    ...wishes,
  }
  try {
    const client = await connectAsync(order[0] ?? '', options, false)
    client.on('error', () => undefined)
    return client
  } catch (error) {
    throw new NatsFault(natsSentence(error, 'mqtt'), { cause: error })
  }
}

type Protocol = 'mqtt' | 'mqtts' | 'ws' | 'wss'

function serverOf(address: string): { protocol: Protocol; host: string; port: number } {
  const { protocol, hostname, port } = new URL(address)
  const isSecure = protocol === 'mqtts:' || protocol === 'wss:'
  const usual = protocol.startsWith('ws') ? (isSecure ? 443 : 80) : isSecure ? 8883 : 1883
  // The environment was checked for one of these.
  const name = protocol.slice(0, -1) as Protocol
  return { protocol: name, host: hostname, port: port ? Number(port) : usual }
}

/**
 * Terminals may have messages retained that nobody reads: the oldest give way to the newest. Ours
 * among them are told anew to each terminal that comes.
 */
async function boundRetained(manager: JetStreamManager): Promise<void> {
  const { config } = await manager.streams.info(retained)
  if (config.max_bytes !== retainedLimits.max_bytes)
    await manager.streams.update(retained, retainedLimits)
}

/** Each event goes to one gateway; the system account tells them of all nodes. */
function hearClients(system: NatsConnection, account: string, handlers: NatsHandlers): void {
  const hear = (what: string, tell: (event: ClientEvent) => void) => {
    system.subscribe(`$SYS.ACCOUNT.${account}.${what}`, {
      queue: durable,
      callback: (_, message) => {
        const event = readEvent(message)
        if (event) tell(event)
      },
    })
  }
  hear('CONNECT', handlers.opened)
  hear('DISCONNECT', handlers.closed)
}

interface Advisory {
  readonly reason?: string
  readonly timestamp: string
  readonly server: { readonly id: string; readonly name?: string }
  readonly client: {
    readonly id: number
    readonly start: string
    readonly host?: string
    readonly jwt?: string
    readonly mqtt_client?: string
    readonly client_id?: string
  }
}

/** Null for clients that are no MQTT clients. */
function readEvent(message: Msg): ClientEvent | null {
  const { client, server, timestamp, reason = '' } = message.json<Advisory>()
  const clientId = client.client_id ?? client.mqtt_client
  if (!clientId || !client.jwt) return null
  return {
    ...readUserToken(client.jwt),
    clientId,
    connection: `${server.id} ${client.id} ${client.start}`,
    ip: client.host ?? '',
    server: server.name ?? server.id,
    startedAt: Date.parse(client.start),
    at: Date.parse(timestamp),
    reason,
  }
}
