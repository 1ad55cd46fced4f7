import {
  createHash,
  createHmac,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { bootTopic, type DeviceEnvelope, downText, envelope, passwordText } from '@muster/contract'
import { Aedes, type AedesPublishPacket, type AuthenticateHandler, type Client } from 'aedes'

export interface Heard {
  readonly sn: string
  /** The levels below `up/`. */
  readonly path: string
  readonly message: DeviceEnvelope
}

export const enrolmentKey = 'the-key'

/** A broker that plays the server's part of the protocol, written from the contract alone. */
export class PlayedServer {
  readonly heard: Heard[] = []
  /** Messages that are no envelope. */
  readonly broken: Buffer[] = []
  readonly attempts: { readonly clientId: string; readonly ok: boolean }[] = []
  /** What the next registrations answer; a credential when it is empty. */
  readonly registrations: object[] = []
  /** MQTT passwords that were given over HTTP, and to whom; null: the broker takes proofs. */
  tokens: Map<string, string> | null = null
  /** Whether it says what it has, to those that ask. */
  answers = true
  /** Interval that registrations answer. */
  heartbeatSeconds = 1
  readonly #keys = generateKeyPairSync('ed25519')
  readonly #secrets = new Map<string, string>()
  readonly #nonces = new Set<string>()
  readonly #clients = new Set<Client>()
  readonly #listeners = new Set<(one: Heard) => void>()
  readonly #broker: Aedes
  readonly #server: Server

  private constructor(broker: Aedes) {
    this.#broker = broker
    this.#server = createServer((socket) => broker.handle(socket))
    broker.authenticate = this.#authenticate
    broker.on('client', (client) => this.#clients.add(client))
    broker.on('clientDisconnect', (client) => this.#clients.delete(client))
    broker.on('publish', (packet) => this.#take(packet))
  }

  static async start(): Promise<PlayedServer> {
    const played = new PlayedServer(await Aedes.createBroker())
    await new Promise<void>((done) => {
      played.#server.listen(0, '127.0.0.1', done)
    })
    return played
  }

  get mqtt(): string {
    const address = this.#server.address()
    return `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  /** Knows a terminal's secret no longer. */
  forget(sn: string): void {
    this.#secrets.delete(sn)
  }

  /** Sends a signed message; answers it, so that it can be sent again. */
  send(to: { sn: string; type: string }, body: unknown, change: Partial<DeviceEnvelope> = {}) {
    const message = { ...wrap(to.type, body), ...change }
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex')
    const text = Buffer.from(downText(message, to.sn, digest))
    const sig = sign(null, text, this.#keys.privateKey).toString('base64')
    const sent = { ...message, sig: change.sig ?? sig }
    this.resend(to.sn, sent)
    return sent
  }

  acknowledge(sn: string, kept: readonly string[]): void {
    this.send({ sn, type: 'ack' }, { kept })
  }

  resend(sn: string, message: DeviceEnvelope): void {
    this.#publish(`tms/v1/main/${sn}/down/${message.type}`, message)
  }

  /** Waits until a message fits. */
  hear(fits: (heard: Heard) => boolean): Promise<Heard> {
    const found = this.heard.find(fits)
    if (found) return Promise.resolve(found)
    return new Promise((done) => {
      const listener = (one: Heard) => {
        if (!fits(one)) return
        this.#listeners.delete(listener)
        done(one)
      }
      this.#listeners.add(listener)
    })
  }

  /** Breaks all connections. */
  cut(): void {
    for (const client of this.#clients) client.conn.destroy()
  }

  async stop(): Promise<void> {
    this.#server.close()
    await new Promise<void>((done) => {
      this.#broker.close(done)
    })
  }

  readonly #authenticate: AuthenticateHandler = (...[client, userName = '', shown, done]) => {
    const password = String(shown)
    const ok = client.id.startsWith('b:')
      ? client.id === `b:${userName}` && password === enrolmentKey
      : client.id === `d:${userName}` && this.#isPassword(userName, password)
    this.attempts.push({ clientId: client.id, ok })
    done(ok ? null : Object.assign(new Error('refused'), { returnCode: 4 }), ok)
  }

  #isPassword(sn: string, password: string): boolean {
    return this.tokens ? this.tokens.get(password) === sn : this.proves(sn, password)
  }

  /** Whether a terminal's own proof is right; each counts once. */
  proves(sn: string, password: string): boolean {
    const [version, exp = '', nonce = '', mac] = password.split('.')
    const secret = this.#secrets.get(sn)
    if (version !== 'v1' || !secret || this.#nonces.has(nonce)) return false
    this.#nonces.add(nonce)
    const left = Number(exp) - Date.now() / 1000
    const expected = createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(passwordText(sn, Number(exp), nonce))
      .digest('base64url')
    return left > 0 && left <= 86_400 && mac === expected
  }

  #take({ topic, payload }: AedesPublishPacket): void {
    const [, , level, sn = '', direction, ...path] = topic.split('/')
    if (direction !== 'up') return
    const bytes = Buffer.from(payload)
    const { data } = envelope().safeParse(parse(bytes))
    if (!data) {
      this.broken.push(bytes)
      return
    }
    if (level === 'boot') this.#publish(bootTopic(sn, 'down'), wrap('reg', this.register(sn)))
    if (data.ack && this.answers) this.acknowledge(sn, [data.id])
    const one = { sn, path: path.join('/'), message: data }
    this.heard.push(one)
    for (const listener of this.#listeners) listener(one)
  }

  /** Answers a first contact. */
  register(sn: string): object {
    const secret = randomBytes(32).toString('base64url')
    const answer = this.registrations.shift() ?? { result: 'REGISTERED', tenant: 'main', secret }
    this.#secrets.set(sn, secret)
    const exported = this.#keys.publicKey.export({ format: 'der', type: 'spki' })
    const serverKey = exported.toString('base64')
    const { heartbeatSeconds } = this
    return { ...answer, serverKey, heartbeatSeconds, serverTime: Date.now() }
  }

  #publish(topic: string, message: DeviceEnvelope): void {
    const payload = JSON.stringify(message)
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const
    this.#broker.publish(packet, () => undefined)
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
