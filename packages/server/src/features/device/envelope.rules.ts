import { deviceMessages, envelope, topicRoot } from '@muster/contract'
import * as z from 'zod/mini'
import { compiled } from '../../platform/compiledSchema.rules.ts'

const { upMessages, registration } = deviceMessages

type UpKind = keyof typeof upMessages
type BodyOf<K extends UpKind> = z.output<(typeof upMessages)[K]['body']>

/** A message of a terminal, read and found in order. */
export type UpMessage = {
  [K in UpKind]: {
    readonly kind: K
    readonly id: string
    readonly ts: number
    /** Its terminal repeats it until it is told that it is kept. */
    readonly asks: boolean
    readonly body: BodyOf<K>
  }
}[UpKind]

export type Registration = z.output<ReturnType<typeof registration>>

/** Why a message was not taken; the name of a metric's label. */
export type Fault = 'topic' | 'size' | 'json' | 'text' | 'schema' | 'type' | 'item' | 'key'

/** `asked`: the id of a message that is thrown away, but would come again and again unanswered. */
export type Reading<T> =
  | { readonly message: T }
  | { readonly fault: Fault; readonly asked?: string }

const enveloped = <B extends z.ZodMiniType>(body: B) => z.extend(envelope(), { body })

const schemas = {
  act: compiled(enveloped(upMessages.act.body)),
  conn: compiled(enveloped(upMessages.conn.body)),
  hb: compiled(enveloped(upMessages.hb.body)),
  info: compiled(enveloped(upMessages.info.body)),
  net: compiled(enveloped(upMessages.net.body)),
  loc: compiled(enveloped(upMessages.loc.body)),
  evt: compiled(enveloped(upMessages.evt.body)),
  apps: compiled(enveloped(upMessages.apps.body)),
  task: compiled(enveloped(upMessages.task.body)),
  log: compiled(enveloped(upMessages.log.body)),
  tkt: compiled(enveloped(upMessages.tkt.body)),
  key: compiled(enveloped(upMessages.key.body)),
} as const satisfies Record<UpKind, z.core.$ZodType>

const registrationSchema = compiled(enveloped(registration()))

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

const asking = z.object({ id: envelope().shape.id, ack: z.literal(true) })

type Told = BodyOf<'hb'>['params']

/** What of it was found in order before: the parameters of applications, if they are those. */
type Before = (params: unknown) => Told | null

/** Reads the text that came on a topic below `up/`. */
export function readUp(
  path: string,
  text: string,
  before: Before = () => null,
): Reading<UpMessage> {
  const parsed = parse(text)
  const reading =
    'fault' in parsed ? { fault: parsed.fault } : readValue(path, parsed.value, before)
  if ('message' in reading) return reading
  const { data } = asking.safeParse(parsed.value)
  return data ? { ...reading, asked: data.id } : reading
}

function readValue(path: string, value: unknown, before: Before): Reading<UpMessage> {
  const [kind, item] = path.split('/')
  if ((kind === 'task') !== (item !== undefined)) return { fault: 'topic' }
  switch (kind) {
    case 'hb':
      return readBeat(value, before)
    case 'conn':
      return read(kind, schemas.conn, value)
    case 'info':
      return read(kind, schemas.info, value)
    case 'net':
      return read(kind, schemas.net, value)
    case 'loc':
      return read(kind, schemas.loc, value)
    case 'evt':
      return read(kind, schemas.evt, value)
    case 'apps':
      return read(kind, schemas.apps, value)
    case 'act':
      return read(kind, schemas.act, value)
    case 'log':
      return read(kind, schemas.log, value)
    case 'tkt':
      return read(kind, schemas.tkt, value)
    case 'key':
      return withoutKeys(read(kind, schemas.key, value))
    case 'task':
      return ofItem(read(kind, schemas.task, value), item ?? '')
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
  const { data } = z.safeParse(registrationSchema, parsed.value)
  if (!data) return { fault: 'schema' }
  if (data.type !== 'reg') return { fault: 'type' }
  return data.body.sn === sn ? { message: { id: data.id, body: data.body } } : { fault: 'topic' }
}

function read<K extends string, B>(
  kind: K,
  schema: z.core.$ZodType<{
    id: string
    ts: number
    type: string
    ack?: boolean | undefined
    body: B
  }>,
  value: unknown,
): Reading<{ kind: K; id: string; ts: number; asks: boolean; body: B }> {
  const { data } = z.safeParse(schema, value)
  if (!data) return { fault: 'schema' }
  if (data.type !== kind) return { fault: 'type' }
  const { id, ts, ack: asks = false, body } = data
  return { message: { kind, id, ts, asks, body } }
}

/**
 * What a beat tells of applications is nearly always what it told before; to find that in order anew takes as long
 * as all the rest of it.
 */
function readBeat(value: unknown, before: Before): Reading<UpMessage> {
  if (!tellsParams(value)) return read('hb', schemas.hb, value)
  const told = before(value.body.params)
  if (!told) return read('hb', schemas.hb, value)
  value.body.params = undefined
  const reading = read('hb', schemas.hb, value)
  if ('message' in reading) reading.message.body.params = told
  return reading
}

const tellsParams = (value: unknown): value is { readonly body: { params: unknown } } =>
  isObject(value) && 'body' in value && isObject(value.body) && 'params' in value.body

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whatever is wrong with a report of keys, it may hold one: nobody is to keep it. */
const withoutKeys = <T>(reading: Reading<T>): Reading<T> =>
  'fault' in reading ? { fault: 'key' } : reading

/** The topic and the body of a report name the same item. */
function ofItem<T extends { body: { item: string } }>(
  reading: Reading<T>,
  item: string,
): Reading<T> {
  if ('fault' in reading) return reading
  return reading.message.body.item === item ? reading : { fault: 'item' }
}

type Parsed =
  | { readonly value: unknown }
  | { readonly fault: 'json' | 'text'; readonly value?: unknown }

function parse(text: string): Parsed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'json' }
  }
  // Only an escape can smuggle in what no database text can hold.
  return text.includes('\\u') && !isStorable(value) ? { fault: 'text', value } : { value }
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
