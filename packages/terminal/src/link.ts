import { connect, type IClientOptions, type MqttClient } from 'mqtt'

export interface LinkOptions {
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://`. */
  readonly url: string
  readonly clientId: string
  readonly userName: string
  readonly password: string
  /** What the broker tells when the connection ends without a word. */
  readonly will?: { readonly topic: string; readonly payload: string }
  /** Whether the broker keeps the session, with what it acknowledges to send, between connections. */
  readonly isLasting: boolean
  readonly onMessage: (topic: string, payload: Buffer) => void
  /** Gives the attempt up; a connection that stands is not touched. */
  readonly signal: AbortSignal
}

/** One MQTT connection; it never connects again by itself. */
export interface Link {
  /** Settles when the connection is gone, for whatever reason. */
  readonly closed: Promise<void>
  subscribe(topic: string): Promise<void>
  /** Settles when the broker acknowledged; rejects when the connection ended before. */
  publish(topic: string, payload: string | Buffer): Promise<void>
  /** Waits for what is under way, then says goodbye; at most `patience` milliseconds. */
  leave(patience: number): Promise<void>
  /** Breaks the connection without a word. */
  cut(): void
}

/** The broker refused the connection. Codes of MQTT 3.1.1: 3 come back later, 4 and 5 not admitted. */
export class LinkRefused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`the broker refused the connection with code ${code}`)
    this.code = code
  }
  /** Whether the name or the password was at fault. */
  get isFinal(): boolean {
    return this.code === 4 || this.code === 5
  }
}

const connectTimeout = 15_000
/** Seconds; the broker closes a connection that is silent for one and a half of it. */
const keepalive = 120

/** Opens a connection. Rejects with {@link LinkRefused} or the network's own error. */
export async function openLink(options: LinkOptions): Promise<Link> {
  options.signal.throwIfAborted()
  const client = connect(options.url, clientOptions(options))
  client.on('message', options.onMessage)
  const closed = new Promise<void>((done) => {
    client.once('close', done)
  })
  const giveUp = () => void client.end(true)
  options.signal.addEventListener('abort', giveUp)
  try {
    await admission(client, closed)
  } finally {
    options.signal.removeEventListener('abort', giveUp)
  }
  return linkOf(client, closed, options.isLasting ? 1 : 0)
}

function admission(client: MqttClient, closed: Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    client.once('connect', () => done())
    client.on('error', (error) => {
      client.end(true)
      fail('code' in error && typeof error.code === 'number' ? new LinkRefused(error.code) : error)
    })
    void closed.then(() => fail(new Error('the connection closed before it was admitted')))
  })
}

function clientOptions({
  clientId,
  userName,
  password,
  will,
  isLasting,
}: LinkOptions): IClientOptions {
  return {
    protocolVersion: 4,
    clientId,
    username: userName,
    password,
    clean: !isLasting,
    keepalive,
    connectTimeout,
    // A terminal proves each connection anew and waits by its own rules.
    reconnectPeriod: 0,
    resubscribe: false,
    timerVariant: 'native',
    ...(will && {
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: false },
    }),
  }
}

function linkOf(client: MqttClient, closed: Promise<void>, qos: 0 | 1): Link {
  const untilClosed = settledBy(closed)
  return {
    closed,
    subscribe: (topic) =>
      untilClosed(async () => {
        const granted = await client.subscribeAsync(topic, { qos })
        if (granted.some((given) => given.qos > 1)) throw new Error('the subscription was refused')
      }),
    publish: (topic, payload) =>
      untilClosed(async () => {
        await client.publishAsync(topic, payload, { qos: 1 })
      }),
    async leave(patience) {
      const timer = setTimeout(() => client.end(true), patience)
      client.end(false)
      await closed
      clearTimeout(timer)
    },
    cut: () => client.stream.destroy(),
  }
}

/** mqtt.js leaves some calls without an answer when the connection ends under them. */
function settledBy(closed: Promise<void>) {
  const waiting = new Set<(reason: Error) => void>()
  const failAll = () => {
    for (const fail of waiting) fail(new Error('the connection closed'))
  }
  void closed.finally(failAll)
  return async (work: () => Promise<void>) => {
    const ended = Promise.withResolvers<void>()
    waiting.add(ended.reject)
    try {
      await Promise.race([work(), ended.promise])
    } finally {
      waiting.delete(ended.reject)
    }
  }
}
