import { codes, columnsOf, exportOf, type ExportWish, exportWishOf } from '@muster/contract'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../kit/context.ts'
import type { Page } from '../../kit/page.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import type { Feature, Route } from '../../kit/serve.ts'
import { FileAnswer } from '../../platform/fileAnswer.ts'
import { parameter } from '../system/parameter/index.ts'
import { addTask } from '../task/index.ts'
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
  const cap = await parameter(ctx.db, 'export.sync.maxRows')
  const { list: rows } = await pageOf(page, wanted, { ctx, pageNum: 1, pageSize: cap + 1 })
  const name = fileName(page, wanted, ctx)
  if (rows.length > cap) return queue(page, { wanted, name }, ctx)
  const content = await buffer(writeSheet(each(rows), wanted, ctx.language))
  return new FileAnswer(name, mediaTypes[wanted.format], content)
}

/** Only what the list shows leaves the house, whatever else its rows carry on the server. */
function requireShown({ call }: Route, { columns }: ExportWish): void {
  const shown = columnsOf(call)
  if (columns.some(([member]) => !shown.has(member))) throw fieldRefusal('columns', 'rule.choice')
}

async function* each(rows: readonly Row[]) {
  yield* rows
}

async function queue(page: Route, made: { wanted: ExportWish; name: string }, ctx: Context) {
  const { wanted, name } = made
  const { id: fileId } = await ctx.db
    .insertInto('fileTask')
    .values({
      name,
      kind: 'EXPORT',
      source: page.call.path,
      mediaType: mediaTypes[wanted.format],
      filter: JSON.stringify(wanted.query),
      orgId: ctx.principal.orgId,
      createdBy: ctx.principal.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { format, columns, query } = wanted
  const wish = { format, columns, ...query }
  const params = { path: page.call.path, fileId, wish }
  const taskId = await addTask(ctx, { type: 'EXPORT', title: name, params })
  await ctx.db.updateTable('fileTask').set({ taskId }).where('id', '=', fileId).execute()
  return new Refusal(codes.warning, 'transfer.queued', { data: { taskId, fileId } })
}

/** `/admin/vendor/v1/vendor/page` on 20 November becomes `vendor-2026-11-20.csv`. */
function fileName({ call }: Route, { format }: ExportWish, ctx: Context): string {
  const name = call.path.split('/').at(-2) ?? 'export'
  return `${name}-${ctx.now().toISOString().slice(0, 10)}.${format}`
}

interface Place {
  readonly ctx: Context
  readonly pageNum: number
  readonly pageSize: number
  /** How many there are, where an earlier page has told: the list then does not count again. */
  readonly total?: number | undefined
}

/** One page of a list, by the list's own handler: what a person sees is what is exported. */
export async function pageOf(
  { handle }: Route,
  { query }: ExportWish,
  { ctx, ...place }: Place,
): Promise<Page> {
  const asked = { params: undefined, query: { ...query, ...place }, body: undefined }
  const page = await handle(asked, ctx)
  if (!isPage(page)) throw new Error('a list answered no page')
  return page
}

const isPage = (answer: unknown): answer is Page =>
  typeof answer === 'object' && answer !== null && 'list' in answer
