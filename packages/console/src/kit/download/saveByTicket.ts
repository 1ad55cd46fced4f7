import { session } from '@muster/contract'
import { call } from '../call.ts'
import { CallError } from '../callError.ts'
import { saveFrom } from '../../platform/answers.ts'

/** Has the browser save what a path answers, while it comes: it cannot sign, so it gets a ticket. */
export function saveByTicket(path: string, query: Readonly<Record<string, string>> = {}): void {
  call(session.ticket, { body: { path } })
    .then(({ ticket }) => saveFrom(`${path}?${new URLSearchParams({ ...query, ticket })}`))
    .catch((error: unknown) => {
      // The call has told the user; whatever else went wrong is a bug.
      if (!(error instanceof CallError)) throw error
    })
}
