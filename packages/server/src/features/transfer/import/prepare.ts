import type { ImportAim, ImportColumn } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
import { valueOf } from './cellValue.ts'
import type {
  ImportedList,
  KindOf,
  ReadyRow,
  RowEnd,
  RowFault,
  TypedRow,
  Within,
} from './importer.ts'
import { openMark } from './headings.ts'
import { findNamed, type Found } from './names.queries.ts'
import { doubtOf, doubtOfRow, fieldOfDoubt, refusedDoubt } from './doubts.ts'
import { zoneOf } from './stage.ts'
import { firstOfTwins, type StagedRow } from './staging.queries.ts'

/** What a run is about. */
export interface RunPlan {
  readonly taskId: string
  readonly list: ImportedList
  readonly aim: ImportAim
  readonly within: Within
}

/** A row that may be written; `parentKey` when its parent is still to come out of the same file. */
export interface PreparedRow extends ReadyRow {
  readonly parentKey: string | null
}

export interface Prepared {
  readonly ready: readonly PreparedRow[]
  readonly refused: readonly RowEnd[]
}

interface Draft {
  readonly row: StagedRow
  readonly values: Map<string, unknown>
  readonly faults: RowFault[]
}

/** Reads cells, finds what they name and the records they are about: some queries for all rows. */
export async function prepare(
  ctx: Context,
  plan: RunPlan,
  rows: readonly StagedRow[],
): Promise<Prepared> {
  const typed = rows.map((row) => typedRow(plan, row))
  const kindOf = await plan.list.kindsIn?.(ctx, typed, plan.within)
  const drafts = typed.map((row) => draftOf(ctx, plan, { ...row, kindOf }))
  await refuseTwins(ctx, plan, drafts)
  for (const named of plan.list.named) {
    const found = await findNamed(ctx, named, textsOf(drafts, named.field))
    for (const draft of drafts)
      putFound(ctx, draft, { named, found, isParent: named.field === plan.list.parent })
  }
  const targets = await findTargets(ctx, plan, drafts)
  const ready: PreparedRow[] = []
  const refused: RowEnd[] = []
  for (const draft of drafts) {
    const { row, values, faults } = draft
    const [targetId = null, another] = targets.get(row.key) ?? []
    judgeAim(ctx, plan, { draft, targetId })
    // A package may be that of two organisations beside each other: which one is meant, the row does not say.
    if (another !== undefined)
      faults.push({
        field: plan.list.sheet.key,
        message: translate(ctx.language, 'import.severalOfKey'),
      })
    // The record that a row names keeps its key as it is written there.
    if (targetId !== null) values.delete(plan.list.sheet.key)
    if (faults.length > 0) refused.push({ number: row.number, state: 'REFUSED', faults })
    else ready.push({ ...pick(row, plan, values), values: Object.fromEntries(values), targetId })
  }
  return { ready, refused }
}

const pick = (
  { number, key, parentKey }: StagedRow,
  { list }: RunPlan,
  values: ReadonlyMap<string, unknown>,
) => ({ number, key, parentKey: list.parent && !values.has(list.parent) ? parentKey : null })

interface Reading extends TypedRow {
  readonly row: StagedRow
  readonly kindOf?: KindOf | undefined
}

function typedRow({ list }: RunPlan, row: StagedRow): Reading {
  const valueOfField = (field: string) => {
    const column = list.sheet.columns.find((one) => one.field === field)
    const read = column && row.cells[field] && valueOf(column, row.cells[field])
    return read && 'value' in read ? read.value : undefined
  }
  return { row, key: row.key, valueOf: valueOfField }
}

function draftOf(ctx: Context, { list }: RunPlan, of: Reading): Draft {
  const { row } = of
  const values = new Map<string, unknown>()
  const faults: RowFault[] = []
  const isBad = refusedDoubt({ kind: 'text' }, row.cells[doubtOfRow])
  if (isBad) faults.push({ field: null, message: translate(ctx.language, isBad) })
  for (const column of list.sheet.columns) {
    const { field } = column
    const { text, doubt } = cellOf(of, column)
    if (doubt) faults.push({ field, message: translate(ctx.language, doubt) })
    if (doubt || !text.trim()) continue
    const read = valueOf(column, text, row.cells[zoneOf(field)])
    if ('value' in read) values.set(field, read.value)
    else
      faults.push({
        field,
        message: translate(ctx.language, read.problem.key, read.problem.params),
      })
  }
  if (list.sheet.open) readOpen(ctx, of, { values, faults })
  if (row.depth < 0 && list.parent)
    faults.push({ field: list.parent, message: translate(ctx.language, 'rule.circle') })
  if (!row.key) faults.push(required(ctx, list.sheet.key))
  return { row, values, faults }
}

