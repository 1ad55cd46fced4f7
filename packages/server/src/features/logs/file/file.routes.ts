import { randomBytes } from 'node:crypto'
import { codes, logFiles, logFilesPath, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { type ByteRange, FileAnswer } from '../../../platform/fileAnswer.ts'
import { translate } from '../../../platform/texts.ts'
import {
  attachLog,
  createPush,
  itemScope,
  previewPush,
  requireRights,
  showPush,
  type Wish,
} from '../../device/index.ts'
import { dropContent } from '../../file/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { zipOf } from '../../task/index.ts'
import { logGone, viewHandlers } from '../view/viewHandlers.ts'
import { findLogFile, findStored, lockLogs, pageLogFiles } from './file.queries.ts'

/** MANAGE_DEVICE_LOG: logs that terminals were asked for, and what has come of it. */
export const logFileRoutes = serve(logFiles, itemScope, {
  page: ({ query }, ctx) => pageLogFiles(ctx, query),
  detail: ({ params: { id } }, ctx) => findLogFile(ctx, id),
  precheck: ({ body }, ctx) => previewPush(ctx, wishOf(ctx, body)),
  pull: async ({ body }, ctx) =>
    showPush(ctx, await createPush(ctx, wishOf(ctx, body)), ['LOG_PULL']),
  download: ({ params: { id } }, ctx) => downloadLog(ctx, id),
  zip: ({ query: { ids } }, ctx) => zipLogs(ctx, [...new Set(ids)]),
  ...viewHandlers(async (ctx, id) => {
    const [log] = await findStored(ctx, [id])
    if (!log) throw logGone()
    return log
  }),
  retain: ({ params: { id }, body: { days } }, ctx) => retain(ctx, id, days),
  attach: ({ params: { id }, body: { ticketNo } }, ctx) => attach(ctx, id, ticketNo),
  destroy: ({ params: { id } }, ctx) => destroy(ctx, [id]),
  destroyMany: ({ body: { ids } }, ctx) => destroy(ctx, ids),
})

/** A pull is a task like any other, and asks for the same right. */
function wishOf(ctx: Context, body: ParsedOf<typeof logFiles.pull>['body']): Wish {
  const { args, targets, skipUnknown } = body
  requireRights(ctx, [{ kind: 'LOG_PULL', args }])
  const options = { retries: 0, needOnline: false, notify: false, priority: 5 }
  return { kind: 'LOG_PULL', args, title: '', targets, skipUnknown, growing: false, options }
}

async function downloadLog(ctx: Context, id: string): Promise<FileAnswer> {
  const [log] = await findStored(ctx, [id])
  const store = contentsOf(ctx.platform)
  if (!log || !(await store.has(log.sha256))) throw logGone()
  const { name, bytes, sha256, sn } = log
  ctx.note({ targetIds: [id], about: { sn }, after: { name } })
  const open = (range?: ByteRange) => store.open(sha256, range)
  const etag = `"${sha256.toString('hex')}"`
  return new FileAnswer(name, 'application/gzip', { bytes, etag, open })
}

async function zipLogs(ctx: Context, ids: readonly string[]): Promise<FileAnswer> {
  const logs = await findStored(ctx, ids)
  const store = contentsOf(ctx.platform)
  const there = await Promise.all(logs.map(({ sha256 }) => store.has(sha256)))
  if (there.includes(false)) throw logGone()
  ctx.note({ targetIds: [...ids], after: { names: logs.map(({ name }) => name) } })
  const day = ctx.now().toISOString().slice(0, 10)
  return new FileAnswer(`logs-${day}.zip`, 'application/zip', zipOf(store, logs))
}

async function retain(ctx: Context, id: string, days: number) {
  const [log] = await lockLogs(ctx, [id])
  if (!log?.sha256) throw logGone()
  await keepFor(ctx, id, days)
  ctx.note({ targetIds: [id], about: { sn: log.sn }, after: { days } })
  ctx.changed(logFilesPath, [id], [log.orgId])
  return findLogFile(ctx, id)
}

const keepFor = ({ db }: Context, id: string, days: number): Promise<unknown> =>
  sql`update handed_file set keep_until = greatest(keep_until, now() + make_interval(days => ${days}))
    where item_id = ${id}`.execute(db)

/** A ticket is worked on for a while: its log is kept as if it had come just now. */
async function attach(ctx: Context, itemId: string, ticketNo: string) {
  const { deviceId, sn, name, state } = await findLogFile(ctx, itemId)
  if (state !== 'READY' || name === null) throw logGone()
  const repairId = await attachLog(ctx, { ticketNo, deviceId, itemId, name })
  await keepFor(ctx, itemId, await parameter(ctx.db, 'log.device.keepDays'))
  ctx.note({ targetIds: [itemId], about: { sn }, after: { ticketNo } })
  return { repairId }
}

/** Deletes logs for good, and what failed from the list; what is under way is called off first, not deleted. */
async function destroy(ctx: Context, ids: readonly string[]) {
  const logs = await lockLogs(ctx, ids)
  const [over, open] = [true, false].map((isOver) =>
    logs.filter((log) => (log.isOver || log.sha256 !== null) === isOver),
  )
  if (over?.length === 0) throw new Refusal(codes.wrongState, 'logFile.underWay')
  for (const { id, deviceId, orgId } of over ?? [])
    await sql`insert into handed_file (item_id, device_id, org_id, kind, state, bytes, sha256, token_hash, expires_at)
      values (${id}, ${deviceId}, ${orgId}, 'LOG', 'DELETED', 0, '', ${randomBytes(32)}, now())
      on conflict (item_id) do update set state = 'DELETED'`.execute(ctx.db)
  await dropContent(
    { db: ctx.db, env: ctx.platform.env },
    (over ?? []).flatMap(({ sha256 }) => (sha256 ? [sha256] : [])),
  )
  ctx.note({
    targetIds: (over ?? []).map(({ id }) => id),
    rows: (over ?? []).map(({ id, sn }) => ({ id, sn })),
  })
  tellOwners(ctx, logFilesPath, over ?? [])
  const reason = translate(ctx.language, 'logFile.underWay')
  const refused = (open ?? []).map(({ id, sn }) => ({ id, name: sn, reason }))
  return { count: over?.length ?? 0, ...(refused.length > 0 && { refused }) }
}
