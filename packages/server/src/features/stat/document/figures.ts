import type { TextKey } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import type { Words } from './words.ts'

export type Figure = string | number | null

/** Some figures of a page, as a table. */
export interface FigureTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Figure[])[]
  /** When they were counted; none: as they are read. */
  readonly countedAt?: string | null | undefined
  /**
   * How they are drawn beside the table: BARS: the numbers of the second column; LINES: the columns
   * of these numbers over the rows.
   */
  readonly chart?: 'BARS' | { readonly lines: readonly number[] }
}

/** A page of figures that can be sent: what the console shows of it in blocks. */
export interface FigurePage<Q> {
  readonly title: TextKey
  /** What its files are named by. */
  readonly name: string
  /** So many days up to today it is about where nobody names others. */
  readonly usualDays?: number
  readonly tables: (ctx: Context, query: Q, words: Words) => Promise<readonly FigureTable[]>
}

/** A document that is read by somebody: what it is about, and its tables. */
export interface Figures {
  readonly title: string
  /** When it was made, in the reader's zone, and what it is cut to: a line each. */
  readonly facts: readonly string[]
  readonly tables: readonly FigureTable[]
}
