import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt-packet'
import { serveOrders } from '../harness/children.ts'

/** A terminal at the moment it comes: what it shows at the door, made by who started the wave. */
export interface Arrival {
  readonly clientId: string
  readonly userName: string
  readonly password: string
  /** What it subscribes to, and where it says then that it is there; both acknowledged, it is back. */
  readonly topic: string
  readonly greeting: string
  readonly port: number
  /** Whether the broker is to keep its session; NATS is not (docs/device-protocol.md, *Connecting*). */
  readonly isLasting: boolean
}

export type ArrivalOrder =
  | { do: 'wave'; arrivals: readonly Arrival[]; together: number }
  | { do: 'cut' }

export interface ArrivalAnswer {
  /** Milliseconds from a terminal's first attempt until it was back. */
  readonly latencies: number[]
  /** Attempts that the broker did not take, each repeated after a second. */
  readonly repeated: number
}

const pauseMs = 1000
const sockets: Socket[] = []

/** The terminals' side: all come back as fast as `together` at a time are let in. */
serveOrders(async (order: ArrivalOrder): Promise<ArrivalAnswer> => {
  if (order.do === 'cut') return cut()
  const latencies: number[] = []
  let repeated = 0
  const waiting = [...order.arrivals]
  async function lane(): Promise<void> {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const started = performance.now()
      while (!(await comeIn(next))) {
        repeated += 1
        await sleep(pauseMs)
      }
      latencies.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: order.together }, lane))
  return { latencies, repeated }
})

/** All are gone at once, without a word. */
async function cut(): Promise<ArrivalAnswer> {
  for (const socket of sockets.splice(0)) socket.resetAndDestroy()
  return { latencies: [], repeated: 0 }
}

/** Whether the terminal is back; no client library takes the load's core. */
function comeIn(arrival: Arrival): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(arrival.port, '127.0.0.1').setNoDelay(true)
    const parser = mqtt.parser()
    const end = (isIn: boolean) => {
      if (isIn) sockets.push(socket)
      else socket.destroy()
      resolve(isIn)
    }
    parser.on('packet', (packet: mqtt.Packet) => {
      if (packet.cmd === 'connack')
        if (packet.returnCode === 0) socket.write(subscribe(arrival))
        else end(false)
      if (packet.cmd === 'suback')
        if (packet.granted[0] === qosOf(arrival)) socket.write(greet(arrival))
        else end(false)
      if (packet.cmd === 'puback') end(true)
    })
    socket.on('data', (chunk) => parser.parse(chunk))
    // A reset after the wave is the wave's end; before, it is an attempt that was not taken.
    socket.on('error', () => undefined)
    socket.once('close', () => end(false))
    socket.write(knock(arrival))
  })
}

const knock = ({ clientId, userName, password, isLasting }: Arrival): Buffer =>
  mqtt.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: !isLasting,
    keepalive: 600,
    clientId,
    username: userName,
    password: Buffer.from(password),
  })

const qosOf = ({ isLasting }: Arrival) => (isLasting ? 1 : 0)

const subscribe = (arrival: Arrival): Buffer =>
  mqtt.generate({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: arrival.topic, qos: qosOf(arrival) }],
  })

/** U-CONN, as docs/device-protocol.md has it. */
function greet({ greeting }: Arrival): Buffer {
  const body = { s: 'online' }
  const text = JSON.stringify({ v: 1, id: randomUUID(), ts: Date.now(), type: 'conn', body })
  return mqtt.generate({
    cmd: 'publish',
    messageId: 2,
    topic: greeting,
    payload: text,
    qos: 1,
    dup: false,
    retain: false,
  })
}
