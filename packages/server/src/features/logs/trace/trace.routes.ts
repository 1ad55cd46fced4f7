import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { codes, logTraces, logTracesPath, mostLineShown, traceTerminals } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { listRows } from '../../../kit/pickerRows.ts'
import { serve } from '../../../kit/serve.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { type ByteRange, FileAnswer } from '../../../platform/fileAnswer.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope, linesOf, readChunks, startTrace, stopTrace } from '../../device/index.ts'
import { dropContent } from '../../file/index.ts'
import { logGone, viewHandlers } from '../view/viewHandlers.ts'
import { findKept, findTrace, pageTraces, traceScope, type StoredTrace } from './trace.queries.ts'

/** Pieces that one answer brings to somebody who follows. */
const mostPieces = 20
const unpack = promisify(gunzip)

/** LOGTRACE: what a terminal writes down, as it happens. */
export const logTraceRoutes = serve(logTraces, traceScope, {
  page: ({ query }, ctx) => pageTraces(ctx, query),
  detail: ({ params: { id } }, ctx) => findTrace(ctx, id),
  start: async ({ body }, ctx) => findTrace(ctx, await startTrace(ctx, body)),
  stop: async ({ params: { id } }, ctx) => {
    await stopTrace(ctx, await keptTrace(ctx, id))
    return findTrace(ctx, id)
  },
  tail: async ({ params: { id }, query: { after } }, ctx) => {
    const trace = await findTrace(ctx, id)
    return { trace, pieces: await piecesAfter(ctx, id, after) }
  },
  file: async ({ params: { id } }, ctx) => {
    const { traceNo, sn, sha256, fileBytes } = await filedTrace(ctx, id)
    const store = contentsOf(ctx.platform)
    if (!(await store.has(sha256))) throw logGone()
    const name = `${sn}-${traceNo}.log.gz`
    ctx.note({ targetIds: [id], about: { sn, traceNo }, after: { name } })
    const open = (range?: ByteRange) => store.open(sha256, range)
    const etag = `"${sha256.toString('hex')}"`
    return new FileAnswer(name, 'application/gzip', { bytes: fileBytes ?? 0, etag, open })
  },
  ...viewHandlers(filedTrace),
  destroy: ({ params: { id } }, ctx) => destroy(ctx, [id]),
  destroyMany: ({ body: { ids } }, ctx) => destroy(ctx, ids),
})

/** The terminals that he may see of whoever begins traces. */
export const traceTerminalRoutes = serve(traceTerminals, deviceScope, {
  list: ({ query }, ctx) =>
    listRows(ctx, { table: 'device', scope: deviceScope }, { query, search: ['sn', 'name'] }),
})

async function keptTrace(ctx: Context, id: string): Promise<StoredTrace> {
  const [trace] = await findKept(ctx, [id])
  if (!trace) throw notFound()
  return trace
}

/** One whose file is made; before that there is nothing to look into but its end. */
async function filedTrace(ctx: Context, id: string) {
  const { sha256, ...trace } = await keptTrace(ctx, id)
  if (!sha256) throw new Refusal(codes.wrongState, 'logTrace.notFiled')
  return { ...trace, sha256 }
}

async function piecesAfter({ db }: Context, id: string, after: number) {
  const chunks = await readChunks(db, id, { after, limit: mostPieces })
  let last = after
  const pieces = []
  for (const { seq, data, lost } of chunks) {
    const lines = data.length > 0 ? linesOf(await unpack(data)) : []
    const shown = lines.map((line) => line.slice(0, mostLineShown))
    pieces.push({ seq, missing: seq - last - 1, lost, lines: shown })
    last = seq
  }
  return pieces
}

/** Deletes traces that are over, for good. */
async function destroy(ctx: Context, ids: readonly string[]) {
  const traces = await findKept(ctx, ids)
  const over = traces.filter(({ isOver }) => isOver)
  if (over.length === 0) throw new Refusal(codes.wrongState, 'logTrace.stillOpen')
  const named = over.map(({ id }) => id)
  await sql`delete from log_trace where id = any(${named}::uuid[])`.execute(ctx.db)
  await dropContent(
    { db: ctx.db, env: ctx.platform.env },
    over.flatMap(({ sha256 }) => (sha256 ? [sha256] : [])),
  )
  ctx.note({ targetIds: named, rows: over.map(({ id, sn, traceNo }) => ({ id, sn, traceNo })) })
  tellOwners(ctx, logTracesPath, over)
  const reason = translate(ctx.language, 'logTrace.stillOpen')
  const refused = traces
    .filter(({ isOver }) => !isOver)
    .map(({ id, traceNo }) => ({ id, name: traceNo, reason }))
  return { count: over.length, ...(refused.length > 0 && { refused }) }
}
