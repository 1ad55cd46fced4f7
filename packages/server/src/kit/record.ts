import type { ParsedOf, Recyclable, RowOf } from '@muster/contract'
import type { Insertable, Selectable } from 'kysely'
import type { DB, Json } from '../platform/schema.ts'

interface Recycled {
  readonly status: unknown
  readonly version: unknown
  readonly deletedAt: unknown
}

/** A table of records, which has a view `<table>_row` with the joined columns that a list shows. */
export type RecordTable = {
  [T in keyof DB]: DB[T] extends Recycled ? (`${T}Row` extends keyof DB ? T : never) : never
}[keyof DB]

/** What every record has. */
export type Stored = {
  readonly id: string
  readonly status: number
  readonly version: number
  readonly updatedBy: string | null
}

type ViewOf<T extends RecordTable> = `${T}Row` extends infer V extends keyof DB ? DB[V] : never

/** Who changed a record is named in its rows (kit/page.ts). */
type Editor = 'updatedBy' | 'deletedBy'

/** A record as its view shows it: the view does not know which of its columns are never null, the table does. */
export type StoredRow<T extends RecordTable> = Stored & {
  readonly [K in keyof ViewOf<T>]: K extends Editor
    ? string | null
    : K extends keyof Selectable<DB[T]>
      ? Selectable<DB[T]>[K]
      : ViewOf<T>[K]
}

/** What a new record of a table is made of. */
export type NewRecord<T extends RecordTable> = Readonly<Insertable<DB[T]>>

/** What is changed of a record whose version the editor has seen. */
export type Changes<N> = Partial<N> & { readonly id: string; readonly version: number }

/** What a column holds for a value: of a choice a text, of a flag a boolean. */
type Held<V> = V extends string
  ? string
  : V extends number
    ? number
    : V extends boolean
      ? boolean
      : V extends readonly (infer E)[]
        ? readonly Held<E>[]
        : V

/** Members of a row that no column has, or one of another type; what a row may lack needs none. */
type Unshown<S, R> = {
  [K in keyof S]-?: K extends keyof R
    ? [NonNullable<Json>] extends [NonNullable<R[K]>]
      ? never
      : [NonNullable<R[K]>] extends [Held<NonNullable<S[K]>>]
        ? never
        : K
    : undefined extends S[K]
      ? never
      : K
}[keyof S]

/** Members of a form that no column takes. */
type Unwritten<F, N> = {
  [K in keyof F]: K extends keyof N ? ([F[K]] extends [N[K]] ? never : K) : K
}[keyof F]

type Calls = Pick<Recyclable, 'page' | 'add'>
type FormOf<G extends Calls> = ParsedOf<G['add']>['body']

/** Nothing where the records of calls fit the rows and the values of a bin; else what does not fit. */
export type Fitting<G extends Calls, R, N> = [
  Unshown<RowOf<G>, R> | Unwritten<FormOf<G>, N>,
] extends [never]
  ? unknown
  : { readonly 'no fitting column for': Unshown<RowOf<G>, R> | Unwritten<FormOf<G>, N> }
