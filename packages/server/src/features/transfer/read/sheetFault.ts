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

/** A row as it lies in the file, counted from 1; cells that are not there are empty. */
export interface SheetRow {
  readonly number: number
  readonly cells: readonly string[]
}
