import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'

/** The path that the calls of access points and processes share. */
export const accessPointsPath = '/admin/system/v1/server'

/** What terminals come to an access point for, with the protocols of its address. */
export const accessProtocols = {
  MQTT: ['mqtt', 'mqtts', 'ws', 'wss'],
  HTTPS: ['https'],
  DOWNLOAD: ['http', 'https'],
  REMOTE: ['ws', 'wss'],
} as const
export type AccessKind = keyof typeof accessProtocols
export const accessKinds = [
  'MQTT',
  'HTTPS',
  'DOWNLOAD',
  'REMOTE',
] as const satisfies readonly AccessKind[]

const fields = once(() =>
  z.object({
    name: f.name(),
    kind: z._default(z.enum(accessKinds), 'MQTT'),
    url: z.string().check(z.trim(), z.minLength(1), z.maxLength(512)),
    region: z._default(f.text(64), ''),
    /** Terminals of this organisation and those below it; null: all. */
    orgId: f.optional(f.id()),
    /** How many of the terminals come here, beside others of the kind. */
    weight: z._default(z.int().check(z.minimum(1), z.maximum(100)), 100),
    /** SHA-256 of the authority that its certificate must come from, in hexadecimal digits. */
    caFingerprint: f.optional(f.text(95)),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    kind: z.optional(z.enum(accessKinds)),
    region: z.optional(f.text(64)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.nullable(z.string()),
  /** When its certificate runs out; null: none, or nobody has looked yet. */
  certificateUntil: z.nullable(f.moment()),
  certificateCheckedAt: z.nullable(f.moment()),
  /** What the last look found wrong, as a text key. */
  certificateProblem: z.nullable(z.string()),
}))

/** Where terminals find the platform. */
export const accessPoints = recyclable(accessPointsPath, 'SERVER', { fields, filter, shown })
export type AccessPoint = RowOf<typeof accessPoints>

const bytes = once(() => z.number())
/** UP: beats in time. LATE: has let some beats pass. GONE: is silent for more than a minute. */
const nodeStates = ['UP', 'LATE', 'GONE'] as const
/** What an operator set that belongs to no open network. */
const nodeWarnings = ['unboundSessions', 'virtualRole'] as const

const node = once(() =>
  z.object({
    id: f.id(),
    host: z.string(),
    pid: z.int(),
    version: z.string(),
    roles: z.array(z.string()),
    state: z.enum(nodeStates),
    startedAt: f.moment(),
    beatAt: f.moment(),
    /** Share of one core; 1 is a whole one. */
    cpu: z.number(),
    memoryBytes: bytes(),
    /** How late it comes to its work, 99th percentile. */
    loopDelayMs: z.number(),
    diskFreeBytes: bytes(),
    diskTotalBytes: bytes(),
    /** Terminals that are connected to it. */
    terminals: z.int(),
    /** Open connections of any kind. */
    sockets: z.int(),
    warnings: z.array(z.enum(nodeWarnings)),
    /** What keeps it from its work, as its `/readyz` says it, in English; empty: it is ready. */
    faults: z.array(z.string()),
    /** What should be seen to before it does. */
    worries: z.array(z.string()),
  }),
)
export type ServerNode = z.output<ReturnType<typeof node>>

const job = once(() =>
  z.object({
    name: z.string(),
    /** Five fields of cron, UTC. */
    cron: z.string(),
    nextAt: z.nullable(f.moment()),
    lastAt: z.nullable(f.moment()),
    /** Null while it runs, and before its first run. */
    tookMs: z.nullable(z.number()),
    isRunning: z.boolean(),
    /** What the last run ended with; null: well. */
    error: z.nullable(z.string()),
    host: z.nullable(z.string()),
  }),
)
export type ServerJob = z.output<ReturnType<typeof job>>

/** Rows are null where the database has not looked at a table yet. */
const counted = once(() =>
  z.object({ name: z.string(), bytes: bytes(), rows: z.nullable(z.number()) }),
)

/** The platform's processes, storage, jobs and quotas. */
export const server = {
  metrics: get(`${accessPointsPath}/metrics`, 'SERVER_LIST', () => ({
    reply: z.object({ nodes: z.array(node()) }),
  })),
  storage: get(`${accessPointsPath}/storage`, 'SERVER_LIST', () => ({
    reply: z.object({
      databaseBytes: bytes(),
      /** The largest; months of a log count as one. Rows are the database's own estimate. */
      tables: z.array(counted()),
      /** What the store of files holds, by what it is for. */
      files: z.array(counted()),
      /** Parameters that say how long things are kept. */
      retention: z.array(z.object({ key: z.string(), value: z.number() })),
    }),
  })),
  quota: get(`${accessPointsPath}/quota`, 'SERVER_LIST', () => ({
    reply: z.array(
      z.object({
        orgId: f.id(),
        name: z.string(),
        used: z.int(),
        limit: z.int(),
      }),
    ),
  })),
  jobs: get(`${accessPointsPath}/job`, 'SERVER_LIST', () => ({
    reply: z.object({
      jobs: z.array(job()),
      /** Work that waits, by its queue; counted up to 10,000. */
      queues: z.object({
        tasksQueued: z.int(),
        tasksRunning: z.int(),
        jobsWaiting: z.int(),
        messagesWaiting: z.int(),
      }),
    }),
  })),
  /** Has a worker carry a job out now. */
  runJob: post(`${accessPointsPath}/job`, 'SERVER_JOB_RUN', () => ({
    body: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(128)) }),
    reply: z.object({ count: z.int() }),
  })),
}
