import type { List } from '../../kit/list/useList.ts'
import type { Row } from '../../kit/list/listed.ts'
import type { Columns } from '../../kit/parts/columns.tsx'
import { t } from '../../platform/texts.ts'

/** The query of an export: what the list shows, without its paging, and the columns with their headings. */
export function exportQuery<R extends Row>(
  { sought, state: { sort } }: Pick<List<R>, 'sought' | 'state'>,
  columns: Columns<R>,
  format: 'csv' | 'xlsx',
): Readonly<Record<string, string>> {
  const named = columns.map(({ key, title }) => [key, t(title)])
  return {
    ...sought,
    ...(sort && { sortField: sort.field, sortOrder: sort.order }),
    format,
    columns: JSON.stringify(named),
  }
}
