import * as z from 'zod/mini'
import type { TextKey } from '../texts/index.ts'
import { type Call, download, get, post } from './call.ts'
import * as f from './fields.ts'
import { type CellRule, cellRuleOf } from './cellRule.ts'
import { importRight } from './listRights.ts'
import { once } from './once.ts'
import { sheetEncodings } from './sheetEncoding.ts'

/** Which records an import may touch: those that are not there yet, those that are, or both. */
export const importAims = ['new', 'existing', 'both'] as const
export type ImportAim = (typeof importAims)[number]

/** What becomes of the good rows of a file with bad ones: none is written, or all of them are. */
export const importFaultRules = ['stop', 'skip'] as const

/** `check` writes nothing and tells what `apply` would do. */
export const importModes = ['check', 'apply'] as const

/** How the row of an imported file ended; REFUSED carries what is wrong with it. */
export const importRowStates = ['READY', 'REFUSED', 'ADDED', 'CHANGED', 'SAME'] as const
export type ImportRowState = (typeof importRowStates)[number]

/** Where a file lands before an import reads it; a ticket proves who sends it. */
export const importUpload = { path: '/admin/file/v1/import', bytes: 32 * 1024 * 1024 } as const

const wish = once(() =>
  z.strictObject({
    /** The file that was sent for it, or an upload of the caller's for the use `sheet`. */
    fileId: f.id(),
    mode: z.enum(importModes),
    aim: z._default(z.enum(importAims), 'new'),
    onFault: z._default(z.enum(importFaultRules), 'stop'),
    encoding: z._default(z.enum(sheetEncodings), 'unicode'),
    /** Of a sheet whose rows are parts of a record: which record. */
    within: z.optional(f.id()),
    /** Of a sheet whose columns that record defines: others are not read; otherwise each row with a cell there is refused. */
    ignoreUndefined: z.optional(z.boolean()),
  }),
)
export type ImportWish = z.output<ReturnType<typeof wish>>

/** One broken rule of one row, in the words of the caller's language. */
const fault = once(() =>
  z.object({
    /** Number of the row in the file, its first line being 1. */
    row: z.int(),
    /** Heading of the column; null where the row as a whole is meant. */
    column: z.nullable(z.string()),
    /** What the cell holds. */
    value: z.string(),
    message: z.string(),
  }),
)
export type ImportFault = z.output<ReturnType<typeof fault>>

const result = once(() =>
  z.object({
    /** The background task, whose state tells whether these figures are final. */
    taskId: f.id(),
    mode: z.enum(importModes),
    rows: z.int(),
    added: z.int(),
    changed: z.int(),
    /** Rows that say what is there already. */
    same: z.int(),
    refused: z.int(),
    /** Headings that no field has: their columns are not read. */
    ignored: z.array(z.string()),
    /** The first hundred. */
    faults: z.array(fault()),
  }),
)
export type ImportResult = z.output<ReturnType<typeof result>>

const one = once(() => ({ params: z.strictObject({ id: f.id() }) }))
const sheetWish = once(() => ({
  query: z.strictObject({ format: z._default(z.enum(['csv', 'xlsx']), 'xlsx') }),
}))
const started = once(() => z.object({ taskId: f.id() }))

/** A column that an imported sheet may have. */
export interface ImportColumn extends CellRule {
  readonly field: string
  readonly label: TextKey
  /** What the text keys of its choices begin with: a cell may hold such a text as well. */
  readonly words: string | null
}

interface ImportedGroup {
  readonly page: Call
  readonly detail: Call
  readonly add: Call
  readonly update: Call
  readonly removeMany: Call
}

interface SheetShape<K extends string> {
  /** The field that tells which record a row is about. */
  readonly key: K
  /** The fields of the sheet in their order, and what stands above each. */
  readonly columns: Partial<Readonly<Record<K, TextKey>>>
  /** What the text keys of a field's choices begin with: `area.type`. */
  readonly words?: Partial<Readonly<Record<K, string>>>
}

/** Columns that only their headings know. */
export interface OpenColumns {
  /** What such a heading matches; its first group is what the cells are of. */
  readonly heading: RegExp
  /** How a sheet is made, in words. */
  readonly hint: TextKey
}

