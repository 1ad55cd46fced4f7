import * as z from 'zod/mini'
import { acting, awaited, batchBody, batchReply } from '../core/batch.ts'
import { del, get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'

/** Kinds of background work. */
const asyncTaskTypes = [
  'EXPORT',
  'DOCUMENT',
  'BATCH',
  'UPLOAD_CHECK',
  'UPLOAD_SCAN',
  'IMPORT_CHECK',
  'IMPORT',
] as const
export type AsyncTaskType = (typeof asyncTaskTypes)[number]

/** PAUSED: an administrator lets it rest. PARTIAL: it ended, and some of its items failed. */
const asyncTaskStates = [
  'QUEUED',
  'RUNNING',
  'PAUSED',
  'SUCCESS',
  'PARTIAL',
  'FAILED',
  'CANCELLED',
] as const

const row = once(() =>
  z.object({
    id: f.id(),
    taskNo: z.string(),
    type: z.enum(asyncTaskTypes),
    /** A text key, or words. */
    title: z.string(),
    orgName: z.string(),
    createdBy: z.string(),
    state: z.enum(asyncTaskStates),
    /** Null until it is known how much there is to do. */
    total: z.nullable(z.int()),
    done: z.int(),
    failed: z.int(),
    /** Why it failed, or what it waits for: a text key, or words. */
    message: z.nullable(z.string()),
    /** The file it made, in the download centre. */
    fileId: z.nullable(f.id()),
    node: z.nullable(z.string()),
    attempts: z.int(),
    /** Seconds that it will still take; null: nobody can tell. */
    etaSeconds: z.nullable(z.int()),
    /** Seconds that it has run, without those in which it rested. */
    durationSeconds: z.nullable(z.int()),
    /** Stays on top of the list, and cannot be removed. */
    pinned: z.boolean(),
    createdAt: f.moment(),
    startedAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
  }),
)

const filter = once(() =>
  z.object({
    type: z.optional(z.enum(asyncTaskTypes)),
    state: z.optional(z.enum(asyncTaskStates)),
    createdBy: z.optional(f.text(64)),
    hasFailures: z.optional(z.enum(['0', '1'])),
    /** 1: one's own only; else all that the caller sees, with ASYNCTASK_ALL those of others. */
    mine: z.optional(z.enum(['0', '1'])),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** A state that a task has come to. */
const event = once(() =>
  z.object({
    at: f.moment(),
    state: z.enum(asyncTaskStates),
    /** Where it ran. */
    node: z.nullable(z.string()),
    /** Why: a text key, or words. */
    message: z.nullable(z.string()),
  }),
)

/** A task with what can be taken back of it, and what of it waits for a second person. */
const own = once(() =>
  z.extend(row(), {
    /** What it has given that leaves when a second person has let it go; of several, one. */
    awaits: z.nullable(awaited()),
    /** Records that it has added or changed, and that can be as they were again; counted no further than one more than {@link countCap}. */
    reversible: z.int(),
  }),
)

const detail = once(() =>
  z.extend(own(), {
    /** What was asked for; of a long list only how long it is. */
    params: z.record(z.string(), z.unknown()),
    /** The latest of its states, in their order. */
    events: z.array(event()),
  }),
)
export type AsyncTaskDetail = z.output<ReturnType<typeof detail>>

const ids = once(() => ({
  body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
}))
const one = once(() => ({ params: z.strictObject({ id: f.id() }) }))
const affected = once(() => z.object({ count: z.int() }))

const item = once(() =>
  z.object({
    id: f.id(),
    /** Row of the sheet, or place in the batch; from 1. */
    number: z.int(),
    key: z.nullable(z.string()),
    /** What was wrong, in the words of the task's language. */
    message: z.string(),
  }),
)

/** The path that the calls of background tasks share. */
export const asyncTasksPath = '/admin/system/v1/asynctask'

const page = get(`${asyncTasksPath}/page`, 'ASYNCTASK_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(row()),
}))

/** Background work: exports, imports, batches. */
export const asyncTasks = {
  page,
  /** One's own tasks of the last hours: what the tray shows. */
  mine: get(`${asyncTasksPath}/mine`, 'signedIn', () => ({ reply: z.array(own()) })),
  detail: get(`${asyncTasksPath}/detail/{id}`, 'ASYNCTASK_LIST', () => ({
    ...one(),
    reply: detail(),
  })),
  /** What failed of it, a page at a time. */
  items: get(`${asyncTasksPath}/items/{id}`, 'ASYNCTASK_LIST', () => ({
    ...one(),
    query: pageQuery(z.object({})),
    reply: pageOf(item()),
  })),
  cancel: put(`${asyncTasksPath}/cancel/{id}`, 'ASYNCTASK_CANCEL', () => ({
    ...one(),
    reply: affected(),
  })),
  cancelMany: put(`${asyncTasksPath}/batch/cancel`, 'ASYNCTASK_CANCEL', () => ({
    ...ids(),
    reply: affected(),
  })),
  /** Lets it rest where it is; whoever works on it stops within seconds. */
  pause: put(`${asyncTasksPath}/pause/{id}`, 'ASYNCTASK_PAUSE', () => ({
    ...one(),
    reply: affected(),
  })),
  resume: put(`${asyncTasksPath}/resume/{id}`, 'ASYNCTASK_PAUSE', () => ({
    ...one(),
    reply: affected(),
  })),
  /** 1 pins it on top of the list for all who see it, 0 lets it go. */
  pin: put(`${asyncTasksPath}/pin/{id}/{pinned}`, 'ASYNCTASK_LIST', () => ({
    params: z.strictObject({ id: f.id(), pinned: z.enum(['0', '1']) }),
    reply: affected(),
  })),
  /**
   * Moves what an import has added into the recycle bin, and undoes what a batch has done where nobody has
   * changed it since: as a task of its own that names what it could not.
   */
  takeBack: put(`${asyncTasksPath}/takeback/{id}`, 'ASYNCTASK_CANCEL', () => ({
    ...one(),
    reply: z.object({ taskId: f.id() }),
  })),
  /** Does it again, from its beginning or only what failed. */
  retry: put(`${asyncTasksPath}/retry/{id}`, 'ASYNCTASK_RETRY', () => ({
    ...one(),
    query: z.strictObject({ scope: z._default(z.enum(['failed', 'all']), 'all') }),
    reply: affected(),
  })),
  /** Removes tasks that have ended. */
  removeMany: acting(
    page,
    del(`${asyncTasksPath}/batch/delete`, 'ASYNCTASK_CANCEL', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
}
export type AsyncTask = z.output<ReturnType<typeof row>>
export type OwnTask = z.output<ReturnType<typeof own>>
/** One row or item of a task that failed. */
export type TaskItemFault = z.output<ReturnType<typeof item>>
