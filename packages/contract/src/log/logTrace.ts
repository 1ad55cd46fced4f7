import * as z from 'zod/mini'
import { acting, batchBody, batchReply } from '../core/batch.ts'
import { del, download, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { logKinds } from '../device/commandSchemas.ts'
import { logLevels } from './logLevels.ts'
import { logViewCalls } from './logView.ts'
import { traceModes, traceWish } from './traceWish.ts'

/** The path that the calls of traces share. */
export const logTracesPath = '/admin/log/v1/trace'

export const traceStates = [
  'REQUESTED',
  'STREAMING',
  'STOPPED',
  'TIMEOUT',
  'FAILED',
  'DEVICE_OFFLINE',
] as const
export type TraceState = (typeof traceStates)[number]

/** States of a trace of which more may come. */
export const openTraceStates = ['REQUESTED', 'STREAMING'] as const satisfies readonly TraceState[]

const row = once(() =>
  z.object({
    id: f.id(),
    traceNo: z.string(),
    /** Null: the terminal is gone for good. */
    deviceId: z.nullable(f.id()),
    sn: z.string(),
    orgName: z.string(),
    kinds: z.array(z.enum(logKinds)),
    level: z.enum(logLevels),
    packages: z.array(z.string()),
    pattern: z.nullable(z.string()),
    mode: z.enum(traceModes),
    maxMinutes: z.int(),
    maxMb: z.int(),
    reason: z.string(),
    state: z.enum(traceStates),
    /** Of an end: who or what made it, or the code that the terminal said. */
    cause: z.nullable(z.string()),
    createdAt: f.moment(),
    createdBy: z.nullable(z.string()),
    startedAt: z.nullable(f.moment()),
    lastAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
    /** Of its lines, unpacked. */
    bytes: z.int(),
    lines: z.int(),
    /** Pieces that are missing between those that came. */
    gaps: z.int(),
    /** Lines that the terminal had to throw away. */
    lostLines: z.int(),
    /** Its file is made: lines can be looked through and downloaded. */
    isFiled: z.boolean(),
    crashes: z.int(),
  }),
)
export type LogTrace = z.output<ReturnType<typeof row>>

const filter = once(() =>
  z.object({
    sn: z.optional(f.text(32)),
    deviceId: z.optional(f.id()),
    /** OPEN: those of which more may come. */
    state: z.optional(z.enum([...traceStates, 'OPEN'])),
    mode: z.optional(z.enum(traceModes)),
    orgId: z.optional(f.id()),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const page = get(`${logTracesPath}/page`, 'LOGTRACE_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(row()),
}))

/** Terminals that the caller may trace: whoever begins one needs no list of terminals to name it. */
export const traceTerminals = {
  list: get(`${logTracesPath}/terminal/list`, 'LOGTRACE_START', () => ({
    query: z.strictObject({ keyword: z.optional(z.string()), id: z.optional(f.id()) }),
    reply: z.array(z.object({ id: f.id(), name: z.string(), code: z.nullable(z.string()) })),
  })),
}

/** Traces: what a terminal writes down, as it happens. */
export const logTraces = {
  page,
  detail: get(`${logTracesPath}/detail/{id}`, 'LOGTRACE_LIST', () => ({
    ...withId(),
    reply: row(),
  })),
  start: post(`${logTracesPath}/start`, 'LOGTRACE_START', () => ({
    body: z.strictObject({
      deviceId: f.id(),
      ...traceWish(),
      reason: f.text(255).check(z.minLength(1)),
    }),
    reply: row(),
  })),
  stop: put(`${logTracesPath}/stop/{id}`, 'LOGTRACE_STOP', () => ({ ...withId(), reply: row() })),
  /** What has come after a piece of it; the live stream tells when there is more. */
  tail: get(`${logTracesPath}/tail/{id}`, 'LOGTRACE_LIST', () => ({
    ...withId(),
    query: z.strictObject({
      after: z._default(f.queryNumber().check(z.minimum(-1), z.maximum(1_000_000_000)), -1),
    }),
    reply: z.object({
      trace: row(),
      pieces: z.array(
        z.object({
          seq: z.int(),
          /** Pieces that are missing before it. */
          missing: z.int(),
          /** Lines that the terminal threw away before it. */
          lost: z.int(),
          lines: z.array(z.string()),
        }),
      ),
    }),
  })),
  /** All that has come of it, packed. */
  file: download(get(`${logTracesPath}/file/{id}`, 'LOGTRACE_DOWNLOAD', withId)),
  ...logViewCalls(logTracesPath, 'LOGTRACE_DOWNLOAD'),
  destroy: acting(
    page,
    del(`${logTracesPath}/delete/{id}`, 'LOGTRACE_DELETE', () => ({
      ...withId(),
      reply: batchReply(),
    })),
  ),
  destroyMany: acting(
    page,
    del(`${logTracesPath}/batch/delete`, 'LOGTRACE_DELETE', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
}
