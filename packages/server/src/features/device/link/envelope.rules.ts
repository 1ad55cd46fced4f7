import { deviceMessages, envelope, topicRoot } from '@muster/contract'
import * as z from 'zod/mini'

const { upMessages, registration } = deviceMessages

type UpKind = keyof typeof upMessages
type BodyOf<K extends UpKind> = z.output<(typeof upMessages)[K]['body']>

/** A message of a terminal, read and found in order. */
export type UpMessage = {
  [K in UpKind]: {
    readonly kind: K
    readonly id: string
    readonly ts: number
    readonly body: BodyOf<K>
  }
}[UpKind]

export type Registration = z.output<typeof registration>

/** Why a message was not taken; the name of a metric's label. */
export type Fault = 'topic' | 'json' | 'text' | 'schema' | 'type' | 'item'

export type Reading<T> = { readonly message: T } | { readonly fault: Fault }

const enveloped = <B extends z.ZodMiniType>(body: B) => z.extend(envelope, { body })

const schemas = {
  act: enveloped(upMessages.act.body),
  conn: enveloped(upMessages.conn.body),
  hb: enveloped(upMessages.hb.body),
  info: enveloped(upMessages.info.body),
  net: enveloped(upMessages.net.body),
  loc: enveloped(upMessages.loc.body),
  task: enveloped(upMessages.task.body),
} as const satisfies Record<UpKind, z.ZodMiniType>

const registrationSchema = enveloped(registration)

/** Parts of a terminal's topic. */
export interface UpTopic {
  readonly sn: string
  /** The levels below `up/`. */
  readonly path: string
}

const upTopic = new RegExp(`^${topicRoot}/[^/+#]+/([A-Z0-9-]{5,32})/up/([a-z]+(?:/[^/+#]+)?)$`)

export function readTopic(topic: string): UpTopic | null {
  const [, sn, path] = upTopic.exec(topic) ?? []
  return sn && path ? { sn, path } : null
}

/** Reads the text that came on a topic below `up/`. */
export function readUp(path: string, text: string): Reading<UpMessage> {
  const parsed = parse(text)
  if ('fault' in parsed) return parsed
  const [kind, item] = path.split('/')
  if ((kind === 'task') !== (item !== undefined)) return { fault: 'topic' }
  switch (kind) {
    case 'hb':
      return read(kind, schemas.hb, parsed.value)
    case 'conn':
      return read(kind, schemas.conn, parsed.value)
    case 'info':
      return read(kind, schemas.info, parsed.value)
    case 'net':
      return read(kind, schemas.net, parsed.value)
    case 'loc':
      return read(kind, schemas.loc, parsed.value)
    case 'act':
      return read(kind, schemas.act, parsed.value)
    case 'task':
      return ofItem(read(kind, schemas.task, parsed.value), item ?? '')
    default:
      return { fault: 'topic' }
  }
}

/** Reads the text of a first contact; `sn` is the one of its topic and credential. */
export function readRegistration(
  sn: string,
  text: string,
): Reading<{ id: string; body: Registration }> {
  const parsed = parse(text)
  if ('fault' in parsed) return parsed
  const { data } = registrationSchema.safeParse(parsed.value)
  if (!data) return { fault: 'schema' }
  if (data.type !== 'reg') return { fault: 'type' }
  return data.body.sn === sn ? { message: { id: data.id, body: data.body } } : { fault: 'topic' }
}

function read<K extends string, B>(
  kind: K,
  schema: z.ZodMiniType<{ id: string; ts: number; type: string; body: B }>,
  value: unknown,
): Reading<{ kind: K; id: string; ts: number; body: B }> {
  const { data } = schema.safeParse(value)
  if (!data) return { fault: 'schema' }
  if (data.type !== kind) return { fault: 'type' }
  return { message: { kind, id: data.id, ts: data.ts, body: data.body } }
}

/** The topic and the body of a report name the same item. */
function ofItem<T extends { body: { item: string } }>(
  reading: Reading<T>,
  item: string,
): Reading<T> {
  if ('fault' in reading) return reading
  return reading.message.body.item === item ? reading : { fault: 'item' }
}

function parse(text: string): { readonly value: unknown } | { readonly fault: Fault } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'json' }
  }
  // Only an escape can smuggle in what no database text can hold.
  return text.includes('\\u') && !isStorable(value) ? { fault: 'text' } : { value }
}

/** Deeper nesting is no message of ours; it would only wear out the stack. */
const deepest = 32

/** Whether all texts are free of NUL and of half characters. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth === deepest) return false
  return Object.entries(value).every(
    ([key, inner]) => isStorable(key) && isStorable(inner, depth + 1),
  )
}
