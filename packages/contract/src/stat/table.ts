import type { TextKey } from '../texts/index.ts'

/** A table of figures, the same on a screen and in a document; what a row is about stands in its first column. */
export interface TableOf<T> {
  readonly columns: readonly TextKey[]
  /** After the first one. */
  readonly cells: (row: T) => readonly (number | null)[]
}
