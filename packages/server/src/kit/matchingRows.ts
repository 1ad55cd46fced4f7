import { type Call, notColumns, textFilters } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { spansOf } from '../platform/spans.ts'
import type { Context } from './context.ts'
import { type Condition, contains, equals, isWithin, type Row } from './page.ts'
import { keywordOf } from './pickerRows.ts'

/** How the rows of a list are looked for. */
export interface Searched {
  /** Columns that a keyword is looked for in; the first two name a record in pickers. */
  readonly search: readonly [name: string, ...others: string[]]
  /** How a page is searched for a keyword, where it is not by looking into those columns row by row. */
  readonly words?: (ctx: Context, word: string) => Promise<Condition>
  /** Whose rows a caller sees, where what the scope says of a view of many tables reads all of them first. */
  readonly seen?: (ctx: Context, scope: Scope) => Promise<Condition>
  /** Filters that ask for more than a column of their name. */
  readonly filters?: Readonly<Record<string, (value: unknown, ctx: Context) => Condition>>
}

/** Rows that are not in the recycle bin, and those that are. */
export const alive = sql<SqlBool>`deleted_at is null`
export const inBin = sql<SqlBool>`deleted_at is not null`

/** What of the records the caller sees and a query asks for. */
export function matchingIn(
  calls: { readonly page: Call },
  bin: { readonly scope: Scope },
  options: Searched,
) {
  const texts = textFilters(calls.page)
  return async (ctx: Context, query: Row): Promise<Condition[]> => [
    (await options.seen?.(ctx, bin.scope)) ?? bin.scope.rows(ctx.principal),
    ...filtersOf(query, texts, (key, value) => options.filters?.[key]?.(value, ctx)),
    ...spansOf(query),
    ...(await wordsOf(ctx, query, options)),
  ]
}

async function wordsOf(ctx: Context, query: Row, { search, words }: Searched) {
  const { keyword } = query
  if (words === undefined || typeof keyword !== 'string') return keywordOf(query, search)
  return keyword.trim() ? [await words(ctx, keyword.trim())] : []
}

type Own = (key: string, value: unknown) => Condition | undefined

/**
 * Each filter member is a column of the same name: text matches when contained, an organisation with
 * those below it, the rest when equal.
 */
function filtersOf(query: Row, texts: ReadonlySet<string>, own: Own): Condition[] {
  return Object.entries(query)
    .filter(([key, value]) => !notColumns().has(key) && value !== undefined && value !== '')
    .map(([key, value]) => {
      const asked = own(key, value)
      if (asked) return asked
      if (key === 'orgId') return isWithin(String(value))
      return texts.has(key) ? contains(key, String(value)) : equals(key, value)
    })
}
