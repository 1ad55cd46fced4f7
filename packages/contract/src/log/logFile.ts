import * as z from 'zod/mini'
import { acting, batchBody, batchReply } from '../core/batch.ts'
import { del, download, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { commandSchemas, logKinds } from '../device/commandSchemas.ts'
import { pushPreview, pushRow, pushTargets } from '../device/push.ts'
import { logViewCalls } from './logView.ts'

/** The path that the calls of log files share. */
export const logFilesPath = '/admin/devicelog/v1/file'

/** How far a log is that a terminal was asked for. */
export const logFileStates = [
  'REQUESTED',
  'QUEUED',
  'UPLOADING',
  'READY',
  'EXPIRED',
  'FAILED',
  'CANCELLED',
] as const
export type LogFileState = (typeof logFileStates)[number]

/** What it was asked for by. */
export const logTriggers = ['USER', 'RULE', 'CRASH'] as const
export type LogTrigger = (typeof logTriggers)[number]

/** Logs that one archive holds. */
export const mostZippedLogs = 50

/** Days for which a log is kept on at once. */
export const mostRetainDays = 3650

const row = once(() =>
  z.object({
    /** The item that asked for it. */
    id: f.id(),
    deviceId: f.id(),
    sn: z.string(),
    modelName: z.string(),
    orgName: z.string(),
    /** Null before the terminal has handed it in. */
    name: z.nullable(z.string()),
    types: z.array(z.enum(logKinds)),
    /** The time that was asked for; null: from the first, up to the last. */
    from: z.nullable(f.moment()),
    to: z.nullable(f.moment()),
    /** Bytes, packed. */
    bytes: z.nullable(z.int()),
    lines: z.nullable(z.int()),
    trigger: z.enum(logTriggers),
    ruleName: z.nullable(z.string()),
    requestedBy: z.nullable(z.string()),
    requestedAt: f.moment(),
    state: z.enum(logFileStates),
    /** While it is handed in. */
    percent: z.nullable(z.int()),
    /** Why it failed. */
    code: z.nullable(z.string()),
    /** Crashes and hangs that were found in it. */
    crashes: z.int(),
    packages: z.array(z.string()),
    storedAt: z.nullable(f.moment()),
    expiresAt: z.nullable(f.moment()),
    pushId: f.id(),
  }),
)
export type LogFile = z.output<ReturnType<typeof row>>

const filter = once(() =>
  z.object({
    /** Serial numbers that begin so. */
    sn: z.optional(f.text(32)),
    deviceId: z.optional(f.id()),
    type: z.optional(z.enum(logKinds)),
    trigger: z.optional(z.enum(logTriggers)),
    state: z.optional(z.enum(logFileStates)),
    orgId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    /** Of which a crash or a hang was found. */
    package: z.optional(f.text(128)),
    crash: z.optional(z.enum(['1', '0'])),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

const page = get(`${logFilesPath}/page`, 'MANAGE_DEVICE_LOG_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(row()),
}))

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const pulling = once(() =>
  z.strictObject({
    args: commandSchemas.LOG_PULL,
    targets: pushTargets(),
    /** Serial numbers of no terminal that the caller sees are passed by; else they are refused. */
    skipUnknown: z._default(z.boolean(), false),
  }),
)

/** Ids with commas between. */
const idsText = once(() =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(40 * mostZippedLogs)),
      z.transform((text: string) => text.split(',')),
    ),
    z.array(f.id()).check(z.maxLength(mostZippedLogs)),
  ),
)

/** Logs that terminals were asked for, and what has come of it. */
export const logFiles = {
  page,
  detail: get(`${logFilesPath}/detail/{id}`, 'MANAGE_DEVICE_LOG_LIST', () => ({
    ...withId(),
    reply: row(),
  })),
  /** How many terminals a pull is about, and which it passes by; nothing is asked for. */
  precheck: post(`${logFilesPath}/precheck`, 'MANAGE_DEVICE_LOG_PULL', () => ({
    body: pulling(),
    reply: pushPreview(),
  })),
  /** Has terminals hand in their logs: a task like any other. */
  pull: post(`${logFilesPath}/pull`, 'MANAGE_DEVICE_LOG_PULL', () => ({
    body: pulling(),
    reply: pushRow(),
  })),
  download: download(get(`${logFilesPath}/download/{id}`, 'MANAGE_DEVICE_LOG_DOWNLOAD', withId)),
  /** Several logs as one archive, packed while it is sent. */
  zip: download(
    get(`${logFilesPath}/batch/download`, 'MANAGE_DEVICE_LOG_DOWNLOAD', () => ({
      query: z.strictObject({ ids: idsText() }),
    })),
  ),
  ...logViewCalls(logFilesPath, 'MANAGE_DEVICE_LOG_DOWNLOAD'),
  /** Keeps it for so many days from now at least. */
  retain: put(`${logFilesPath}/retain/{id}`, 'MANAGE_DEVICE_LOG_RETAIN', () => ({
    ...withId(),
    body: z.strictObject({ days: z.int().check(z.minimum(1), z.maximum(mostRetainDays)) }),
    reply: row(),
  })),
  /** Notes it on an open repair ticket of its terminal. */
  attach: post(`${logFilesPath}/attach/{id}`, 'MANAGE_DEVICE_LOG_ATTACH', () => ({
    ...withId(),
    body: z.strictObject({ ticketNo: f.text(32).check(z.minLength(1)) }),
    reply: z.object({ repairId: f.id() }),
  })),
  destroy: acting(
    page,
    del(`${logFilesPath}/delete/{id}`, 'MANAGE_DEVICE_LOG_DELETE', () => ({
      ...withId(),
      reply: batchReply(),
    })),
  ),
  destroyMany: acting(
    page,
    del(`${logFilesPath}/batch/delete`, 'MANAGE_DEVICE_LOG_DELETE', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
}
