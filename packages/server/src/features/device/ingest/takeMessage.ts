import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { maxMessageBytes } from '@muster/contract'
import type { Batcher } from '../../../platform/batcher.ts'
import type { Done } from '../../../platform/brokerLink.ts'
import { prints } from '../apps/prints.ts'
import { type Fault, type Reading, readUp, type UpMessage } from '../envelope.rules.ts'
import { counted } from '../metrics.ts'
import type { Refused, Trail } from '../trail/trail.ts'
import type { Arrival } from './ingest.ts'

/** A message below a terminal's `up/`. */
export interface UpPacket {
  readonly deviceId: string
  readonly sn: string
  /** The levels below `up/`. */
  readonly path: string
  readonly payload: Buffer
}

export interface Intake {
  readonly ingest: Batcher<Arrival>
  readonly trail: Pick<Trail, 'heard' | 'refused'>
  readonly now: () => Date
}

/** One child of the counter for each kind, found once. */
const received = new Map<string, { inc: () => void }>()

function count(kind: string): void {
  const known = received.get(kind) ?? counted.received.labels(kind)
  received.set(kind, known)
  known.inc()
}

/**
 * Takes a message in to be stored; `done` acknowledges it then. One that cannot be read is
 * acknowledged at once, or it would come again and again; answers what was wrong with it.
 */
export function takeMessage(intake: Intake, packet: UpPacket, done: Done): Fault | null {
  const reading = readPacket(packet)
  if ('fault' in reading) {
    refuseMessage(intake, { ...packet, reason: reading.fault, messageId: reading.asked })
    done()
    return reading.fault
  }
  storeMessage(intake, { ...packet, message: reading.message }, done)
  return null
}

/** Sees to it that a terminal hears, if it wants to, that its message was thrown away. */
export function refuseMessage(
  { ingest, now, trail }: Intake,
  { messageId, ...message }: Refused & { readonly messageId: string | undefined },
): void {
  trail.refused(message)
  const { sn } = message
  if (messageId === undefined) return
  ingest.add({ kind: 'refused', sn, messageId, at: now().getTime(), done: () => undefined })
}

/** Puts a message that was read to what is to be stored. */
export function storeMessage(
  { ingest, now, trail }: Intake,
  { deviceId, sn, message, ...packet }: UpPacket & { readonly message: UpMessage },
  told: Done,
): void {
  const { kind: type, id: messageId } = message
  count(type)
  const correlationId = message.kind === 'task' ? message.body.item : null
  const done = trail.heard({ sn, type, messageId, correlationId, ...packet }, told)
  const at = now().getTime()
  const arrivalId = message.kind === 'task' ? randomUUID() : ''
  if (!ingest.add({ kind: 'up', deviceId, sn, at, arrivalId, message, done }))
    done(new Error('too many messages wait'))
}

/** @param packet without `deviceId` where nobody knows yet whose it is */
export function readPacket({
  deviceId,
  path,
  payload,
}: Pick<UpPacket, 'path' | 'payload'> & Partial<UpPacket>): Reading<UpMessage> {
  if (!isUtf8(payload)) return { fault: 'text' }
  const text = payload.toString()
  const reading =
    deviceId === undefined
      ? readUp(path, text)
      : readUp(path, text, (params) => prints.sameAs(deviceId, params))
  if (payload.length <= maxMessageBytes) return reading
  // Brokers cut who sends one; by a poll it comes through.
  const asked = 'fault' in reading ? reading.asked : askedBy(reading.message)
  return { fault: 'size', ...(asked !== undefined && { asked }) }
}

const askedBy = ({ asks, id }: UpMessage): string | undefined => (asks ? id : undefined)
