import * as z from 'zod/mini'
import { moment, queryNumber } from './fields.ts'
import { once } from './once.ts'

const maxPageSize = 100

/** How far a filtered count goes before it stops. */
export const countCap = 10_000

const paging = once(() => ({
  pageNum: z._default(queryNumber().check(z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: z._default(queryNumber().check(z.minimum(1), z.maximum(maxPageSize)), 20),
  sortField: z.optional(z.string().check(z.maxLength(64))),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  /** Free words, matched against the columns that the feature names. */
  keyword: z.optional(z.string().check(z.maxLength(128))),
}))

/** What the states of a list's rows are counted by: all that its page is asked for but the state itself. */
export const stateCountQuery = <F extends z.core.$ZodShape>(filter: z.ZodMiniObject<F>) => {
  const { state: _, ...others } = filter.shape
  return z.strictObject({ ...others, keyword: paging().keyword })
}

/** How many rows of a list are in each of these states; one more than {@link countCap}: at least so many. */
export const stateCounts = <S extends string>(states: readonly S[]) =>
  z.record(z.enum(states), z.int())

/** When a record was made or last changed: from, and before. */
export const spans = once(() => ({
  createdFrom: z.optional(moment()),
  createdTo: z.optional(moment()),
  updatedFrom: z.optional(moment()),
  updatedTo: z.optional(moment()),
}))

/** Members of a page query that are no columns; `total` and `after` are what a walk over all pages knows already, `columns` what it
 * is for. */
export const notColumns = once(
  (): ReadonlySet<string> =>
    new Set([...Object.keys(paging()), ...Object.keys(spans()), 'total', 'after', 'columns']),
)

/** Query of a page call: paging, sorting, keyword and the feature's own filter. */
export const pageQuery = <F extends z.core.$ZodShape>(filter: z.ZodMiniObject<F>) =>
  z.strictObject({ ...paging(), ...filter.shape })

/**
 * A page of rows. `total` is exact unless `capped` is true: then at least `total` rows match
 * (a filtered count stops at {@link countCap}, so that no page view counts a large table).
 */
export const pageOf = <R extends z.ZodMiniType>(row: R) =>
  z.object({
    list: z.array(row),
    total: z.number(),
    capped: z.optional(z.boolean()),
    pageNum: z.number(),
    pageSize: z.number(),
  })
