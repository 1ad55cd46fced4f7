import * as z from 'zod/mini'
import { del, get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { logPageOf, logSpan } from '../log/actionLog.ts'

/** The path that the calls of the sign-ins of terminals share. */
export const loginPath = '/admin/stat/v1/login'
/** Who is banned; doors look anew when it is told. */
export const loginBansPath = `${loginPath}/ban`

/** How terminals come in; NATS: over MQTT at a node of NATS. */
export const linkProtocols = ['MQTT', 'MQTTS', 'WS', 'WSS', 'HTTPS', 'NATS'] as const
export type LinkProtocol = (typeof linkProtocols)[number]

/** Why a connection of a terminal ended. */
export const loginEnds = [
  'disconnect',
  'network',
  'keepAlive',
  'takeover',
  'protocol',
  'revoked',
  'kicked',
  'missedBeats',
  'expired',
  'shutdown',
  'serverLost',
] as const
export type LoginEnd = (typeof loginEnds)[number]

/**
 * Why a sign-in failed. UNREADABLE: its password is none, or too old; NOT_PERMITTED: its life cycle
 * forbids it; REPEATED: its password had been used before.
 */
export const loginFailureCauses = [
  'UNKNOWN_SN',
  'BAD_SECRET',
  'UNREADABLE',
  'REPEATED',
  'NOT_PERMITTED',
  'BANNED',
  'CERTIFICATE',
  'CLIENT_ID',
  'ENROLMENT_KEY',
] as const
export type LoginFailureCause = (typeof loginFailureCauses)[number]

/** Connections in one day (UTC) above which a terminal counts as one that comes and goes all the time. */
export const flapsPerDay = 20

const session = once(() =>
  z.object({
    id: f.id(),
    /** When it began. */
    at: f.moment(),
    deviceId: f.id(),
    /** Null: the terminal is destroyed. */
    sn: z.nullable(z.string()),
    deviceName: z.nullable(z.string()),
    clientId: z.nullable(z.string()),
    /** Where the terminal was then. */
    orgId: z.nullable(f.id()),
    orgName: z.nullable(z.string()),
    modelName: z.nullable(z.string()),
    /** Null: it lasts. */
    disconnectedAt: z.nullable(f.moment()),
    seconds: z.nullable(z.int()),
    reason: z.nullable(z.string()),
    ip: z.nullable(z.string()),
    network: z.nullable(z.string()),
    agentVersion: z.nullable(z.string()),
    /** Host and process of the gateway, or the node of NATS. */
    node: z.nullable(z.string()),
    protocol: z.nullable(z.enum(linkProtocols)),
  }),
)
export type LoginSession = z.output<ReturnType<typeof session>>

/** What figures and the list behind them share. */
const cut = once(
  () =>
    ({
      ...logSpan(),
      orgId: z.optional(f.id()),
      modelId: z.optional(f.id()),
    }) as const,
)

const ends = once(() =>
  z.object({
    reason: z.string(),
    count: z.int(),
  }),
)

const trend = once(() =>
  z.object({
    from: f.moment(),
    to: f.moment(),
    grain: z.enum(['HOUR', 'DAY']),
    points: z.array(z.object({ at: f.moment(), connects: z.int() })),
    connects: z.int(),
    /** How those ended that are over, the most frequent reason first. */
    ends: z.array(ends()),
    /** Those that last. */
    open: z.int(),
  }),
)
export type LoginTrend = z.output<ReturnType<typeof trend>>

const flapping = once(() =>
  z.object({
    /** Terminal, day and organisation. */
    id: z.string(),
    deviceId: f.id(),
    sn: z.nullable(z.string()),
    orgId: f.id(),
    orgName: z.nullable(z.string()),
    modelName: z.nullable(z.string()),
    /** Of UTC. */
    day: f.day(),
    connects: z.int(),
  }),
)
export type FlappingTerminal = z.output<ReturnType<typeof flapping>>

const clone = once(() =>
  z.object({
    id: f.id(),
    at: f.moment(),
    deviceId: f.id(),
    sn: z.string(),
    orgName: z.string(),
    /** How often one took over from the other. */
    times: z.int(),
    addresses: z.string(),
  }),
)
export type CloneSuspicion = z.output<ReturnType<typeof clone>>

const failed = once(() =>
  z.object({
    from: f.moment(),
    to: f.moment(),
    total: z.int(),
    causes: z.array(z.object({ cause: z.enum(loginFailureCauses), count: z.int() })),
    points: z.array(z.object({ at: f.moment(), count: z.int() })),
    /** The last ones of each cause. */
    examples: z.array(
      z.object({
        id: f.id(),
        at: f.moment(),
        cause: z.enum(loginFailureCauses),
        name: z.string(),
        ip: z.string(),
        deviceId: z.nullable(f.id()),
        orgName: z.nullable(z.string()),
      }),
    ),
  }),
)
export type LoginFailures = z.output<ReturnType<typeof failed>>

export const loginBanKinds = ['SN', 'ADDRESS'] as const

const ban = once(() =>
  z.object({
    id: f.id(),
    kind: z.enum(loginBanKinds),
    value: z.string(),
    reason: z.string(),
    /** Null: until it is lifted. */
    until: z.nullable(f.moment()),
    /** Its time is up. */
    isOver: z.boolean(),
    orgName: z.nullable(z.string()),
    createdAt: f.moment(),
    createdBy: z.nullable(z.string()),
  }),
)
export type LoginBan = z.output<ReturnType<typeof ban>>

const permission = 'STATISTICS_DEVICE_LOGIN'

/** How terminals sign in. */
export const logins = {
  page: get(`${loginPath}/page`, permission, () => ({
    query: pageQuery(
      z.object({
        ...cut(),
        sn: z.optional(f.serialNumber()),
        deviceId: z.optional(f.id()),
        ip: z.optional(f.text(64)),
        /** OPEN: it lasts. */
        reason: z.optional(z.enum([...loginEnds, 'OPEN'])),
        protocol: z.optional(z.enum(linkProtocols)),
      }),
    ),
    reply: logPageOf(session()),
  })),
  /** Connections that began in each hour or day. */
  trend: get(`${loginPath}/trend`, permission, () => ({
    query: z.strictObject(cut()),
    reply: trend(),
  })),
  /** Terminals that came more than {@link flapsPerDay} times in a day. */
  flap: get(`${loginPath}/flap/page`, permission, () => ({
    query: pageQuery(z.object(cut())),
    reply: pageOf(flapping()),
  })),
  /** Terminals that two fight for. */
  clone: get(`${loginPath}/clone/page`, permission, () => ({
    query: pageQuery(z.object(cut())),
    reply: pageOf(clone()),
  })),
  failed: get(`${loginPath}/failed`, permission, () => ({
    query: z.strictObject(cut()),
    reply: failed(),
  })),
}

/** Who may not come in. */
export const loginBans = {
  page: get(`${loginBansPath}/page`, permission, () => ({
    query: pageQuery(z.object({ kind: z.optional(z.enum(loginBanKinds)) })),
    reply: pageOf(ban()),
  })),
  add: post(`${loginBansPath}/add`, `${permission}_BAN`, () => ({
    body: z.strictObject({
      kind: z.enum(loginBanKinds),
      /** A serial number; an address, or a network as `192.0.2.0/24`. */
      value: f.text(64).check(z.minLength(2)),
      reason: f.text(255).check(z.minLength(1)),
      until: f.optional(f.moment()),
    }),
    reply: z.object({ id: f.id() }),
  })),
  remove: del(`${loginBansPath}/delete/{id}`, `${permission}_BAN`, () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({ count: z.int() }),
  })),
}
