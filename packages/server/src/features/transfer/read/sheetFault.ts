import type { TextKey } from '@muster/contract'

/** A file cannot be read as a sheet at all; the key tells the person why. */
export class SheetFault extends Error {
  readonly key: TextKey
  readonly params: Readonly<Record<string, string | number>>

  constructor(key: TextKey, params: Readonly<Record<string, string | number>> = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

/**
 * Why a cell may not be what the person sees or meant: a day, a number whose last digits the sheet
 * has lost, a number that the sheet shows otherwise than it keeps it, a formula that was never worked
 * out, one that failed, or a cell that another one covers, in which its value stands.
 */
export const cellDoubts = ['date', 'digits', 'format', 'formula', 'error', 'merged'] as const
export type CellDoubt = (typeof cellDoubts)[number]

/** Rows of a sheet (ECMA-376). */
export const mostRows = 1_048_576

/** A row as it lies in the file, counted from 1; cells that are not there are empty. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly string[]
  /** A quote is not closed where its cell ends: other rows may stand in this one. */
  readonly isTorn?: boolean | undefined
  /** Doubtful cells by their place. */
  readonly doubts?: Readonly<Record<string, CellDoubt>> | undefined
}
