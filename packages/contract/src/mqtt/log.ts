import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { downMessages, upMessages } from '../device/messages.ts'
import { logPageOf } from '../log/actionLog.ts'

/** The path that the calls of the message trail share. */
export const mqttLogPath = '/admin/mqtt/v1/log'

/** Hours that one look may span which names neither a terminal nor a conversation. */
export const openTrailHours = 1

/** Days that a look at one terminal or one conversation may span. */
export const trailDays = 7

/** Bytes of a message that the trail keeps. */
export const trailBytes = 16 * 1024

export const mqttDirections = ['UP', 'DOWN'] as const

/** The first level of a message's topic; `reg` is the first contact and its answer. */
export const mqttTypes: readonly string[] = [
  ...new Set(['reg', ...Object.keys(upMessages), ...Object.keys(downMessages)]),
]

/**
 * What became of a message. Up: STORED is in the database and acknowledged; REFUSED broke the rules
 * and was thrown away; FAILED was not acknowledged and comes again. Down: PUBLISHED was handed to the
 * broker, which tells no more of it; DELIVERED was acknowledged by the terminal; UNANSWERED was not,
 * within ten seconds; ABSENT found no connection.
 */
export const mqttResults = [
  'STORED',
  'REFUSED',
  'FAILED',
  'PUBLISHED',
  'DELIVERED',
  'UNANSWERED',
  'ABSENT',
] as const
export type MqttResult = (typeof mqttResults)[number]

/** Messages to a terminal that do it no harm when they come again. */
export const resendable: ReadonlySet<string> = new Set(['cfg', 'time', 'ask'])

const entryShape = once(() => ({
  /** Its moment is in it (UUIDv7). */
  id: f.id(),
  at: f.moment(),
  direction: z.enum(mqttDirections),
  sn: z.string(),
  clientId: z.string(),
  topic: z.string(),
  type: z.string(),
  messageId: z.nullable(z.string()),
  /** The item of a command, the id of a first contact: what belongs to one conversation. */
  correlationId: z.nullable(z.string()),
  qos: z.int(),
  retain: z.boolean(),
  /** Bytes. */
  size: z.int(),
  result: z.enum(mqttResults),
  /** Why it was refused: the name of the rule that it broke. */
  reason: z.nullable(z.string()),
  /** Up: until it was stored; down: until the terminal acknowledged it. */
  latencyMs: z.nullable(z.int()),
  /** Host and process of the gateway. */
  node: z.string(),
  /** Null: nobody knows a terminal of this number. */
  deviceId: z.nullable(f.id()),
  orgName: z.nullable(z.string()),
}))
const entry = once(() => z.object(entryShape()))
export type MqttEntry = z.output<ReturnType<typeof entry>>

const detail = once(() =>
  z.object({
    ...entryShape(),
    /** The message, secrets masked; null where it was no JSON, or was not read. */
    payload: z.nullable(z.string()),
    /** Longer than the trail keeps: the rest is missing. */
    isCut: z.boolean(),
  }),
)
export type MqttEntryDetail = z.output<ReturnType<typeof detail>>

const conversation = () => f.text(64).check(z.minLength(1))

const filter = once(() =>
  z.object({
    sn: z.optional(f.serialNumber()),
    correlationId: z.optional(conversation()),
    direction: z.optional(z.enum(mqttDirections)),
    type: z.optional(z.enum(mqttTypes)),
    result: z.optional(z.enum(mqttResults)),
    /** Bytes, from. */
    minSize: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(268_435_456))),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** What terminals and platform said to each other. */
export const mqttLog = {
  page: get(`${mqttLogPath}/page`, 'MQTT_LOG_LIST', () => ({
    query: pageQuery(filter()),
    reply: logPageOf(entry()),
  })),
  /** Messages of a time that were only counted, of all terminals together. */
  unrecorded: get(`${mqttLogPath}/unrecorded`, 'MQTT_LOG_LIST', () => ({
    query: z.strictObject({
      sn: filter().shape.sn,
      correlationId: filter().shape.correlationId,
      from: filter().shape.from,
      to: filter().shape.to,
    }),
    reply: z.object({ messages: z.int() }),
  })),
  detail: get(`${mqttLogPath}/detail/{id}`, 'MQTT_LOG_DETAIL', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: detail(),
  })),
  /** A conversation from its beginning: what it consists of, and the answers to that. */
  trace: get(`${mqttLogPath}/trace/{correlationId}`, 'MQTT_LOG_DETAIL', () => ({
    params: z.strictObject({ correlationId: conversation() }),
    reply: z.object({ list: z.array(detail()) }),
  })),
  /** The latest of one terminal, the newest first; for a minute the live stream tells of new ones. */
  tail: get(`${mqttLogPath}/tail`, 'MQTT_LOG_TAIL', () => ({
    query: z.strictObject({ sn: f.serialNumber() }),
    reply: z.object({ list: z.array(detail()) }),
  })),
  /** Sends what a message to a terminal said once more, as it is now. */
  resend: post(`${mqttLogPath}/resend/{id}`, 'MQTT_LOG_RESEND', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({ count: z.int() }),
  })),
}
