import type { Context } from '../../../kit/context.ts'
import type { ImportedList, RowEnd, Taken } from './importer.ts'
import { prepare, type PreparedRow, type RunPlan } from './prepare.ts'
import { readRun, rowOfKey, type StagedRow } from './staging.queries.ts'
import { type RowCalls, writeRow } from './writeRow.ts'
import { translate } from '../../../platform/texts.ts'

/** A run with what its rows are written by. */
export interface WritingPlan extends RunPlan {
  readonly calls: RowCalls
}

/** Nobody holds locks for longer than this while rows go one by one. */
const longestMs = 2_000

/** Rows of a batch; what goes one by one is kept short. */
export const batchSize = ({ setWriter }: ImportedList): number => (setWriter ? 1000 : 100)

/** Writes a batch in the caller's transaction; ends as many rows as its time is enough for. */
export async function writeBatch(
  ctx: Context,
  plan: WritingPlan,
  rows: readonly StagedRow[],
): Promise<RowEnd[]> {
  const { ready, refused } = await prepare(ctx, plan, rows)
  const { setWriter } = plan.list
  if (setWriter) {
    const { rows: all } = await readRun(ctx.db, plan.taskId)
    return [...refused, ...(await setWriter.write(ctx, ready, { within: plan.within, rows: all }))]
  }
  const until = ctx.now().getTime() + longestMs
  const ends: RowEnd[] = [...refused]
  for (const row of ready) {
    ends.push(
      row.parentKey === null ? await writeRow(ctx, plan.calls, row) : orphan(ctx, plan, row),
    )
    if (ctx.now().getTime() > until) break
  }
  return ends
}

/** Its parent was to come out of the same file, and did not. */
const orphan = ({ language }: Context, { list }: RunPlan, { number }: PreparedRow): RowEnd => ({
  number,
  state: 'REFUSED',
  faults: [{ field: list.parent ?? null, message: translate(language, 'import.parentRefused') }],
})

/** What would become of a batch. Whatever this writes, the caller undoes. */
export async function rehearseBatch(
  ctx: Context,
  plan: WritingPlan,
  { rows, taken }: { readonly rows: readonly StagedRow[]; readonly taken: Taken },
): Promise<RowEnd[]> {
  const { ready, refused } = await prepare(ctx, plan, rows)
  const { setWriter } = plan.list
  const { within } = plan
  if (setWriter) {
    const { rows: all } = await readRun(ctx.db, plan.taskId)
    return [...refused, ...(await setWriter.judge(ctx, ready, { taken, within, rows: all }))]
  }
  const until = ctx.now().getTime() + longestMs
  const made = new Map<string, string>()
  const ends: RowEnd[] = [...refused]
  for (const row of ready) {
    ends.push(await rehearseRow(ctx, plan, { row, made }))
    if (ctx.now().getTime() > until) break
  }
  return ends
}

interface Rehearsed {
  readonly row: PreparedRow
  /** Parents out of the same file that this rehearsal has written, by their keys. */
  readonly made: Map<string, string>
}

/** Writes what a row lies under before it, as an import would have done by then. */
async function rehearseRow(
  ctx: Context,
  plan: WritingPlan,
  { row, made }: Rehearsed,
): Promise<RowEnd> {
  const { parent } = plan.list
  if (row.parentKey === null || !parent) return writeRow(ctx, plan.calls, row)
  const parentId =
    made.get(row.parentKey) ?? (await makeParent(ctx, plan, { key: row.parentKey, made }))
  if (parentId === null) return orphan(ctx, plan, row)
  made.set(row.parentKey, parentId)
  return writeRow(ctx, plan.calls, { ...row, values: { ...row.values, [parent]: parentId } })
}

async function makeParent(
  ctx: Context,
  plan: WritingPlan,
  { key, made }: { readonly key: string; readonly made: Rehearsed['made'] },
): Promise<string | null> {
  const staged = await rowOfKey(ctx.db, plan.taskId, key)
  if (!staged) return null
  const [row] = (await prepare(ctx, plan, [staged])).ready
  const end = row && (await rehearseRow(ctx, plan, { row, made }))
  return end?.id ?? null
}
