import type { List } from '../list/useList.ts'
import type { Row } from '../list/listed.ts'
import type { Columns } from '../list/columns.tsx'
import { readerZone } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'

/** The query of an export: what the list shows, without its paging, the columns with their headings and words, and the zone of their moments. */
export function exportQuery<R extends Row>(
  { sought, state: { sort } }: Pick<List<R>, 'sought' | 'state'>,
  columns: Columns<R>,
  format: 'csv' | 'xlsx',
): Readonly<Record<string, string>> {
  const inFile = columns.flatMap((column) => column.file ?? [column])
  const named = inFile.map(({ key, title, words }) => [key, t(title), ...(words ? [words] : [])])
  return {
    ...sought,
    ...(sort && { sortField: sort.field, sortOrder: sort.order }),
    format,
    columns: JSON.stringify(named),
    timeZone: readerZone(),
  }
}
