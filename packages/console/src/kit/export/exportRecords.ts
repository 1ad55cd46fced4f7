import { type Call, exportOf } from '@muster/contract'
import { CallError } from '../callError.ts'
import { download } from '../download/download.ts'

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
