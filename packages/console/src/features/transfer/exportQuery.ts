import type { Columns } from '../../kit/parts/columns.tsx'
import { t } from '../../platform/texts.ts'
import { type ListState, pageQueryOf } from '../../ui/table/listState.ts'

/** The query of an export: what the list shows, without its paging, and the columns with their headings. */
export function exportQuery<R>(
  state: ListState,
  columns: Columns<R>,
  format: 'csv' | 'xlsx',
): Readonly<Record<string, string>> {
  const { pageNum: _, pageSize: __, ...query } = pageQueryOf(state)
  const named = columns.map(({ key, title }) => [key, t(title)])
  return { ...query, format, columns: JSON.stringify(named) }
}
