import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DeviceEnvelope, deviceMessages, envelope } from '@muster/contract'
import { connect, type MqttClient } from 'mqtt'
import * as z from 'zod/mini'
import type { TestDevice } from './testGateway.ts'

const command = z.extend(envelope(), { body: deviceMessages.commandNotice.body })

/** A report that the broker acknowledged. */
export interface KeptReport {
  readonly item: string
  readonly id: string
}

/**
 * A terminal that does as it is told, once for each message id, and whose MQTT client connects again
 * and repeats what was not acknowledged. Its record says what must not be lost.
 */
export class SteadyTerminal {
  readonly device: TestDevice
  /** Items in the order in which they were carried out. */
  readonly done: string[] = []
  readonly kept: KeptReport[] = []
  keptBeats = 0
  readonly #client: MqttClient
  readonly #seen = new Set<string>()
  readonly #beats: NodeJS.Timeout
  #isOver = false

  constructor(device: TestDevice, password: string, addresses: readonly string[]) {
    this.device = device
    const servers = addresses
      .map((address) => new URL(address))
      .map(({ hostname: host, port }) => ({ host, port: Number(port), protocol: 'mqtt' as const }))
    const will = this.#letter('conn', { s: 'offline', r: 'lwt' })
    this.#client = connect({
      servers: servers.toSorted(() => Math.random() - 0.5),
      clientId: `d:${device.sn}`,
      username: device.sn,
      password,
      clean: false,
      reconnectPeriod: 300,
      // A node that has just started may not know its clients yet.
      reconnectOnConnackError: true,
      connectTimeout: 5_000,
      keepalive: 5,
      will: { topic: this.#up('conn'), payload: Buffer.from(will.text), qos: 1, retain: false },
    })
    // What fails is tried again by the client itself.
    this.#client.on('error', () => undefined)
    this.#client.on('message', (_, payload) => this.#hear(payload))
    // A broker without its leader refuses subscriptions: whoever hears nothing connects again.
    this.#client.on('connect', () => void this.#greet().catch(() => this.#client.stream.destroy()))
    this.#beats = setInterval(() => {
      if (this.#client.connected) void this.#beat()
    }, 1_000)
  }

  /** Leaves without a word, for good. */
  async cut(): Promise<void> {
    this.#isOver = true
    clearInterval(this.#beats)
    await this.#client.endAsync(true)
  }

  async #greet(): Promise<void> {
    const granted = await this.#client.subscribeAsync(this.#down, { qos: 1 })
    if (granted.some(({ qos }) => qos > 1)) throw new Error('the subscription was refused')
    await this.#send('conn', { s: 'online' })
  }

  async #beat(): Promise<void> {
    await this.#send('hb', { bat: 50 })
    this.keptBeats += 1
  }

  #hear(payload: Buffer): void {
    const { data } = command.safeParse(JSON.parse(payload.toString()))
    if (data?.type !== 'cmd' || this.#seen.has(data.id)) return
    this.#seen.add(data.id)
    this.done.push(data.body.item)
    void this.#report(data.body.item)
  }

  async #report(item: string): Promise<void> {
    for (const state of ['ACKED', 'SUCCESS']) {
      const id = await this.#send(`task/${item}`, { item, state, at: Date.now() })
      this.kept.push({ item, id })
    }
  }

  /** Settles with the acknowledgement; the same message goes out until there is one. */
  async #send(path: string, body: unknown): Promise<string> {
    const { id, text } = this.#letter(path, body)
    const isKept = async () => {
      await this.#client.publishAsync(this.#up(path), text, { qos: 1 })
      return true
    }
    // The client repeats by itself, but gives up what was asked for in the middle of it.
    while (!(await isKept().catch(() => this.#isOver))) await sleep(200)
    return id
  }

  #letter(path: string, body: unknown): { id: string; text: string } {
    const [type = ''] = path.split('/')
    const message: DeviceEnvelope = { v: 1, id: randomUUID(), ts: Date.now(), type, body }
    return { id: message.id, text: JSON.stringify(message) }
  }

  get #down(): string {
    return `tms/v1/main/${this.device.sn}/down/#`
  }

  #up(path: string): string {
    return `tms/v1/main/${this.device.sn}/up/${path}`
  }
}
