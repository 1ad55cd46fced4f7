import { type Call, exportOf } from '@muster/contract'
import { CallError } from '../callError.ts'
import { download } from '../download/download.ts'
import type { Columns } from '../list/columns.tsx'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'
import { arranged } from '../../ui/table/arranged.ts'
import { exportQuery } from './exportQuery.ts'

interface Shown<R extends Row> {
  readonly list: List<R>
  readonly columns: Columns<R>
  /** How the user has arranged them. */
  readonly look: Parameters<typeof arranged>[1]
}

/** What a file of a list is asked with: what it is filtered to, and the columns that the user has left, in his order. */
export const wishOf = <R extends Row>(
  { list, columns, look }: Shown<R>,
  format: 'csv' | 'xlsx',
): Readonly<Record<string, string>> => {
  const named = columns.map((column) => ({ ...column, id: column.key }))
  return exportQuery(list, arranged(named, look), format)
}

/** Fetches a list as a file. What the server refuses, the call has told the user. */
export async function exportRecords(
  page: Call,
  query: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await download(exportOf(page), { query })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
