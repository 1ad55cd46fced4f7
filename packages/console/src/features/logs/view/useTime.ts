import { call } from '../../../kit/call.ts'
import { CallError } from '../../../kit/callError.ts'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import type { ViewCalls } from './useLogLines.ts'

/** Goes to the first line that was written at a time or later, or says that there is none. */
export function useTime(of: ViewCalls, id: string, go: (line: number) => void) {
  return async (time: string): Promise<void> => {
    try {
      const { line } = await call(of.moment, { params: { id }, query: { time } })
      if (line === null) notify.warning(t('logView.noLineSoLate'))
      else go(line)
    } catch (error) {
      // The call has told the user.
      if (!(error instanceof CallError)) throw error
    }
  }
}
