import type { Call, CallGroup, InputOf } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { fieldProblems } from '../callError.ts'
import { notify } from '../notify.ts'
import { outcomeOf, useSend } from '../useAction.ts'
import type { About } from './useDraft.ts'
import { type FilledCall, useFields } from './useFields.ts'
import { useSubmit } from './useSubmit.ts'

interface Sending<F, C extends Call> {
  /** The group of the call: what shows its records is read again. */
  readonly of: CallGroup
  readonly call: C & FilledCall<F>
  /** What the body begins with. */
  readonly start?: Readonly<Record<string, unknown>>
  /** The record that it is about: what was typed about another is put back there alone. */
  readonly about?: About | undefined
  /** The whole input around a body. */
  readonly input: (body: F) => InputOf<C>
  readonly done: () => void
  /** What was done, with the name of what it was done to; without it: "Done". */
  readonly said?: (body: F) => string
}

/** A form that makes one call about a record: what the server refuses is said at its field, and nothing typed is lost. */
export function useCallForm<F, C extends Call>(sending: Sending<F, C>) {
  const { of, call, start = {}, about, input, done, said } = sending
  const form = useFields<F>(call, start, about)
  const send = useSend(of)
  const { submit, isSending } = useSubmit(async () => {
    const body = form.read()
    if (!body) return
    const outcome = await outcomeOf(send<C>(call, input(body)))
    if ('reply' in outcome) {
      form.resetDirty()
      notify.success(said ? said(body) : t('kit.done'))
      done()
      return
    }
    const problems = fieldProblems(outcome.error)
    form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
  })
  return { field: form.field, submit, isSending }
}
