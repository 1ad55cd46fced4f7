import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { deviceMessages, defaultTenant, passwordText, topicOf } from '@muster/contract'
import mqtt from 'mqtt-packet'
import type { Terminal } from './estate.ts'

export type BeatOrder =
  | { do: 'connect'; port: number; window: number; terminals: readonly Terminal[] }
  | { do: 'run'; seconds: number }

export interface BeatAnswer {
  readonly acknowledged: number
  readonly seconds: number
  /** Milliseconds from a beat's departure to its acknowledgement, of one beat in sixteen. */
  readonly latencies: number[]
}

interface Run {
  readonly until: number
  acknowledged: number
  inFlight: number
  lastAt: number
  readonly latencies: number[]
  readonly end: () => void
}

/** One terminal's connection, on the level of packets: no client library takes the load's core. */
export class BeatLine {
  readonly #socket: Socket
  readonly #beats: readonly Buffer[]
  readonly #sentAt: number[] = []
  #run: Run | null = null

  private constructor(socket: Socket, beats: readonly Buffer[]) {
    this.#socket = socket
    this.#beats = beats
  }

  /** Connects with the terminal's own credential; rejects when the server does not let it in. */
  static async open(port: number, terminal: Terminal & { window: number }): Promise<BeatLine> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    const line = new BeatLine(socket, beatsOf(terminal))
    const parser = mqtt.parser()
    socket.on('data', (chunk) => parser.parse(chunk))
    const greeted = new Promise<mqtt.Packet>((resolve) => parser.once('packet', resolve))
    socket.write(connectPacket(terminal))
    const answer = await greeted
    if (answer.cmd !== 'connack' || answer.returnCode !== 0)
      throw new Error(`${terminal.sn} was not let in`)
    parser.on('packet', (packet: mqtt.Packet) => {
      if (packet.cmd === 'puback') line.#acknowledged(packet.messageId ?? 0)
    })
    socket.once('close', () => {
      if (line.#run) throw new Error(`the server closed the connection of ${terminal.sn}`)
    })
    return line
  }

  /** Keeps the window full until `until`, then waits for what is under way. */
  beatUntil(until: number): Promise<Run> {
    return new Promise((resolve) => {
      const end = () => {
        this.#run = null
        resolve(run)
      }
      const inFlight = this.#beats.length
      const run: Run = { until, acknowledged: 0, inFlight, lastAt: 0, latencies: [], end }
      this.#run = run
      for (let slot = 0; slot < inFlight; slot++) this.#sentAt[slot] = performance.now()
      this.#socket.write(Buffer.concat(this.#beats))
    })
  }

  #acknowledged(messageId: number): void {
    const run = this.#run
    if (!run) return
    const now = performance.now()
    const slot = messageId - 1
    run.acknowledged += 1
    run.lastAt = now
    if (run.acknowledged % 16 === 0) run.latencies.push(now - (this.#sentAt[slot] ?? now))
    const beat = this.#beats[slot]
    if (now < run.until && beat) {
      this.#sentAt[slot] = now
      this.#write(beat)
      return
    }
    run.inFlight -= 1
    if (run.inFlight === 0) run.end()
  }

  /** What acknowledgements of one packet of the network set free leaves together again. */
  #write(beat: Buffer): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork()
      process.nextTick(() => this.#socket.uncork())
    }
    this.#socket.write(beat)
  }
}

function connectPacket({ sn, secret }: Terminal): Buffer {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const nonce = randomBytes(12).toString('hex')
  const mac = createHmac('sha256', secret)
    .update(passwordText(sn, exp, nonce))
    .digest('base64url')
  return mqtt.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 600,
    clientId: `d:${sn}`,
    username: sn,
    password: Buffer.from(`v1.${exp}.${nonce}.${mac}`),
  })
}

/** A ring of different beats, one for each place in the window, as bytes. */
function beatsOf({ sn, window }: Terminal & { window: number }): Buffer[] {
  const topic = topicOf(deviceMessages.heartbeat, { tenant: defaultTenant, sn })
  return Array.from({ length: window }, (_, slot) => {
    const battery = 100 - (slot % 90)
    const body = {
      bat: battery,
      chg: slot % 2 === 0,
      net: 'WIFI',
      sig: 60 + (slot % 30),
      freeMb: 2048 - slot,
      temp: 30 + slot / 10,
      up: 3600 + slot,
      cfgRev: 1,
    }
    const payload = JSON.stringify({
      v: 1,
      id: randomUUID(),
      ts: Date.now(),
      type: 'hb',
      seq: slot,
      body,
    })
    return mqtt.generate({
      cmd: 'publish',
      topic,
      payload,
      qos: 1,
      messageId: slot + 1,
      dup: false,
      retain: false,
    })
  })
}
