import type { Call, CallGroup, InputOf, ReplyOf } from '@muster/contract'
import { fieldProblems } from '../callError.ts'
import { outcomeOf, useSend } from '../useAction.ts'

interface Saved<C extends Call> {
  readonly reply: ReplyOf<C>
}

interface Form {
  readonly setErrors: (errors: Record<string, string>) => void
}

/**
 * Sends what a small form holds; what the server refuses of it stands beside the fields. Answers null
 * then.
 */
export function useSave(group: CallGroup, form: Form) {
  const send = useSend(group)
  return async <C extends Call>(call: C, input: InputOf<C>): Promise<Saved<C> | null> => {
    const outcome = await outcomeOf(send(call, input))
    if (!('error' in outcome)) return outcome
    const problems = fieldProblems(outcome.error).map(({ field, message }): [string, string] => [
      field,
      message,
    ])
    form.setErrors(Object.fromEntries(problems))
    return null
  }
}
