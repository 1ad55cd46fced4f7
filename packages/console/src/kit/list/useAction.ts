import type { Call, CallGroup, InputOf, ReplyOf } from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../call.ts'
import { CallError } from '../callError.ts'
import { notify } from '../notify.ts'
import { t } from '../texts.ts'
import { sharedPath } from './sharedPath.ts'

/**
 * Makes the calls that change a group's records: what shows them is read again afterwards.
 * Rejects as `call` does.
 */
export function useSend(group: CallGroup) {
  const queries = useQueryClient()
  const path = sharedPath(group)
  return async <C extends Call>(c: C, input: InputOf<C>): Promise<ReplyOf<C>> => {
    try {
      return await call(c, input)
    } finally {
      // Also after a failure: a conflict means that the records shown are old.
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path),
      })
    }
  }
}

/**
 * Makes a changing call from a button: says "Done" when it succeeded. Answers null when it was
 * refused; `call` has shown why.
 */
export function useAction(group: CallGroup) {
  const send = useSend(group)
  return async <C extends Call>(
    c: C,
    input: InputOf<C>,
  ): Promise<{ readonly reply: ReplyOf<C> } | null> => {
    try {
      const reply = await send(c, input)
      notify.success(t('kit.done'))
      return { reply }
    } catch (error) {
      if (error instanceof CallError) return null
      throw error
    }
  }
}
