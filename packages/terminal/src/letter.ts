import { createHash, createPublicKey, type KeyObject, randomUUID, verify } from 'node:crypto'
import {
  type DeviceEnvelope,
  deviceMessages,
  downText,
  envelope,
  topicOf,
} from '@muster/contract/protocol'
import type * as z from 'zod/mini'

type UpMessages = typeof deviceMessages.upMessages
export type UpKind = keyof UpMessages
export type BodyOf<K extends UpKind> = z.output<UpMessages[K]['body']>

/** A message on its way to the server. */
export interface Letter {
  readonly topic: string
  readonly envelope: DeviceEnvelope
}

export interface Sender {
  readonly tenant: string
  readonly sn: string
  /** The terminal's clock. */
  readonly ts: number
  readonly seq: number
  /** Id of the message that this one answers. */
  readonly cid?: string
  /** Asks the platform to say that it is kept. */
  readonly ack?: boolean
}

/** Writes a message of one kind; the topic of a report ends in its item. */
export function writeUp<K extends UpKind>(kind: K, body: BodyOf<K>, sender: Sender): Letter {
  const { tenant, sn, ...heading } = sender
  const values: Record<string, string> = 'item' in body ? { itemId: body.item } : {}
  return {
    topic: topicOf(deviceMessages.upMessages[kind], { tenant, sn }, values),
    envelope: upEnvelope(kind, body, heading),
  }
}

/** Wraps a body for the way up. */
export function upEnvelope(
  type: string,
  body: unknown,
  heading: Pick<DeviceEnvelope, 'ts' | 'seq' | 'cid' | 'ack'>,
): DeviceEnvelope {
  return { v: 1, id: randomUUID(), type, ...heading, body }
}

export type Reading =
  | { readonly message: DeviceEnvelope }
  | { readonly fault: 'form' | 'signature' }

/** The key that signs down messages, made ready once. Throws when it is not a key. */
export const readServerKey = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

/** Reads a down message and proves that the server wrote it for this terminal. */
export function readDown(payload: Buffer, sn: string, key: KeyObject): Reading {
  const { data } = envelope().safeParse(parse(payload))
  if (!data) return { fault: 'form' }
  const digest = createHash('sha256').update(JSON.stringify(data.body)).digest('hex')
  const text = Buffer.from(downText(data, sn, digest))
  const isProved = verify(null, text, key, Buffer.from(data.sig ?? '', 'base64'))
  return isProved ? { message: data } : { fault: 'signature' }
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return null
  }
}
