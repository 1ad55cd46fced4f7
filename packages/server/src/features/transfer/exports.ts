import {
  type Call,
  codes,
  columnsOf,
  exportOf,
  type ExportWish,
  exportWishOf,
} from '@muster/contract'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../kit/context.ts'
import type { Page } from '../../kit/page.ts'
import { reachOf } from '../../access/reach.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import type { Feature, Route } from '../../kit/serve.ts'
import { FileAnswer } from '../../platform/fileAnswer.ts'
import { parameter } from '../system/parameter/index.ts'
import { addTask } from '../task/index.ts'
import { isTimezone, wallTimeAt } from '../timezone/timezone/index.ts'
import { fileColumns, placesOf } from './fileColumns.ts'
import { mediaTypes, writeSheet } from './write/writeSheet.ts'

type Row = Readonly<Record<string, unknown>>

/** The exports of lists: one route for each page route, under the same scope and filters. */
export const exportRoutes = (pages: readonly Route[]): Feature => ({
  routes: pages.map((page) => ({
    call: exportOf(page.call),
    scope: page.scope,
    handle: ({ query }, ctx) => answerExport(page, exportWishOf(query), ctx),
  })),
})

/** The file at once where it is small, else code 102 and a task that makes it. */
async function answerExport(page: Route, wanted: ExportWish, ctx: Context): Promise<unknown> {
  requireShown(page, wanted)
  if (!isTimezone(wanted.timeZone)) throw fieldRefusal('timeZone', 'rule.timezone')
  const cap = await parameter(ctx.db, 'export.sync.maxRows')
  const { list: rows } = await pageOf(page, wanted, { ctx, pageNum: 1, pageSize: cap + 1 })
  const name = fileName(page.call, wanted, ctx)
  if (rows.length > cap) {
    const queued = await queueExport(page.call, wanted, ctx)
    throw new Refusal(codes.warning, 'transfer.queued', { data: queued }).afterCommit()
  }
  const columns = fileColumns(page.call, wanted, ctx.language)
  const sheet = { format: wanted.format, columns }
  const content = await buffer(writeSheet(each(rows), sheet, ctx.language))
  return new FileAnswer(name, mediaTypes[wanted.format], content)
}

/** Only what the list shows leaves the house, whatever else its rows carry on the server. */
export function requireShown({ call }: Pick<Route, 'call'>, { columns }: ExportWish): void {
  const shown = columnsOf(call)
  const asked = columns.flatMap(([member, , words]) => [member, ...placesOf(words)])
  if (asked.some((member) => !shown.has(member))) throw fieldRefusal('columns', 'rule.choice')
}

async function* each(rows: readonly Row[]) {
  yield* rows
}

/** Asks for the file of a list in the caller's name: a task makes it with his rights, and it is his. */
export async function queueExport(
  page: Call,
  wanted: ExportWish,
  ctx: Context,
): Promise<{ taskId: string; fileId: string }> {
  const name = fileName(page, wanted, ctx)
  const { id: fileId } = await ctx.db
    .insertInto('fileTask')
    .values({
      name,
      kind: 'EXPORT',
      source: page.path,
      mediaType: mediaTypes[wanted.format],
      filter: JSON.stringify(wanted.query),
      orgId: ctx.principal.orgId,
      createdBy: ctx.principal.userId,
      reachId: reachOf(ctx.principal),
      permission: exportOf(page).permission,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { query, ...look } = wanted
  const wish = { ...look, ...query }
  const params = { path: page.path, fileId, wish }
  const taskId = await addTask(ctx, { type: 'EXPORT', title: name, params })
  await ctx.db.updateTable('fileTask').set({ taskId }).where('id', '=', fileId).execute()
  return { taskId, fileId }
}

/** `/admin/vendor/v1/vendor/page` on the reader's 20 November becomes `vendor-2026-11-20.csv`. */
function fileName(call: Call, { format, timeZone }: ExportWish, ctx: Context): string {
  const name = call.path.split('/').at(-2) ?? 'export'
  const day = new Date(wallTimeAt(timeZone, ctx.now().getTime())).toISOString().slice(0, 10)
  return `${name}-${day}.${format}`
}

interface Place {
  readonly ctx: Context
  readonly pageNum: number
  readonly pageSize: number
  /** How many there are, where an earlier page has told: the list then does not count again. */
  readonly total?: number | undefined
  /** The last row of the page before: a list in the order of time goes on from there. */
  readonly after?: Row | undefined
}

/** One page of a list, by the list's own handler: what a person sees is what is exported. */
export async function pageOf(
  { handle }: Route,
  { query, columns }: ExportWish,
  { ctx, ...place }: Place,
): Promise<Page> {
  const members = columns.map(([member]) => member)
  const asked = {
    params: undefined,
    query: { ...query, ...place, columns: members },
    body: undefined,
  }
  const page = await handle(asked, ctx)
  if (!isPage(page)) throw new Error('a list answered no page')
  return page
}

const isPage = (answer: unknown): answer is Page =>
  typeof answer === 'object' && answer !== null && 'list' in answer
