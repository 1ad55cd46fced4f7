import type { ListLook, ListViewState } from '@muster/contract'
import { inOrder } from '../../../ui/table/arranged.ts'
import type { ListState } from '../../../ui/table/listState.ts'

/** The columns as they are shipped. */
export const shippedLook: ListLook = { order: [], hidden: [], widths: {}, density: 'normal' }

/** What a list shows now, as a view keeps it. */
export const viewStateOf = (
  { filter, keyword, sort, pageSize }: Omit<ListState, 'page'>,
  look: ListLook | null,
): ListViewState => ({ filter, keyword, sort, pageSize, look: look ?? shippedLook })

/** Whether two views show the same. */
export const isSame = (one: ListViewState, other: ListViewState): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

/** A look with one of the shown columns before another one, or as the last of them; none comes before the first. */
export function withOrder(
  look: ListLook | null,
  ids: readonly string[],
  { column, before }: { readonly column: string; readonly before: string | null },
): ListLook {
  const shown = inOrder(
    ids.map((id) => ({ id })),
    look?.order ?? [],
  )
  const others = shown.map(({ id }) => id).filter((id) => id !== column)
  const at = before === null ? others.length : others.indexOf(before)
  return { ...(look ?? shippedLook), order: others.toSpliced(at, 0, column) }
}

/** A look with one column wider or narrower; null: as wide as it is shipped. */
export function withWidth(look: ListLook | null, column: string, width: number | null): ListLook {
  const { widths, ...others } = look ?? shippedLook
  const { [column]: _, ...rest } = widths
  return { ...others, widths: width === null ? rest : { ...rest, [column]: width } }
}
