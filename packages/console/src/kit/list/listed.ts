import type { Call } from '@muster/contract'
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

type Paging = 'pageNum' | 'pageSize' | 'sortField' | 'sortOrder' | 'keyword'

/** The names a list may be filtered by. */
export type FilterName<Q> = Exclude<keyof Q & string, Paging>
