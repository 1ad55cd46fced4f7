import { codes } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { CallError, fieldProblems } from '../../kit/callError.ts'
import { refused } from '../../kit/refused.ts'
import { t } from '../../platform/texts.ts'
import { asciiDigits } from '../../ui/form/digits.ts'

export type OwnValues = Readonly<Record<string, string>>
type Problems = Readonly<Partial<Record<string, string>>>

/** Answers that say which field is wrong by their code. */
const fieldOfCode: Readonly<Record<number, string>> = {
  [codes.totpWrong]: 'code',
  [codes.codeWrong]: 'code',
}

/**
 * A small form of the personal center: a password and a code, not a record. Says beside the fields
 * what is missing and what the server refused; anything else is shown as any refusal is.
 */
export function useOwnForm(send: (values: OwnValues) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    const empty = Object.keys(values).filter((name) => values[name] === '')
    setProblems(Object.fromEntries(empty.map((name) => [name, t('shell.login.required')])))
    if (empty.length === 0) await attempt(() => send(values))
  }
  const attempt = async (call: () => Promise<void>) => {
    setBusy(true)
    setProblems({})
    await call().catch((error: unknown) => setProblems(told(error)))
    setBusy(false)
  }
  return {
    isBusy,
    problems,
    /** Makes another call than the form's own; what it refuses stands beside the fields, too. */
    attempt,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  }
}

function valuesOf(form: HTMLFormElement): OwnValues {
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(
    texts.map(([name, text]) => [name, name === 'code' ? asciiDigits(text).trim() : text]),
  )
}

function told(error: unknown): Problems {
  if (!(error instanceof CallError)) throw error
  const fields = fieldProblems(error).map(({ field, message }) => [field, message] as const)
  const field = fieldOfCode[error.code]
  if (field) return { [field]: error.message }
  if (fields.length === 0) refused(error)
  return Object.fromEntries(fields)
}
