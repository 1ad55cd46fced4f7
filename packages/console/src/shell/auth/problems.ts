import { codes } from '@muster/contract'
import { CallError, fieldProblems } from '../../kit/callError.ts'
import { t } from '../../platform/texts.ts'
import { asciiDigits } from '../../ui/form/digits.ts'

/** What is wrong, by the name of the field; `form` where it is no single field's fault. */
export type Problems = Readonly<Partial<Record<string, string>>>

/** Answers that are about one field of the forms before sign-in. */
const fieldOfCode: Readonly<Record<number, string>> = {
  [codes.captchaRequired]: 'captcha',
  [codes.captchaWrong]: 'captcha',
  [codes.codeRequired]: 'code',
  [codes.codeWrong]: 'code',
  [codes.totpRequired]: 'totp',
  [codes.totpWrong]: 'totp',
}

/** The further proof that a refusal asks for; null where it asks for none. */
export const proofAskedBy = (error: unknown): string | null =>
  error instanceof CallError ? (fieldOfCode[error.code] ?? null) : null

/** A refusal, in words beside the fields it is about. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof CallError)) return { form: t('shell.code.500') }
  const proof = proofAskedBy(error)
  if (proof) return { [proof]: error.message }
  const fields = fieldProblems(error).map(({ field, message }) => [field, message] as const)
  return fields.length > 0 ? Object.fromEntries(fields) : { form: error.message }
}

/** Fields that must be filled in and are not. */
export function missingIn(form: HTMLFormElement): Problems {
  const empty = Array.from(form.querySelectorAll<HTMLInputElement>('[required]')).filter(
    ({ value }) => value.trim() === '',
  )
  return Object.fromEntries(empty.map(({ name }) => [name, t('shell.login.required')]))
}

/** Fields whose digits may be typed in either script. */
const codeFields: readonly string[] = ['code', 'totp', 'captcha']

/** What stands in a form's fields, codes in the digits of the wire. */
export function valuesOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const texts = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(
    texts.map(([name, text]) => [name, codeFields.includes(name) ? asciiDigits(text) : text]),
  )
}
