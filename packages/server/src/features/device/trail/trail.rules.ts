import {
  deviceMessages,
  envelope,
  membersOf,
  redacted,
  topicRoot,
  trailBytes,
} from '@muster/contract'
import * as z from 'zod/mini'

const { upMessages, downMessages, registration, registrationAnswer } = deviceMessages

type Body = z.ZodMiniType

/** The body of each kind of message. */
const bodies: Readonly<Record<'UP' | 'DOWN', ReadonlyMap<string, Body>>> = {
  UP: new Map<string, Body>([
    ...Object.entries(upMessages).map(([type, { body }]): [string, Body] => [type, body]),
    ['reg', registration()],
  ]),
  DOWN: new Map<string, Body>([
    ...Object.entries(downMessages).map(([type, { body }]): [string, Body] => [type, body]),
    ['reg', registrationAnswer()],
  ]),
}

/** Kinds of messages with secrets in them: the others are kept as they are. */
const withSecrets: ReadonlySet<Body> = new Set(
  [...bodies.UP.values(), ...bodies.DOWN.values()].filter((body) =>
    membersOf(body).some(({ isSecret }) => isSecret),
  ),
)

/** A message as the trail keeps it: its secrets masked, and no longer than that. Null: of no known kind. */
export function keptText(
  direction: 'UP' | 'DOWN',
  { type, payload }: { readonly type: string; readonly payload: Buffer },
): string | null {
  const body = bodies[direction].get(type)
  if (!body) return null
  if (body === upMessages.key.body) return keptOfKeys(payload)
  if (!withSecrets.has(body)) return cut(payload.toString('utf8', 0, trailBytes + 4))
  const { data } = enveloped.safeParse(parsed(payload))
  return data ? cut(JSON.stringify({ ...data, body: redacted(body, data.body) })) : null
}

/** Of a report of keys what has no room for one: whatever else it says may be a key. */
function keptOfKeys(payload: Buffer): string | null {
  const { data } = keyReport.safeParse(parsed(payload))
  return data ? cut(JSON.stringify(data)) : null
}
const { v, ts, ack, seq } = envelope().shape
const keyReport = z.object({
  v,
  id: z.guid(),
  ts,
  type: z.literal('key'),
  ack,
  seq,
  body: upMessages.key.body,
})

/** What names a message about keys, without what could be one itself. */
export const namedOf = <T extends { type: string; path: string; messageId: string | null }>(
  message: T,
): T =>
  message.type === 'key'
    ? { ...message, path: 'key', messageId: guid.safeParse(message.messageId).data ?? null }
    : message
const guid = z.guid()

/** A character that does not fit any more is left out as a whole. */
function cut(text: string): string {
  if (text.length * 3 <= trailBytes || Buffer.byteLength(text) <= trailBytes) return text
  return new TextDecoder().decode(Buffer.from(text).subarray(0, trailBytes)).replace(/\uFFFD+$/, '')
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return null
  }
}

const enveloped = z.looseObject({ id: z.string(), cid: z.optional(z.string()), body: z.unknown() })
const ofItem = z.object({ item: z.string() })

/** What a message to a terminal is known by, and the conversation that it belongs to. */
export function namesOf(payload: Buffer): {
  readonly messageId: string | null
  readonly correlationId: string | null
} {
  const { data } = enveloped.safeParse(parsed(payload))
  if (!data) return { messageId: null, correlationId: null }
  const item = ofItem.safeParse(data.body).data?.item
  return { messageId: data.id, correlationId: item ?? data.cid ?? null }
}

/** The levels of a topic to a terminal: whose it is, and what follows `down/`. */
export function readDown(topic: string): { readonly sn: string; readonly path: string } | null {
  const [, sn, path] = downTopic.exec(topic) ?? []
  return sn && path ? { sn, path } : null
}
const downTopic = new RegExp(`^${topicRoot}/[^/]+/([^/]+)/down/(.+)$`)

/** The id of a message that breaks the rules, as far as it has one that can be kept. */
export const idOf = (payload: Buffer): string | null => {
  const { data } = shortId.safeParse(parsed(payload))
  return data && !data.id.includes('\0') && data.id.isWellFormed() ? data.id : null
}
const shortId = z.object({ id: envelope().shape.id })