/** The import of one list: its calls and its columns. */
export interface Import {
  readonly of: ImportedGroup
  readonly key: string
  readonly columns: readonly ImportColumn[]
  /** Its rows become parts of one record, which is named when it starts. */
  readonly isWithin: boolean
  /** Whether headings that no column has are columns, too. */
  readonly open: OpenColumns | null
  readonly calls: ReturnType<typeof callsOf>
}

/** The calls of an import beside the list's `…/page`; `X_LIST` becomes `X_IMPORT`. */
function callsOf({ page: { path, permission }, add }: ImportedGroup) {
  const base = path.replace(/\/page$/, '/import')
  const right = importRight({ permission })
  return {
    /** An empty sheet with the headings, and what each column takes. */
    template: download(get(`${base}/template`, right, sheetWish)),
    /** Begins a check or an import in the background: code 202 and the task. */
    start: post(base, right, () => ({
      body: wish(),
      reply: started(),
      // What is dangerous for one is so for many.
      ...(add.schemas.proof && { proof: true }),
    })),
    /** What a check or an import of the caller's has come to. */
    result: get(`${base}/result/{id}`, right, () => ({ ...one(), reply: result() })),
  } as const
}

type FieldOf<G extends ImportedGroup> = keyof z.input<
  NonNullable<G['add']['schemas']['body']> & z.ZodMiniType
> &
  string

/** Columns of a sheet that no field of the form has; the list's own writer knows them. */
type Besides = Readonly<
  Record<string, { readonly label: TextKey; readonly schema: () => z.ZodMiniType }>
>

/** Makes the import of a list from the fields that its form writes, and from what a sheet says besides. */
export function sheetOf<G extends ImportedGroup>(
  of: G,
  shape: SheetShape<FieldOf<G>>,
  besides: Besides = {},
): Import {
  const members = Object.entries(besides)
  const labels = Object.fromEntries(members.map(([field, { label }]) => [field, label]))
  // Every add call's body is a strict object (core/recyclable.ts).
  const fields = () => ({
    ...(of.add.schemas.body as unknown as z.ZodMiniObject).shape,
    ...Object.fromEntries(members.map(([field, { schema }]) => [field, schema()])),
  })
  const columns = { ...shape.columns, ...labels }
  return made(of, fields, { ...shape, columns, isWithin: false, open: null })
}

/** Makes the import of the parts of a record, from the fields that one row has. */
export function partsSheetOf<R extends z.ZodMiniObject>(
  of: ImportedGroup,
  row: () => R,
  shape: SheetShape<keyof z.input<R> & string>,
): Import {
  return made(of, () => row().shape, { ...shape, isWithin: true, open: null })
}

/** Makes the import of values of records: a row each record, and a column each thing that its heading names. */
export function valuesSheetOf<R extends z.ZodMiniObject>(
  of: ImportedGroup,
  row: () => R,
  shape: ValuesShape<keyof z.input<R> & string>,
): Import {
  return made(of, () => row().shape, { isWithin: false, ...shape })
}

interface ValuesShape<K extends string> extends SheetShape<K> {
  readonly open: OpenColumns
  /** Whether a record is named when it starts, which says what the columns may be. */
  readonly isWithin?: boolean
}

interface WholeShape extends SheetShape<string> {
  readonly open: OpenColumns | null
  readonly isWithin: boolean
}

/** Its columns are read from the schemas when somebody asks: few who open a list import into it. */
function made(
  of: ImportedGroup,
  fields: () => z.ZodMiniObject['shape'],
  { key, open, isWithin, ...shape }: WholeShape,
): Import {
  const columns = once(() => columnsOf(fields(), shape))
  return {
    of,
    key,
    get columns() {
      return columns()
    },
    isWithin,
    open,
    calls: callsOf(of),
  }
}

function columnsOf(
  fields: z.ZodMiniObject['shape'],
  shape: Pick<SheetShape<string>, 'columns' | 'words'>,
): readonly ImportColumn[] {
  const words: Readonly<Record<string, string | undefined>> = shape.words ?? {}
  return Object.entries<TextKey | undefined>(shape.columns).flatMap(([field, label]) => {
    const schema = fields[field]
    // A shape's members are schemas of its own package.
    const rule = schema && cellRuleOf(schema as z.ZodMiniType)
    return label && rule ? [{ field, label, words: words[field] ?? null, ...rule }] : []
  })
}
