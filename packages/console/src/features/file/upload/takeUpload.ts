import { fillPath, session, uploads } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { CallError } from '../../../kit/callError.ts'
import { saveFrom } from '../../../platform/answers.ts'

/** Has the browser save a stored file while it comes; a refusal has been shown when it comes back. */
export function takeUpload(id: string): void {
  const path = fillPath(uploads.download.path, { id })
  call(session.ticket, { body: { path } })
    .then(({ ticket }) => saveFrom(`${path}?${new URLSearchParams({ ticket })}`))
    .catch((error: unknown) => {
      // The call has told the user; whatever else went wrong is a bug.
      if (!(error instanceof CallError)) throw error
    })
}
