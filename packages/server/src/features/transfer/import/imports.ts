import { codes, type ImportFault, type ImportWish, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { type Feature, serve } from '../../../kit/serve.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { addTask, keepRight, keepUploaded } from '../../task/index.ts'
import { mediaTypes } from '../write/writeSheet.ts'
import { labelsOf } from './labels.ts'
import type { WrittenList } from './lists.ts'
import { readRefused, readRun } from './staging.queries.ts'
import { templateOf } from './template.ts'

/** The imports of lists: for each of them a template, the start and what it has come to. */
export const importRoutes = (lists: readonly WrittenList[]): Feature => ({
  routes: lists.flatMap((list) => servedBy(list).routes),
})

const servedBy = (list: WrittenList): Feature =>
  serve(list.sheet.calls, organizationsBy('orgId'), {
    template: async ({ query: { format } }, ctx) =>
      new FileAnswer(
        `${nameOf(list)}-template.${format}`,
        mediaTypes[format],
        await templateOf(list, format, ctx),
      ),
    start: ({ body }, ctx) => start(ctx, list, body),
    result: ({ params: { id } }, ctx) => resultOf(ctx, list, id),
  })

const nameOf = ({ page }: WrittenList): string => page.path.split('/').at(-2) ?? 'list'

/** Whoever imports may add and edit as well: an import is no way round the rights of the form. */
function requireRights(
  { principal }: Context,
  { calls, sheet }: WrittenList,
  { aim }: ImportWish,
): void {
  // Values of records come and are changed, whatever the records do.
  const needed = [
    ...(aim === 'existing' && !sheet.open ? [] : [calls.add.call.permission]),
    ...(aim === 'new' && !sheet.open ? [] : [calls.update.call.permission]),
  ]
  const lacking = needed.find((permission) => !mayCall(principal, permission))
  if (lacking === undefined) return
  throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission: lacking } })
}

/** Parts need the record that they become parts of. */
async function requireWithin(ctx: Context, list: WrittenList, { within }: ImportWish) {
  if (!list.sheet.isWithin && within !== undefined) throw fieldRefusal('within', 'rule.unknown')
  if (!list.sheet.isWithin) return
  if (within === undefined) throw fieldRefusal('within', 'rule.required')
  await list.requireWithin?.(ctx, within)
}

async function start(ctx: Context, list: WrittenList, wish: ImportWish): Promise<never> {
  requireRights(ctx, list, wish)
  await requireWithin(ctx, list, wish)
  const { fileId, mode } = wish
  const sheet = (await sentSheet(ctx, fileId)) ?? (await uploadedSheet(ctx, fileId))
  if (!sheet) throw fieldRefusal('fileId', 'rule.unknownRecord')
  const { permission } = list.sheet.calls.start
  await keepRight(ctx, { fileId: sheet.fileId, permission })
  const taskId = await addTask(ctx, {
    type: mode === 'check' ? 'IMPORT_CHECK' : 'IMPORT',
    title: sheet.name,
    params: { path: list.page.path, ...wish, fileId: sheet.fileId },
    permission,
  })
  ctx.note({ targetIds: [taskId], about: { name: sheet.name } })
  throw new Refusal(codes.accepted, 'import.started', { data: { taskId } }).afterCommit()
}

interface Sheet {
  readonly fileId: string
  readonly name: string
}

/** A sheet that the caller has sent for an import, as the console does. */
async function sentSheet({ db, principal }: Context, id: string): Promise<Sheet | undefined> {
  return db
    .selectFrom('fileTask')
    .select(['id as fileId', 'name'])
    .where('id', '=', id)
    .where('kind', '=', 'IMPORT')
    .where('state', '=', 'READY')
    .where('createdBy', '=', principal.userId)
    .executeTakeFirst()
}

/** A sheet among the caller's uploads: who has no ticket, an API client, hands it in part by part. */
async function uploadedSheet({ db, principal }: Context, id: string): Promise<Sheet | undefined> {
  // Nobody removes its bytes before the download centre has them, too.
  const stored = await db
    .selectFrom('upload')
    .select(['name', 'sha256', 'bytes'])
    .where('id', '=', id)
    .where('type', '=', 'sheet')
    .where('storage', '=', 'FOLDER')
    .where('state', '=', 'STORED')
    .where('createdBy', '=', principal.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return undefined
  const { name } = stored
  return { name, fileId: await keepUploaded({ db }, { name, stored, principal }) }
}

const mostFaults = 100

interface Owned {
  readonly mode: ParsedOf<WrittenList['sheet']['calls']['start']>['body']['mode']
  readonly ignored: string[]
}

async function resultOf(ctx: Context, list: WrittenList, taskId: string) {
  const { rows: owned } = await sql<Owned>`select run.mode, run.ignored
    from import_run as run join async_task as task on task.id = run.task_id
    where run.task_id = ${taskId} and run.path = ${list.page.path}
      and task.created_by = ${ctx.principal.userId}`.execute(ctx.db)
  if (!owned[0]) throw notFound()
  const { rows, added, changed, same, refused, columns } = await readRun(ctx.db, taskId)
  const headings = new Map(columns.map(({ field, heading }) => [field, heading]))
  const labels = labelsOf(list.sheet, ctx.language)
  const faulty = await readRefused(ctx.db, taskId, mostFaults)
  const faults = faulty.flatMap(({ number, cells, faults: broken }) =>
    broken.map(
      ({ field, message }): ImportFault => ({
        row: number,
        column: field === null ? null : (headings.get(field) ?? labels[field] ?? field),
        value: (field && cells[field]) || '',
        message,
      }),
    ),
  )
  const counts = { rows, added, changed, same, refused }
  return { taskId, ...owned[0], ...counts, faults: faults.slice(0, mostFaults) }
}
