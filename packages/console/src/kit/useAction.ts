import type { Call, CallGroup, InputOf, ReplyOf } from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'
import { CallError, fieldProblems } from './callError.ts'
import { notify, show } from './notify.ts'
import { recounted } from './recounted.ts'
import { t } from '../platform/texts.ts'
import { isBelow, sharedPath } from './sharedPath.ts'

/**
 * Makes the calls that change a group's records: what shows them is read again afterwards. What
 * is made anew gets a key, so that a lost answer makes nothing twice. Where it is about more or fewer
 * records by now than its input says, the user is asked again. Rejects as `call` does.
 */
export function useSend(group: CallGroup) {
  const queries = useQueryClient()
  const path = sharedPath(group)
  const make = <C extends Call>(c: C, input: InputOf<C>): Promise<ReplyOf<C>> =>
    // Also after a failure: a conflict means that the records shown are old.
    call(c, input, c.method === 'POST' ? { idempotencyKey: makeKey() } : {}).finally(() => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isBelow(queryKey, path) })
    })
  const send = <C extends Call>(c: C, input: InputOf<C>): Promise<ReplyOf<C>> =>
    make(c, input).catch(async (error: unknown) => send(c, await recounted(error, input)))
  return send
}

export type Send = ReturnType<typeof useSend>

/** Not `randomUUID`, which plain HTTP does not have. */
const makeKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Makes a changing call from a button: says what was done when it succeeded, or "Done". Answers null when it was
 * refused; `call` has shown why, and what is wrong with which value is said here: a button has no fields.
 */
export function useAction(group: CallGroup) {
  const send = useSend(group)
  return async <C extends Call>(
    c: C,
    input: InputOf<C>,
    said?: (reply: ReplyOf<C>) => string,
  ): Promise<Reply<C> | null> => {
    const outcome = await outcomeOf(send(c, input))
    if ('error' in outcome) {
      tellProblems(outcome.error)
      return null
    }
    notify.success(said ? said(outcome.reply) : t('kit.done'))
    return outcome
  }
}

/** What is wrong with each value, in place of the sentence that some are. */
function tellProblems(error: CallError): void {
  const problems = new Set(fieldProblems(error).map(({ message }) => message))
  if (problems.size === 0) return
  const cause = `error ${error.message}`
  show({ kind: 'error', text: [...problems].join(' '), cause, isNext: true })
}

interface Reply<C extends Call> {
  readonly reply: ReplyOf<C>
}

/** A refusal as a value; whatever else went wrong is a bug and thrown on. */
export async function outcomeOf<T>(
  sent: Promise<T>,
): Promise<{ readonly reply: T } | { readonly error: CallError }> {
  try {
    return { reply: await sent }
  } catch (error) {
    if (error instanceof CallError) return { error }
    throw error
  }
}