/** The text of a cell, and why it may not be what was meant; what a sheet program makes of days, yes and no is. */
function cellOf(of: Reading, { field, kind }: Pick<ImportColumn, 'field' | 'kind'>) {
  const { cells } = of.row
  const text = cells[field] ?? ''
  const is = kind === 'text' ? of.kindOf?.(of, field) : undefined
  const doubt = refusedDoubt({ kind: is === 'date' ? 'date' : kind }, cells[doubtOf(field)])
  return { doubt, text: is === 'flag' ? flagText(text) : text }
}

/** Sheet programs make `TRUE` of what is typed as `true`. */
const flagText = (text: string): string =>
  /^\s*(true|false)\s*$/i.test(text) ? text.trim().toLowerCase() : text

/** Cells of columns that only their headings know: texts, whose rules the list's own writer has. */
function readOpen(ctx: Context, of: Reading, { values, faults }: Omit<Draft, 'row'>) {
  // A cell may hold nothing but a doubt: a formula without a value.
  const names = Object.keys(of.row.cells).map((name) => fieldOfDoubt(name) ?? name)
  for (const field of new Set(names)) {
    if (!field.startsWith(openMark)) continue
    const { text, doubt } = cellOf(of, { field, kind: 'text' })
    if (doubt) faults.push({ field, message: translate(ctx.language, doubt) })
    else values.set(field, text)
  }
}

const required = (ctx: Context, field: string): RowFault => ({
  field,
  message: translate(ctx.language, 'rule.required'),
})

async function refuseTwins(ctx: Context, { taskId, list }: RunPlan, drafts: readonly Draft[]) {
  const keys = drafts.map(({ row }) => row.key).filter(Boolean)
  const firsts = await firstOfTwins(ctx.db, taskId, keys)
  for (const { row, faults } of drafts) {
    const first = firsts.get(row.key)
    if (first === undefined || first === row.number) continue
    const message = translate(ctx.language, 'import.twice', { row: first })
    faults.push({ field: list.sheet.key, message })
  }
}

const asTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')

const textsOf = (drafts: readonly Draft[], field: string): string[] => [
  ...new Set(drafts.flatMap(({ values }) => asTexts(values.get(field)))),
]

interface Lookup {
  readonly named: { readonly field: string }
  readonly found: (text: string) => Found
  readonly isParent: boolean
}

/** Puts ids in the place of names. A parent that only the file has stays out: it is still to be written. */
function putFound(
  ctx: Context,
  { row, values, faults }: Draft,
  { named, found, isParent }: Lookup,
) {
  const { field } = named
  const value = values.get(field)
  if (value === undefined) return
  const ids: string[] = []
  for (const text of asTexts(value)) {
    const one = found(text)
    if ('id' in one) ids.push(one.id)
    else if (isParent && row.depth !== 0 && one.fault === 'rule.unknownRecord') values.delete(field)
    else faults.push({ field, message: translate(ctx.language, one.fault) })
  }
  if (values.has(field)) values.set(field, Array.isArray(value) ? ids : ids[0])
}

/** The records of the list that the caller sees under the keys of rows. */
async function findTargets(ctx: Context, { list }: RunPlan, drafts: readonly Draft[]) {
  const keys = [...new Set(drafts.map(({ row }) => row.key))]
  const { rows } = await sql<{ id: string; key: string }>`select id, lower(${list.keyColumn}) as key
    from ${sql.table(list.table)} as row where deleted_at is null and ${list.counted ?? sql`true`}
      and ${list.keyColumn} = any(${keys.map(list.keyOf)}::text[])
      and ${list.scope.rows(ctx.principal)}`.execute(ctx.db)
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ id }) => id)]))
}

interface Aimed {
  readonly draft: Draft
  readonly targetId: string | null
}

/** A row must be about what the person meant to touch; a new record needs all its fields. */
function judgeAim(ctx: Context, { list, aim }: RunPlan, { draft, targetId }: Aimed): void {
  const { row, values, faults } = draft
  const { key } = list.sheet
  if (aim === 'new' && targetId !== null)
    faults.push({ field: key, message: translate(ctx.language, 'rule.taken') })
  if (aim === 'existing' && targetId === null && row.key)
    faults.push({ field: key, message: translate(ctx.language, 'rule.unknownRecord') })
  if (targetId !== null || aim === 'existing') return
  const known = new Set(faults.map(({ field }) => field))
  for (const { field, isRequired } of list.sheet.columns)
    if (isRequired && !values.has(field) && !known.has(field)) faults.push(required(ctx, field))
}
