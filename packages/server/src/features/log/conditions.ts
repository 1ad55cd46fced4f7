import { sql } from 'kysely'
import { anyContains, beginsWith, type Condition, contains } from '../../kit/page.ts'

interface Wanted {
  readonly userName?: string | undefined
  readonly ip?: string | undefined
}

/** How a column begins, by bytes: what its index keeps in order. */
export const begins = (column: string, prefix: string): Condition =>
  beginsWith(sql`${sql.ref(column)} collate "C"`, prefix)

/** Who did it, and from where. */
export const byUser = ({ userName, ip }: Wanted): Condition[] => [
  ...(userName ? [contains('userName', userName)] : []),
  ...(ip ? [begins('ip', ip)] : []),
]

/** A word in any of the columns, where one is sought. */
export const keywordIn = (
  { keyword: text }: { keyword?: string | undefined },
  columns: readonly string[],
) => (text ? [anyContains(columns, text)] : [])

/** How it ended, where that was asked. */
export const resultIs = (
  result: 'done' | 'refused' | undefined,
  isGood: Condition,
  isBad: Condition,
) => (result === undefined ? [] : [result === 'done' ? isGood : isBad])

/** The names of what was changed; as the index of migration 0052a has them, to the letter. */
export const targetNames = sql`array_remove(array[
  after ->> 'name', after ->> 'sn', after ->> 'userName', after ->> 'code',
  before ->> 'name', before ->> 'sn', before ->> 'userName', before ->> 'code'], null)`
