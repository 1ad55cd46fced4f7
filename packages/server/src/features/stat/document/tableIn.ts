import type { TableOf } from '@muster/contract'
import type { FigureTable } from './figures.ts'
import type { Words } from './words.ts'

/** The rows of a table that the contract knows, each after its name. */
export function tableIn<T>(
  { columns, cells }: TableOf<T>,
  rows: readonly (readonly [string, T])[],
  { t }: Words,
): Pick<FigureTable, 'columns' | 'rows'> {
  return {
    columns: columns.map((column) => t(column)),
    rows: rows.map(([name, row]) => [name, ...cells(row)]),
  }
}
