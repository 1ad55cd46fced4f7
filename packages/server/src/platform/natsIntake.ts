import { setTimeout as sleep } from 'node:timers/promises'
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  type JetStreamManager,
  type JsMsg,
  jetstream,
} from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'
import type { Done } from './brokerLink.ts'
import { watchConsumer } from './natsFault.rules.ts'

/** A message of a terminal. */
export interface UpMessage {
  readonly topic: string
  readonly payload: Buffer
  /** When NATS took it, epoch milliseconds. */
  readonly at: number
}

/** Takes a message; with an error it comes again. */
export type Receive = (message: UpMessage, done: Done) => void

/** Where NATS keeps what terminals send, and the consumer of all gateways. */
export const stream = '$MQTT_msgs'
export const durable = 'muster-gateways'
const prefix = '$MQTT.msgs.'

/** All gateways share it; an acknowledgement follows the commit. */
const consumerSettings = {
  durable_name: durable,
  ack_policy: AckPolicy.Explicit,
  filter_subject: `${prefix}tms.v1.*.*.up.>`,
  // A message of a gateway that died goes to another one after this time.
  ack_wait: nanos(30_000),
  max_ack_pending: 20_000,
}
/**
 * How messages are asked for. A leader of the consumer takes the requests it knows with it when it
 * goes: whoever hears nothing for two beats asks anew, so that they are short.
 */
const request = { max_messages: 2_000, expires: 30_000, idle_heartbeat: 1_000, bind: true }
/** The pause after a request that failed, and the one before a message comes again that was not stored. */
const askAgainMs = 250
const againMs = 2_000
/** Between two orders to the leader of the consumer to step down: the next one needs its time. */
const stepDownMs = 15_000

/** What takes the terminals' messages; closing it waits for nothing that is under way. */
export interface Intake {
  readonly close: () => Promise<void>
}

/** What both ask: the terminals' account, and its JetStream. */
interface Account {
  readonly terminals: NatsConnection
  readonly manager: JetStreamManager
}

/** Sees to it that the consumer is there, and asks for its messages from now on. */
export async function openIntake(
  { terminals, manager }: Account,
  receive: Receive,
): Promise<Intake> {
  await manager.consumers.add(stream, consumerSettings)
  const consumer = await jetstream(terminals).consumers.get(stream, durable)
  const end = new AbortController()
  const running = askForMessages(consumer, receive, end.signal)
  return {
    async close() {
      end.abort()
      await running
    },
  }
}

/**
 * One request after the other, each with an address of its own for its answers: one that was lost
 * leaves nothing behind. The client's own endless request waits up to a minute and a half before it
 * asks a new leader.
 */
async function askForMessages(
  consumer: Consumer,
  receive: Receive,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted)
    try {
      await takeAll(await consumer.fetch(request), receive, signal)
    } catch {
      // Nobody leads the consumer just now, whoever did has forgotten the request, or the line is cut.
      await sleep(askAgainMs, undefined, { signal }).catch(() => undefined)
    }
}

async function takeAll(
  messages: ConsumerMessages,
  receive: Receive,
  signal: AbortSignal,
): Promise<void> {
  const stop = () => void messages.close()
  signal.addEventListener('abort', stop)
  try {
    for await (const message of messages)
      receive(readMessage(message), (error) => (error ? message.nak(againMs) : message.ack()))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * A leader may hold its office and take no requests, for minutes: its vote has been won, but what
 * follows from it waits. The order to step down makes the nodes choose anew, and loses nothing.
 */
export function mender({ terminals, manager }: Account): () => Promise<string | null> {
  const standstill = watchConsumer()
  let orderedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    const info = await manager.consumers.info(stream, durable).catch(() => null)
    const fault = info && standstill(info, now)
    if (!fault || now - orderedAt < stepDownMs) return null
    orderedAt = now
    const subject = `$JS.API.CONSUMER.LEADER.STEPDOWN.${stream}.${durable}`
    await terminals.request(subject, '', { timeout: 5_000 }).catch(() => undefined)
    return fault
  }
}

const readMessage = ({ subject, data, info }: JsMsg): UpMessage => ({
  topic: subject.slice(prefix.length).replaceAll('.', '/'),
  payload: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  at: Number(BigInt(info.timestampNanos) / 1_000_000n),
})
