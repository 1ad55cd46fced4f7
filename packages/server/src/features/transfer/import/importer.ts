import type { Call, Import, ImportRowState } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Scope } from '../../../access/scope.ts'
import type { DB } from '../../../platform/schema.ts'

/** A column whose cells name records of another table, by what people know them by. */
export interface NamedBy {
  readonly field: string
  readonly to: keyof DB
  /** Whom the caller sees. */
  readonly scope: Scope
  /** Columns whose texts name a record, the surest first; compared without case. */
  readonly by: readonly string[]
}

/** A row whose cells are read by their columns. */
export interface TypedRow {
  readonly key: string
  /** What the cell of a column says; undefined: it is empty, or breaks a rule. */
  readonly valueOf: (field: string) => unknown
}

/** What the texts of a column are in a row, where a sheet program has a way of its own to write that. */
export type KindOf = (row: TypedRow, field: string) => 'date' | 'flag' | undefined

/** A broken rule of a row; `field` null: of the row as a whole. */
export interface RowFault {
  readonly field: string | null
  readonly message: string
}

/** A row whose cells were read and whose names were found. */
export interface ReadyRow {
  readonly number: number
  /** Folded text of the key's cell. */
  readonly key: string
  readonly values: Readonly<Record<string, unknown>>
  /** The record that the caller sees under this key; null: none. */
  readonly targetId: string | null
}

/** What a row has changed of its record: the members that are otherwise now, as they were and as they are. */
export interface RowChanges {
  /** What the record is called. */
  readonly name: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** What becomes of a row. */
export interface RowEnd {
  readonly number: number
  readonly state: Exclude<ImportRowState, 'READY'>
  readonly faults: readonly RowFault[]
  /** The record that was written. */
  readonly id?: string
  /** By which the action log finds the row where that is no record of its own: the terminal that it is about. */
  readonly targetId?: string
  /** For the action log; what the record is called stands in its changes, where it has some. */
  readonly changes?: RowChanges
  readonly name?: string
  /** What the result sheet tells the person besides, once. */
  readonly told?: string
}

/** Figures that a rehearsal carries from one batch to the next: places that its rows would take. */
export type Taken = Map<string, number>

/** The record whose parts the rows are; null where they are records themselves. */
export type Within = string | null

/** The sheet that rows are of. */
export interface Whole {
  readonly within: Within
  /** How many rows it has. */
  readonly rows: number
}

/** What rows are judged among. */
export interface Among extends Whole {
  readonly taken: Taken
}

/** Writes rows in a few statements, however many there are; ends the first of them at least, the others come again. */
export interface SetWriter {
  /** What would become of the rows; writes nothing. */
  readonly judge: (ctx: Context, rows: readonly ReadyRow[], among: Among) => Promise<RowEnd[]>
  /** Writes them in the caller's transaction. */
  readonly write: (ctx: Context, rows: readonly ReadyRow[], of: Whole) => Promise<RowEnd[]>
}

/** How the rows of a sheet become records of one list. */
export interface Importer {
  readonly page: Call
  readonly table: keyof DB
  readonly scope: Scope
  /** The column of the key as its index holds it: `lower(code)`. */
  readonly keyColumn: RawBuilder<string>
  /** The folded text of a key (small letters) as that column has it. */
  readonly keyOf: (folded: string) => string
  /** Which living records count as there; null: all of them. */
  readonly counted: RawBuilder<SqlBool> | null
  readonly named: readonly NamedBy[]
  /** The field that names a record of the same list, which may stand in the same file. */
  readonly parent?: string
  /** Without one each row goes through the list's own add and update. */
  readonly setWriter?: SetWriter
  /** Of columns of texts that are days or yes and no in some rows: in which. */
  readonly kindsIn?: (ctx: Context, rows: readonly TypedRow[], within: Within) => Promise<KindOf>
  /** Of a sheet of parts: refuses a record that the caller does not see, or that takes none. */
  readonly requireWithin?: (ctx: Context, id: string) => Promise<void>
  /** Of a sheet with columns that only their headings know: what they may name within a record. */
  readonly definedWithin?: (ctx: Context, id: string) => Promise<ReadonlySet<string>>
  /** Those of them that hold secrets: what their cells say is refused, and not kept until then either. */
  readonly secretAmong?: (
    ctx: Context,
    names: readonly string[],
    within: Within,
  ) => Promise<readonly string[]>
  /**
   * Those of such names that hold one for each record, by its folded key, where that is not all of them for all
   * records; of a record that is not answered all do.
   */
  readonly secretAt?: (
    ctx: Context,
    names: readonly string[],
    keys: readonly string[],
  ) => Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/** An importer with the calls that its list and its sheet have. */
export interface ImportedList extends Importer {
  readonly sheet: Import
}

/** A column whose texts are compared in small letters. */
export const inSmall = (column: string): RawBuilder<string> => sql`lower(${sql.ref(column)})`

/** Columns that people know most records by. */
export const codeOrName = ['code', 'name'] as const

/** Of most lists the key is the code, and every living record is there. */
export const byCode = {
  keyColumn: inSmall('code'),
  keyOf: (folded: string) => folded,
  counted: null,
} as const
