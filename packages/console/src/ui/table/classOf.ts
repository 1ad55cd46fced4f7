import type { TableColumn } from './columns.ts'
import classes from './table.module.css'

/** The first column says what the row is: it stays in sight at the start, the buttons at the end. */
export function classOf(column: Pick<TableColumn<never>, 'isSticky'>, place: number) {
  if (column.isSticky) return classes.sticky
  return place === 0 ? classes.pinned : undefined
}
