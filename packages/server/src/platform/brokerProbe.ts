import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { MqttClient } from 'mqtt'
import type { Aedes, Client } from 'aedes'
import type { Readiness } from './readiness.ts'

type Hooks = NonNullable<ConstructorParameters<typeof Aedes>[0]>

const topic = 'muster/probe'

/**
 * Asks a broker how it is by a message that it must bring back: over its listener, through its own
 * reading and writing. The asking client has a password for this one time and may do nothing else.
 */
export interface BrokerProbe {
  /** The broker's hooks, in front of which the probe's client is known. */
  readonly ahead: (hooks: Hooks) => Hooks
  readonly ask: (port: number) => Promise<string | null>
}

/** `isProxied`: connections of this machine must begin with a PROXY header. */
export function openBrokerProbe({ isProxied = false } = {}): BrokerProbe {
  const passwords = new Set<string>()
  const probes = new WeakSet<Client>()
  return {
    ahead: (hooks) => ({
      ...hooks,
      authenticate(client, ...[userName, password, done]) {
        if (!passwords.delete(password?.toString() ?? ''))
          return hooks.authenticate?.(client, userName, password, done)
        probes.add(client)
        done(null, true)
      },
      authorizePublish(client, packet, done) {
        if (!client || !probes.has(client)) return hooks.authorizePublish?.(client, packet, done)
        const { payload } = packet
        const back = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const
        client.publish(back, () => undefined)
        done(null)
      },
      authorizeForward: (client, packet) =>
        probes.has(client) ? packet : (hooks.authorizeForward?.(client, packet) ?? null),
    }),
    async ask(port) {
      const password = randomBytes(32).toString('base64url')
      passwords.add(password)
      const isBack = await sendAndReceive({ port, password, isProxied }).finally(() =>
        passwords.delete(password),
      )
      return isBack ? null : 'The broker takes messages and brings none back.'
    },
  }
}

/** Longer than anybody waits for the answer: whoever asks says "late" before. */
const limitMs = 3_000

/** What a connection of a trusted proxy begins with: here it speaks for itself. */
const proxyHeader = 'PROXY UNKNOWN\r\n'

interface Sender {
  readonly port: number
  readonly password: string
  readonly isProxied: boolean
}

/** Always ends: with what came back, or at the latest when its time is over. */
async function sendAndReceive({ port, password, isProxied }: Sender): Promise<boolean> {
  const text = randomBytes(8).toString('hex')
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    if (isProxied) socket.write(proxyHeader)
    return socket
  }
  const options = { clientId: `muster-probe-${text}`, username: 'muster-probe', password }
  const client = new MqttClient(open, { ...options, reconnectPeriod: 0, connectTimeout: limitMs })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<boolean>((settle, fail) => {
      timer = setTimeout(() => settle(false), limitMs)
      client.on('connect', () => void client.publish(topic, text, { qos: 0 }))
      client.on('message', (_, payload) => settle(payload.toString() === text))
      client.on('error', fail)
      client.on('close', () => settle(false))
    })
  } finally {
    clearTimeout(timer)
    client.end(true)
  }
}

/** The check of a broker that may not be listening at all. */
export const probeCheck =
  (probe: BrokerProbe, port: () => number | null): Readiness['check'] =>
  async () => {
    const open = port()
    if (open === null) return 'The listener for terminals is closed.'
    return probe
      .ask(open)
      .catch((error: unknown) => `The broker cannot be reached (${codeOf(error)}).`)
  }

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
