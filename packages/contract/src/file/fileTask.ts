import * as z from 'zod/mini'
import { acting, batchBody, batchReply } from '../core/batch.ts'
import { del, download, get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'

/** IMPORT: what was uploaded to be read; IMPORT_RESULT: its rows with what became of each. */
const fileKinds = ['EXPORT', 'IMPORT', 'IMPORT_RESULT'] as const
/** EXPIRED: the bytes are gone, the row tells that they were there. */
const fileStates = ['QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED'] as const

const row = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    kind: z.enum(fileKinds),
    /** The path of the list it came from. */
    source: z.string(),
    /** The screen that shows this list; null where none does. */
    screen: z.nullable(z.string()),
    rows: z.nullable(z.int()),
    bytes: z.nullable(z.int()),
    sha256: z.nullable(z.string()),
    createdBy: z.string(),
    createdAt: f.moment(),
    state: z.enum(fileStates),
    /** 0 to 100 while it is made. */
    percent: z.int(),
    expiresAt: z.nullable(f.moment()),
    /** What the list was filtered by. */
    filter: z.record(z.string(), z.unknown()),
    /** Why it failed: a text key, or words. */
    message: z.nullable(z.string()),
    taskId: z.nullable(f.id()),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(128)),
    kind: z.optional(z.enum(fileKinds)),
    state: z.optional(z.enum(fileStates)),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
    /** 1: one's own only; else all that the caller sees, with FILE_ALL those of others. */
    mine: z.optional(z.enum(['0', '1'])),
  }),
)

/** Files that one archive may hold. */
export const mostZipped = 20

/** Ids with commas between. */
const idsText = once(() =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(40 * mostZipped)),
      z.transform((text: string) => text.split(',')),
    ),
    z.array(f.id()).check(z.maxLength(mostZipped)),
  ),
)

const one = once(() => ({ params: z.strictObject({ id: f.id() }) }))
const affected = once(() => z.object({ count: z.int() }))

/** The path that the calls of the download centre share. */
export const fileTasksPath = '/admin/file/v1/task'

const page = get(`${fileTasksPath}/page`, 'FILE_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(row()),
}))

/** The download centre (product spec, section 7). */
export const fileTasks = {
  page,
  download: download(get(`${fileTasksPath}/download/{id}`, 'FILE_DOWNLOAD', one)),
  /** Several files as one archive, packed while it is sent. */
  zip: download(
    get(`${fileTasksPath}/batch/download`, 'FILE_DOWNLOAD', () => ({
      query: z.strictObject({ ids: idsText() }),
    })),
  ),
  retry: put(`${fileTasksPath}/retry/{id}`, 'FILE_DOWNLOAD', () => ({
    ...one(),
    reply: affected(),
  })),
  remove: del(`${fileTasksPath}/delete/{id}`, 'FILE_DELETE', () => ({
    ...one(),
    reply: affected(),
  })),
  removeMany: acting(
    page,
    del(`${fileTasksPath}/batch/delete`, 'FILE_DELETE', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
}
export type FileTask = z.output<ReturnType<typeof row>>
