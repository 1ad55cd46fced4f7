import {
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto'
import { createServer } from 'node:net'
import { bootTopic, type DeviceEnvelope, downText, envelope, passwordText } from '@muster/contract'
import { Aedes, type Client } from 'aedes'

export interface Heard {
  readonly sn: string
  /** The levels below `up/`. */
  readonly path: string
  readonly message: DeviceEnvelope
}

export interface PlayedServer {
  readonly mqtt: string
  readonly heard: readonly Heard[]
  /** Messages that break the contract. */
  readonly broken: readonly Buffer[]
  readonly attempts: readonly { readonly clientId: string; readonly ok: boolean }[]
  /** What the next registrations answer; a credential when it is empty. */
  readonly registrations: object[]
  forget(sn: string): void
  /** Sends a signed message; answers it, so that it can be sent again. */
  send(sn: string, type: string, body: unknown, change?: Partial<DeviceEnvelope>): DeviceEnvelope
  resend(sn: string, message: DeviceEnvelope): void
  /** Waits until a message fits. */
  hear(fits: (heard: Heard) => boolean): Promise<Heard>
  /** Breaks all connections. */
  cut(): void
  stop(): Promise<void>
}

export const enrolmentKey = 'the-key'

/** A broker that plays the server's part of the protocol, written from the contract alone. */
export async function playServer(heartbeatSeconds = 1): Promise<PlayedServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const serverKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const secrets = new Map<string, string>()
  const nonces = new Set<string>()
  const clients = new Set<Client>()
  const heard: Heard[] = []
  const broken: Buffer[] = []
  const attempts: { clientId: string; ok: boolean }[] = []
  const registrations: object[] = []
  const listeners = new Set<(one: Heard) => void>()
  const broker = await Aedes.createBroker({
    authenticate(client, userName = '', password, done) {
      const shown = String(password)
      const ok = client.id.startsWith('b:')
        ? client.id === `b:${userName}` && shown === enrolmentKey
        : client.id === `d:${userName}` && proves(userName, shown)
      attempts.push({ clientId: client.id, ok })
      done(ok ? null : Object.assign(new Error('refused'), { returnCode: 4 }), ok)
    },
  })

  function proves(sn: string, password: string): boolean {
    const [version, exp = '', nonce = '', mac] = password.split('.')
    const secret = secrets.get(sn)
    if (version !== 'v1' || !secret || nonces.has(nonce)) return false
    nonces.add(nonce)
    const left = Number(exp) - Date.now() / 1000
    const expected = createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(passwordText(sn, Number(exp), nonce))
      .digest('base64url')
    return left > 0 && left <= 86_400 && mac === expected
  }

  function publish(topic: string, payload: string): void {
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const
    broker.publish(packet, () => undefined)
  }

  function register(sn: string): void {
    const secret = randomBytes(32).toString('base64url')
    const answer = registrations.shift() ?? { result: 'REGISTERED', tenant: 'main', secret }
    secrets.set(sn, secret)
    const body = { ...answer, serverKey, heartbeatSeconds, serverTime: Date.now() }
    publish(bootTopic(sn, 'down'), JSON.stringify(wrap('reg', body)))
  }

  function signed(sn: string, message: DeviceEnvelope): DeviceEnvelope {
    const digest = createHash('sha256').update(JSON.stringify(message.body)).digest('hex')
    const text = Buffer.from(downText(message, sn, digest))
    return { ...message, sig: sign(null, text, privateKey).toString('base64') }
  }

  const resend = (sn: string, message: DeviceEnvelope) =>
    publish(`tms/v1/main/${sn}/down/${message.type}`, JSON.stringify(message))

  broker.on('client', (client) => clients.add(client))
  broker.on('clientDisconnect', (client) => clients.delete(client))
  broker.on('publish', ({ topic, payload }) => {
    const [, , level, sn = '', direction, ...path] = topic.split('/')
    if (direction !== 'up') return
    const bytes = Buffer.from(payload)
    const { data } = envelope.safeParse(parse(bytes))
    if (!data) return void broken.push(bytes)
    if (level === 'boot') register(sn)
    const one = { sn, path: path.join('/'), message: data }
    heard.push(one)
    for (const listener of listeners) listener(one)
  })
  const server = createServer((socket) => broker.handle(socket))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    mqtt: `mqtt://127.0.0.1:${port}`,
    heard,
    broken,
    attempts,
    registrations,
    forget: (sn) => void secrets.delete(sn),
    send(sn, type, body, change = {}) {
      const message = { ...signed(sn, { ...wrap(type, body), ...change }), ...change }
      resend(sn, message)
      return message
    },
    resend,
    hear: (fits) =>
      new Promise((done) => {
        const found = heard.find(fits)
        if (found) return done(found)
        const listener = (one: Heard) => {
          if (!fits(one)) return
          listeners.delete(listener)
          done(one)
        }
        return listeners.add(listener)
      }),
    cut() {
      for (const client of clients) client.conn.destroy()
    },
    async stop() {
      server.close()
      await new Promise<void>((done) => broker.close(done))
    },
  }
}

const wrap = (type: string, body: unknown): DeviceEnvelope => ({
  v: 1,
  id: randomUUID(),
  ts: Date.now(),
  type,
  body,
})

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
