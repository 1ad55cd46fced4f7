import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { appEventKinds } from '../device/apps.ts'
import { logPageOf, logSpan } from './actionLog.ts'

/** What was done with an application on a terminal, or failed to be. */
export const appActs = [...appEventKinds, 'INSTALL_FAILED', 'REMOVE_FAILED'] as const
export type AppAct = (typeof appActs)[number]

/**
 * What it came of: a task, a policy that brings or forbids it, the terminals' store, somebody who put it
 * there by hand (which only the inventory shows), or the system itself.
 */
export const appTriggers = ['TASK', 'POLICY', 'STORE', 'SIDE_LOAD', 'SYSTEM', 'UNKNOWN'] as const
export type AppTrigger = (typeof appTriggers)[number]

const entry = once(() =>
  z.object({
    id: f.id(),
    at: f.moment(),
    deviceId: f.id(),
    sn: z.nullable(z.string()),
    /** Whether the terminal is still there. */
    isThere: z.boolean(),
    package: z.string(),
    /** Null: nobody has registered an application of this package. */
    appName: z.nullable(z.string()),
    kind: z.enum(appActs),
    fromCode: z.nullable(z.int()),
    fromName: z.nullable(z.string()),
    toCode: z.nullable(z.int()),
    toName: z.nullable(z.string()),
    trigger: z.enum(appTriggers),
    pushId: z.nullable(f.id()),
    taskNo: z.nullable(z.string()),
    userName: z.nullable(z.string()),
    /** Error code that it failed with, or the state that it ended in. */
    code: z.nullable(z.string()),
    /** The terminal's own words. */
    message: z.nullable(z.string()),
    /** From the first report of the download to the next step. */
    downloadMs: z.nullable(z.int()),
    /** From the beginning of the installation to its end. */
    installMs: z.nullable(z.int()),
    bytes: z.nullable(z.int()),
    networkType: z.nullable(z.string()),
    /** Whose terminal it was then. */
    orgName: z.nullable(z.string()),
    modelName: z.nullable(z.string()),
  }),
)
export type AppLogEntry = z.output<ReturnType<typeof entry>>

const filter = once(() =>
  z.object({
    ...logSpan(),
    deviceId: z.optional(f.id()),
    /** How the terminal's serial number begins. */
    sn: z.optional(f.text(32)),
    appId: z.optional(f.id()),
    /** How the package's name begins. */
    package: z.optional(f.text(128)),
    /** The version that it came to, or should have: its name or its code. */
    version: z.optional(f.text(64)),
    /** The same by its code alone: another version may be called by the same digits. */
    versionCode: z.optional(f.queryNumber().check(z.minimum(0))),
    /** This organisation and those below it. */
    orgId: z.optional(f.id()),
    vendorId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    kind: z.optional(z.enum(appActs)),
    trigger: z.optional(z.enum(appTriggers)),
    result: z.optional(z.enum(['done', 'failed'])),
    code: z.optional(f.text(16)),
  }),
)

/** The path that the calls of the log of applications share. */
export const appLogPath = '/admin/log/v1/apk'

/** What was installed, updated and removed on terminals, and what failed. */
export const appLog = {
  page: get(`${appLogPath}/page`, 'APK_LOG_LIST', () => ({
    query: pageQuery(filter()),
    reply: logPageOf(entry()),
  })),
  /** The moment finds the entry's partition; it is the entry's own `at`. */
  detail: get(`${appLogPath}/detail`, 'APK_LOG_DETAIL', () => ({
    query: z.strictObject({ id: f.id(), at: f.moment() }),
    reply: entry(),
  })),
}
