import * as z from 'zod/mini'
import { callWith, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { setting } from '../core/setting.ts'
import { once } from '../core/once.ts'

/** The path that the calls of the brokers' screen share. */
export const mqttConfigPath = '/admin/mqtt/v1/config'

const whole = (otherwise: number, [least, most]: readonly [number, number]) =>
  z._default(z.int().check(z.minimum(least), z.maximum(most)), otherwise)

type Calls = ReturnType<typeof setting>

/** A setting that everybody reads who sees the screen. */
const readable = <G extends Pick<Calls, 'get'>>(calls: G) => ({
  ...calls,
  get: callWith(calls.get, { permission: 'MQTT_CONFIG_LIST' }),
})

/** How connections are kept. */
export const mqttDefaults = readable(
  setting(`${mqttConfigPath}/defaults`, 'MQTT_CONFIG_EDIT', () =>
    z.object({
      /** Longest keep-alive: a terminal that says a longer one, or none, is taken at this. */
      keepAliveSeconds: whole(1200, [30, 1200]),
      /** Largest message of a terminal. */
      maxPacketKb: whole(128, [1, 128]),
      /** Messages to one terminal that may be under way unacknowledged. */
      inflight: whole(100, [1, 1000]),
    }),
  ),
)

/** Messages to terminals that may be sent otherwise than they are as shipped; answers of the moment are not. */
export const ruledMessages = ['cmd', 'task', 'cancel', 'cfg', 'time', 'ask'] as const
export type RuledMessage = (typeof ruledMessages)[number]

/** `1`: until the terminal's connection has acknowledged it; `0`: once. */
const qos = () => z._default(z.enum(['0', '1']), '1')

/** Seconds after which a terminal drops a message that it gets late; 0: as long as what it tells is worth it. */
const expiry = () =>
  z._default(
    z.int().check(
      z.minimum(0),
      z.maximum(2_592_000),
      z.refine((seconds) => seconds === 0 || seconds >= 30, {
        error: 'mqttConfig.expiryTooShort',
      }),
    ),
    0,
  )

/** How each message to a terminal is sent. */
export const mqttMessages = readable(
  setting(`${mqttConfigPath}/messages`, 'MQTT_CONFIG_EDIT', () =>
    z.object({
      cmdQos: qos(),
      cmdExpiry: expiry(),
      taskQos: qos(),
      taskExpiry: expiry(),
      cancelQos: qos(),
      cancelExpiry: expiry(),
      cfgQos: qos(),
      cfgExpiry: expiry(),
      timeQos: qos(),
      timeExpiry: expiry(),
      askQos: qos(),
      askExpiry: expiry(),
    } satisfies Record<`${RuledMessage}${'Qos' | 'Expiry'}`, z.ZodMiniType>),
  ),
)

/** How terminals prove who they are. */
export const mqttAuth = readable(
  setting(`${mqttConfigPath}/auth`, 'MQTT_CONFIG_EDIT', () =>
    z.object({
      /** How long a password of NATS is good. */
      tokenHours: whole(24, [1, 24]),
      /** Wrong passwords of one address and name, after which it is answered late … */
      badLogins: whole(10, [3, 100]),
      /** … for so long. */
      banMinutes: whole(5, [1, 1440]),
    }),
  ),
)

/** ALL messages are in the trail, those that are no beats (NO_BEATS), or none. */
export const trailKinds = ['ALL', 'NO_BEATS', 'NONE'] as const

/** How much there may be of everything. */
export const mqttLimits = readable(
  setting(`${mqttConfigPath}/limits`, 'MQTT_CONFIG_EDIT', () =>
    z.object({
      /** Messages of one terminal that are taken in a minute; further ones wait. 0: any number. */
      messagesPerMinute: whole(0, [0, 60_000]),
      /** New connections that one gateway looks at in a second; others are asked to come back. */
      connectsPerSecond: whole(500, [10, 10_000]),
      trail: z._default(z.enum(trailKinds), 'ALL'),
      /** Beats and answers to them that one gateway records in a second; further ones are counted. */
      trailPerSecond: whole(5000, [10, 50_000]),
    }),
  ),
)

const node = once(() =>
  z.object({
    /** Host and process. */
    node: z.string(),
    isEmbedded: z.boolean(),
    startedAt: f.moment(),
    beatAt: f.moment(),
    /** Null: NATS holds the connections. */
    connections: z.nullable(z.int()),
    receivedPerSecond: z.number(),
    publishedPerSecond: z.number(),
    /** Since its start, what was turned away, by reason. */
    turnedAway: z.array(z.object({ because: z.string(), count: z.int() })),
    recorded: z.int(),
    unrecorded: z.int(),
    /** Messages that wait to be recorded. */
    waiting: z.int(),
  }),
)
export type MqttNode = z.output<ReturnType<typeof node>>

/** Messages that may be sent to try the way to a terminal: they tell it nothing new. */
export const testMessages = ['time', 'cfg'] as const

/** What answered at an access point. */
const probe = once(() =>
  z.object({
    /** BROKER: it speaks MQTT and refuses strangers; OPEN: it lets strangers in; other: nothing of the kind. */
    result: z.enum(['BROKER', 'OPEN', 'SILENT', 'UNREACHABLE', 'CERTIFICATE']),
    tookMs: z.int(),
    /** What the system said, in English. */
    reason: z.nullable(z.string()),
  }),
)
export type MqttProbe = z.output<ReturnType<typeof probe>>

/** How messages travel. */
export const mqttConfig = {
  metrics: get(`${mqttConfigPath}/metrics`, 'MQTT_CONFIG_LIST', () => ({
    reply: z.object({
      broker: z.enum(['EMBEDDED', 'NATS']),
      nodes: z.array(node()),
      /** Days that the trail is kept, and commands that are published a minute: parameters. */
      keepDays: z.int(),
      publishPerMinute: z.int(),
    }),
  })),
  /** Asks an access point for terminals as a stranger would. */
  test: post(`${mqttConfigPath}/test/{id}`, 'MQTT_CONFIG_TEST', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: probe(),
  })),
}

const client = once(() =>
  z.object({
    /** The terminal's. */
    id: f.id(),
    version: z.int(),
    clientId: z.string(),
    sn: z.string(),
    orgName: z.string(),
    modelName: z.string(),
    agentVersion: z.nullable(z.string()),
    since: z.nullable(f.moment()),
    ip: z.nullable(z.string()),
  }),
)
export type MqttClientRow = z.output<ReturnType<typeof client>>

/** Who is connected now, and ways to try and to end that. */
export const mqttClients = {
  page: get(`${mqttConfigPath}/clients/page`, 'MQTT_CONFIG_LIST', () => ({
    query: pageQuery(z.object({ sn: z.optional(f.text(32)), orgId: z.optional(f.id()) })),
    reply: pageOf(client()),
  })),
  /** Ends its connection; a terminal that may connect comes again by itself. */
  kick: put(`${mqttConfigPath}/clients/kick/{clientId}`, 'MQTT_CLIENT_KICK', () => ({
    params: z.strictObject({
      clientId: z.string().check(z.maxLength(34), z.regex(/^d:[A-Z0-9-]{5,32}$/)),
    }),
    reply: z.object({ count: z.int() }),
  })),
  publish: post(`${mqttConfigPath}/publish/test`, 'MQTT_TEST_PUBLISH', () => ({
    body: z.strictObject({ sn: f.serialNumber(), message: z.enum(testMessages) }),
    reply: z.object({
      /** What its trail knows it by; null: the gateway makes it when it sends. */
      messageId: z.nullable(f.id()),
      at: f.moment(),
    }),
  })),
}
