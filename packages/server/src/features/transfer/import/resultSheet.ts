import { fileTasksPath, type ImportColumn } from '@muster/contract'
import { sql } from 'kysely'
import type { Job } from '../../task/index.ts'
import { keepFile } from '../../task/index.ts'
import { reachOf } from '../../../access/reach.ts'
import { translate } from '../../../platform/texts.ts'
import { mediaTypes, writeSheet } from '../write/writeSheet.ts'
import { doubtOf, doubtOfRow, marked, refusedDoubt } from './doubts.ts'
import type { ImportedList } from './importer.ts'
import { labelsOf } from './labels.ts'
import { closeRun, type EndedRow, readEnded, type Run } from './staging.queries.ts'

/** Members of a row beside its cells. */
const state = '#state'
const faults = '#faults'

const batch = 1000

/**
 * Keeps the uploaded rows with what became of each in the download centre, and closes their run in
 * the same transaction: whoever takes the task up after a crash makes no second sheet.
 */
export async function keepResult(job: Job, list: ImportedList, run: Run): Promise<void> {
  const { ctx, taskId } = job
  const { platform, principal, language } = ctx
  const format = run.format === 'xlsx' ? 'xlsx' : 'csv'
  // One that was begun by a worker that is gone.
  await sql`delete from file_task where task_id = ${taskId} and state <> 'READY'`.execute(ctx.db)
  const { id: fileId } = await ctx.db
    .insertInto('fileTask')
    .values({
      name: nameOf(list, { format, at: ctx.now() }),
      kind: 'IMPORT_RESULT',
      source: list.page.path,
      mediaType: mediaTypes[format],
      orgId: principal.orgId,
      createdBy: principal.userId,
      reachId: reachOf(principal),
      permission: list.sheet.calls.start.permission,
      taskId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const columns = [
    ...run.columns.map(({ field, heading }) => [field, heading] as const),
    [state, translate(language, 'import.result')] as const,
    [faults, translate(language, 'import.faults')] as const,
  ]
  const labels = labelsOf(list.sheet, language)
  const content = writeSheet(rowsOf(job, { list, run, labels }), { columns, format }, language)
  await keepFile(platform, {
    fileId,
    content,
    rows: () => run.rows,
    also: (db) => closeRun(db, taskId, labels),
  })
  ctx.changed(fileTasksPath, [fileId], [principal.orgId])
}

/** `vendor-import-2026-11-20.csv`. */
function nameOf(list: ImportedList, { format, at }: { format: string; at: Date }): string {
  const name = list.page.path.split('/').at(-2) ?? 'list'
  return `${name}-import-${at.toISOString().slice(0, 10)}.${format}`
}

type Labels = Readonly<Record<string, string>>

interface Ended {
  readonly list: ImportedList
  readonly run: Run
  readonly labels: Labels
}

async function* rowsOf({ ctx, taskId }: Job, { list, run, labels }: Ended) {
  const kinds = new Map(list.sheet.columns.map((column) => [column.field, column]))
  for (let after = 0; ; ) {
    const rows = await readEnded(ctx.db, taskId, { after, limit: batch })
    const last = rows.at(-1)
    if (!last) return
    after = last.number
    yield* rows.map((row) => ({
      ...shownCells(row, run, kinds),
      [state]: translate(ctx.language, `import.state.${row.state}`),
      [faults]: faultsOf(row, labels),
    }))
  }
}

/** The cells of a row; those that were doubted have a mark, since here they are plain texts. */
function shownCells(
  { cells }: EndedRow,
  { columns }: Run,
  kinds: ReadonlyMap<string, ImportColumn>,
) {
  const shown = columns.map(({ field }, place) => {
    const text = cells[field] ?? ''
    const own = cells[doubtOf(field)]
    const isRefused = refusedDoubt(kinds.get(field) ?? { kind: 'text' }, own) !== null
    const doubt = (isRefused ? own : undefined) ?? (place === 0 ? cells[doubtOfRow] : undefined)
    return [field, doubt === undefined ? text : marked(doubt, text)] as const
  })
  return Object.fromEntries(shown)
}

const faultsOf = (row: EndedRow, labels: Labels): string =>
  row.faults
    // A column that only its heading knows is called so; a mark stands before it.
    .map(({ field, message }) =>
      [field && (labels[field] ?? field.slice(1)), message].filter(Boolean).join(': '),
    )
    .join('; ')
