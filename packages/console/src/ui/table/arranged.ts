import type { ListLook } from '@muster/contract'

interface Arrangeable {
  readonly id: string
  /** Shown to who asks for it. */
  readonly isExtra?: boolean | undefined
  readonly width?: number | undefined
}

/**
 * Columns in a user's order, hidden ones included: what is newer than the order follows its
 * neighbour. The first one says what the row is: it is pinned, and leads whatever the order says.
 */
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
  const [first] = columns
  return first ? [first, ...placed.filter((column) => column !== first)] : placed
}

/** Whether a column is shown: unless it is hidden, or, of an extra one, when somebody asked for it. */
export const isShown = ({ id, isExtra }: Arrangeable, look: ListLook | null): boolean =>
  isExtra ? (look?.shown ?? []).includes(id) : !look?.hidden.includes(id)

/** A look in which a column that is shown is not, or the other way round. */
export function turned(column: Arrangeable, look: ListLook): ListLook {
  const { id, isExtra } = column
  const { hidden, shown = [] } = look
  const without = (ids: readonly string[]) => ids.filter((one) => one !== id)
  const isOn = isShown(column, look)
  if (isExtra) return { ...look, shown: isOn ? without(shown) : [...shown, id] }
  return { ...look, hidden: isOn ? [...hidden, id] : without(hidden) }
}

/** Columns as a user has arranged them: their order, their widths, and without the hidden ones. */
export function arranged<C extends Arrangeable>(
  columns: readonly C[],
  look: ListLook | null,
): readonly C[] {
  const usual = columns.some(({ isExtra }) => isExtra)
    ? columns.filter(({ isExtra }) => !isExtra)
    : columns
  if (!look) return usual
  const shown = inOrder(columns, look.order).filter((column) => isShown(column, look))
  return (shown.length > 0 ? shown : usual).map((column) => {
    const width = look.widths[column.id]
    return width === undefined ? column : { ...column, width, isChosen: true }
  })
}
