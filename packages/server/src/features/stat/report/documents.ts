import { type Call, auditPack, auditRights } from '@muster/contract'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { reachOf } from '../../../access/reach.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { addTask, type Job, keepFile, type Outcome } from '../../task/index.ts'
import { packOf } from '../audit/pack.ts'
import { documentRoutes } from '../document/document.routes.ts'

/** What is made of figures or records as one file. */
interface Document {
  readonly call: Call
  /** What its reader must be allowed. */
  readonly rights: readonly Call[]
  /** @param asked what the call's own schema has read */
  readonly make: (asked: unknown, ctx: Context) => Promise<FileAnswer>
}

/** Documents that can be sent, or made in the background. */
export const documents: readonly Document[] = [
  ...documentRoutes.routes.map(({ call, handle }) => ({
    call,
    rights: [call],
    make: async (asked: unknown, ctx: Context) => {
      const answer = await handle({ params: undefined, query: asked, body: undefined }, ctx)
      if (answer instanceof FileAnswer) return answer
      throw new Error('a document answered no file')
    },
  })),
  { call: auditPack.make, rights: auditRights(), make: packOf },
]

/** What reads the wish for a document. */
const askedFor = ({ schemas }: Call) => schemas.query ?? schemas.body

/** Milliseconds since 1970. */
interface Time {
  readonly from: number
  readonly to: number
}

/**
 * What was asked for once; of what has a time, the time that a report is about. Null: the list or the
 * document has changed since, and cannot be asked so any more.
 */
export function wishAt(
  call: Call,
  wish: Readonly<Record<string, unknown>>,
  { from, to }: Time,
): Readonly<Record<string, unknown>> | null {
  const query = askedFor(call) ?? z.looseObject({})
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  // A list without a time knows nothing of these.
  const timed = query.safeParse({ ...wish, ...span })
  const asked = timed.success ? timed : query.safeParse(wish)
  return asked.success ? z.looseObject({}).parse(asked.data) : null
}

interface QueuedDocument {
  readonly taskId: string
  readonly fileId: string
}

/** Asks for a document in the caller's name: a task makes it with his rights, and it is his. */
export async function queueDocument(
  ctx: Context,
  call: Call,
  wish: Readonly<Record<string, unknown>>,
): Promise<QueuedDocument> {
  const title = call.path.split('/').slice(-2).join('-')
  const { id: fileId } = await ctx.db
    .insertInto('fileTask')
    .values({
      name: title,
      kind: 'EXPORT',
      source: call.path,
      mediaType: 'application/octet-stream',
      filter: JSON.stringify(wish),
      orgId: ctx.principal.orgId,
      createdBy: ctx.principal.userId,
      reachId: reachOf(ctx.principal),
      permission: call.permission,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const params = { method: call.method, path: call.path, fileId, wish }
  const taskId = await addTask(ctx, { type: 'DOCUMENT', title: 'task.type.DOCUMENT', params })
  await ctx.db.updateTable('fileTask').set({ taskId }).where('id', '=', fileId).execute()
  return { taskId, fileId }
}

const queued = z.object({ path: z.string(), fileId: z.string(), wish: z.unknown() })

/** Makes a document that was asked for. */
export async function documentWork(job: Job): Promise<Outcome> {
  const { path, fileId, wish } = queued.parse(job.params)
  const document = documents.find(({ call }) => call.path === path)
  const asked = document && askedFor(document.call)?.safeParse(wish)
  if (!document || !asked?.success) throw notFound()
  const { platform } = job.ctx
  // One snapshot and one moment: what is counted in one place is counted in all.
  await platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const started = job.ctx.now()
      const made = await document.make(asked.data, { ...job.ctx, db, now: () => started })
      const { name, mediaType, content } = made
      const isWhole = Buffer.isBuffer(content) || content instanceof Readable
      if (!isWhole) throw new Error('a document is made anew each time')
      await platform.db
        .updateTable('fileTask')
        .set({ name, mediaType })
        .where('id', '=', fileId)
        .execute()
      const stream = Buffer.isBuffer(content) ? Readable.from([content]) : content
      await keepFile(platform, { fileId, content: stream, rows: () => null })
    })
  await job.progress({ done: 1, total: 1 })
  return { done: 1, failed: 0 }
}
