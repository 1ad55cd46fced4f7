import type { Call, InputOf } from '@muster/contract'
import { platformUsers } from '@muster/contract'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { type FilledCall, useFields } from '../../../kit/form/useFields.ts'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'

interface Sending<F, C extends Call> {
  readonly call: C & FilledCall<F>
  /** What the body begins with. */
  readonly start: Readonly<Record<string, unknown>>
  /** The whole input around a body. */
  readonly input: (body: F) => InputOf<C>
  readonly done: () => void
}

/** A form about one request: what the server refuses is said at its field, and nothing typed is lost. */
export function usePlatformForm<F, C extends Call>({ call, start, input, done }: Sending<F, C>) {
  const form = useFields<F>(call, start)
  const send = useSend(platformUsers)
  const [isSending, setSending] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const body = form.read()
    if (!body) return
    setSending(true)
    const outcome = await outcomeOf(send<C>(call, input(body)).finally(() => setSending(false)))
    if ('reply' in outcome) {
      notify.success(t('kit.done'))
      done()
      return
    }
    const problems = fieldProblems(outcome.error)
    form.setErrors(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
  }
  return { field: form.field, submit: (event: SubmitEvent) => void submit(event), isSending }
}
