import { exportOf } from '@muster/contract'
import { CallError } from '../callError.ts'
import { download } from '../download/download.ts'
import { type Columns, isExtraHere } from '../list/columns.tsx'
import { isWindowWide } from '../list/wideWindow.ts'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'
import { arranged } from '../../ui/table/arranged.ts'
import { exportQuery } from './exportQuery.ts'
import type { SentList } from './ReportDialog.tsx'

interface Shown<R extends Row> {
  readonly list: List<R>
  readonly columns: Columns<R>
  /** How the user has arranged them. */
  readonly look: Parameters<typeof arranged>[1]
}

/** What a file of a list is asked with: what it is filtered to, and the columns that the user has left, in his order. */
const wishOf = <R extends Row>(
  { list, columns, look }: Shown<R>,
  format: 'csv' | 'xlsx',
): Readonly<Record<string, string>> => {
  const named = columns.map((column) => ({
    ...column,
    id: column.key,
    isExtra: isExtraHere(column, isWindowWide()),
  }))
  return exportQuery(list, arranged(named, look), format)
}

/** A list as it is sent again and again, under a name to begin with. */
export const sentList = <R extends Row>(shown: Shown<R>, name: string): SentList => ({
  path: shown.list.call.path,
  wish: wishOf(shown, 'xlsx'),
  formats: ['xlsx', 'csv'],
  name,
})

/** Fetches a list as a file. What the server refuses, the call has told the user. */
export async function exportRecords<R extends Row>(
  shown: Shown<R>,
  format: 'csv' | 'xlsx',
): Promise<void> {
  try {
    await download(exportOf(shown.list.call), { query: wishOf(shown, format) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
