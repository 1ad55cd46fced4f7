import { type FormEvent, useState } from 'react'
import { CallError } from '../../kit/callError.ts'
import { missingIn, type Problems, problemsOf, proofAskedBy, valuesOf } from './problems.ts'

export type FieldValues = Readonly<Record<string, string>>

interface State {
  readonly isBusy: boolean
  readonly problems: Problems
  /** The last refusal's code; null after a try that went well. */
  readonly refusal: number | null
  /** Proofs that an answer asked for, beside what the form shows anyway. */
  readonly asked: ReadonlySet<string>
  /** Rises with each try: a captcha is good for one. */
  readonly round: number
  /** Whether a captcha was solved before: the next ones this computer solves by itself. */
  readonly isProved: boolean
}

export interface AuthForm extends State {
  readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  /** Makes a call of the form; what it refuses stands beside the fields. Null then. */
  readonly attempt: <T>(call: () => Promise<T>, form: HTMLFormElement) => Promise<T | null>
}

const untouched: State = {
  isBusy: false,
  problems: {},
  refusal: null,
  asked: new Set(),
  round: 0,
  isProved: false,
}

/** A form before sign-in: checks that nothing is missing, sends, and says beside the fields what is wrong. */
export function useAuthForm(send: (values: FieldValues) => Promise<void>): AuthForm {
  const [state, setState] = useState(untouched)
  const tell = (change: Partial<State>, form: HTMLFormElement) => {
    setState((before) => ({ ...before, ...change }))
    // The fields know of their problems with the next drawing.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const attempt: AuthForm['attempt'] = async (call, form) => {
    const hadCaptcha = valuesOf(form)['captchaId'] !== undefined
    setState((before) => ({ ...before, problems: {}, refusal: null, isBusy: true }))
    try {
      const reply = await call()
      setState((before) => tried(before, hadCaptcha))
      return reply
    } catch (error) {
      const proof = proofAskedBy(error)
      setState((before) => ({
        ...tried(before, hadCaptcha && proof !== 'captcha'),
        refusal: error instanceof CallError ? error.code : null,
        asked: proof ? new Set([...before.asked, proof]) : before.asked,
      }))
      tell({ problems: problemsOf(error) }, form)
      return null
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const missing = missingIn(form)
    if (Object.keys(missing).length > 0) tell({ problems: missing }, form)
    else await attempt(() => send(valuesOf(form)), form)
  }
  return { ...state, submit, attempt }
}

const tried = (before: State, proves: boolean): State => ({
  ...before,
  isBusy: false,
  round: before.round + 1,
  isProved: before.isProved || proves,
})
