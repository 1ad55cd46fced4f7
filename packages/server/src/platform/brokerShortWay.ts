import { acknowledge } from './brokerAcks.ts'
import { takeOver } from './brokerIntake.ts'
import type { Broker, Held } from './brokerShelf.ts'

/** A message to us as it comes on the wire. */
export interface Published {
  readonly topic: string
  readonly messageId: number
  readonly payload: Buffer
}

/** Quality 1, not retained; whether it is sent again does not matter. */
const isUsual = (first = 0) => (first & 0xf7) === 0x32

/**
 * The messages of a chunk that holds nothing but whole ones of quality 1 (MQTT 3.1.1, 3.3); null: it
 * holds anything else.
 */
export function publishedIn(chunk: Buffer): Published[] | null {
  const all: Published[] = []
  for (let from = 0; from < chunk.length; ) {
    const [start, end] = bodyAt(chunk, from)
    const one = isUsual(chunk[from]) && end <= chunk.length ? readAt(chunk, start, end) : null
    if (!one) return null
    all.push(one)
    from = end
  }
  return all
}

/** Where the contents of the packet begin and end. */
function bodyAt(chunk: Buffer, from: number): [start: number, end: number] {
  let length = 0
  let place = from + 1
  for (let unit = 1; ; unit *= 128) {
    const byte = chunk[place] ?? 0
    place += 1
    length += (byte & 0x7f) * unit
    if (byte < 0x80) return [place, place + length]
  }
}

function readAt(chunk: Buffer, start: number, end: number): Published | null {
  if (start + 2 > end) return null
  const idAt = start + 2 + chunk.readUInt16BE(start)
  if (idAt + 2 > end) return null
  const topic = chunk.toString('utf8', start + 2, idAt)
  const messageId = chunk.readUInt16BE(idAt)
  const isProper = messageId > 0 && !topic.includes('+') && !topic.includes('#')
  return isProper ? { topic, messageId, payload: chunk.subarray(idAt + 2, end) } : null
}

/**
 * Takes the messages of a chunk in, if it holds nothing else: most of what terminals send are beats
 * of quality 1, and the broker's way to them takes longer than storing them. True: it did; whatever is
 * unusual is left to the broker.
 */
export function takeShort<S>(broker: Broker<S>, held: Held<S>, chunk: Buffer): boolean {
  const { client, isOpen, session } = held
  // A line that takes no more is left to the broker, which waits.
  if (!isOpen || client.conn.writableNeedDrain) return false
  const messages = publishedIn(chunk)
  if (!messages?.every(({ topic }) => broker.handlers.mayPublish(session, topic))) return false
  for (const { messageId, ...message } of messages)
    takeOver(broker, held, {
      message,
      done(error) {
        if (error) client.emit('error', error)
        else acknowledge(held, messageId)
      },
    })
  return true
}
