import type { ListLook } from '@muster/contract'

interface Arrangeable {
  readonly id: string
  readonly width?: number | undefined
}

/** Columns in a user's order, hidden ones included: what is newer than the order follows its neighbour. */
export function inOrder<C extends Arrangeable>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] {
  const placed = order.flatMap((id) => columns.filter((column) => column.id === id))
  columns.forEach((column, index) => {
    if (order.includes(column.id)) return
    const before = columns[index - 1]
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column)
  })
  return placed
}

/** Columns as a user has arranged them: their order, their widths, and without the hidden ones. */
export function arranged<C extends Arrangeable>(
  columns: readonly C[],
  look: ListLook | null,
): readonly C[] {
  if (!look) return columns
  const shown = inOrder(columns, look.order).filter(({ id }) => !look.hidden.includes(id))
  return (shown.length > 0 ? shown : columns).map((column) => {
    const width = look.widths[column.id]
    return width === undefined ? column : { ...column, width, isChosen: true }
  })
}
