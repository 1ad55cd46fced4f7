import { fileTasks } from '@muster/contract'
import { CallError } from '../callError.ts'
import { download } from './download.ts'

/** Saves a file of the download centre; a refusal has been shown when it comes back. */
export function takeFile(id: string): void {
  download(fileTasks.download, { params: { id } }).catch((error: unknown) => {
    // The call has told the user; whatever else went wrong is a bug.
    if (!(error instanceof CallError)) throw error
  })
}
