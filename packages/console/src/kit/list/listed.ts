import type { Call, spans } from '@muster/contract'
import type * as z from 'zod/mini'

/** What every row of a list has. */
export interface Row {
  readonly id: string
}

export interface PageReply<R> {
  readonly list: R[]
  readonly total: number
  readonly capped?: boolean | undefined
  readonly pageNum: number
  readonly pageSize: number
}

/** A call that answers a page of rows. */
export type PageCall<R, Q> = Call<{
  readonly query: z.ZodMiniType<Q, Record<string, unknown>>
  readonly reply: z.ZodMiniType<PageReply<R>>
}>

/** A group with a page of rows: what {@link useList} lists. */
export interface Listed<R, Q> {
  readonly page: PageCall<R, Q>
}

type Paging =
  | 'pageNum'
  | 'pageSize'
  | 'sortField'
  | 'sortOrder'
  | 'keyword'
  | keyof ReturnType<typeof spans>
  | 'more'

/** The names a list may be filtered by. */
export type FilterName<Q> = Exclude<keyof Q & string, Paging>

/** What a form edits: a record with the version that the optimistic lock compares. */
export interface Versioned extends Row {
  readonly version: number
}

/** A group whose records a form writes; `F` is what the form fills in. */
export interface Formed<R, F> {
  readonly add: Call<{ readonly body: z.ZodMiniType<unknown, F>; readonly reply: z.ZodMiniType }>
  readonly update: Call<{
    readonly body: z.ZodMiniType<unknown, F & { id: string; version: number }>
    readonly reply: z.ZodMiniType
  }>
  readonly detail: Call<{
    readonly params: z.ZodMiniType<unknown, { id: string }>
    readonly reply: z.ZodMiniType<R>
  }>
}

/** What a list begins with. */
export interface ListStart {
  /** Filters that always hold and are not in the address. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Filters that it begins with, which the user may take away. */
  readonly opensOn?: Readonly<Record<string, string>>
  /** What rows are to tell beside what they always do; it changes nothing about which they are. */
  readonly more?: string | undefined
  /** Values for the placeholders of the call's path. */
  readonly params?: Readonly<Record<string, string>>
}
