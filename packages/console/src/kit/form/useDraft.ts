import { membersOf } from '@muster/contract'
import { use, useState } from 'react'
import type * as z from 'zod/mini'
import type { Values } from '../../ui/form/formRules.ts'
import { PageContext } from '../page/page.ts'
import { useKeptInput } from './useKeptInput.ts'

interface Drafted {
  readonly isDirty: (name?: string) => boolean
  readonly getValues: () => Values
  readonly getInitialValues: () => Values
  readonly setValues: (values: Record<string, unknown>) => void
  readonly reset: () => void
}

/** The record that a form is over, which others may start like. */
export type About =
  | string
  | {
      readonly id: string
      /** Fields that begin with a text in the reader's language: it is another one in another. */
      readonly worded: readonly string[]
    }

interface Form {
  readonly path: string
  readonly about?: About | undefined
  readonly schemas: { readonly body: z.ZodMiniType }
}

/**
 * Puts back what was typed into a form before the console was loaded anew, as for another language.
 * Answers whether all that is typed into it now would be: secrets are kept nowhere.
 */
export function useDraft(form: Drafted, { path, about, schemas: { body } }: Form): boolean {
  const page = use(PageContext)
  const [secrets] = useState(() => secretsOf(body))
  // Over the same record as it is now: what others have saved meanwhile is a form of its own.
  const { id, worded } = typeof about === 'object' ? about : { id: about, worded: [] }
  const untold = Object.fromEntries(['version', ...worded].map((name) => [name, null]))
  const nameOf = (start: Values) =>
    JSON.stringify([path, id, page?.route.frontName, page?.params, { ...start, ...untold }])
  const typed = () =>
    Object.entries(form.getValues()).filter(([name]) => name !== 'version' && form.isDirty(name))
  const isSecret = ([name]: readonly [string, unknown]) => secrets.has(name)
  const read = () => {
    const values = Object.fromEntries(typed().filter((one) => !isSecret(one)))
    return Object.keys(values).length > 0 ? values : null
  }
  useKeptInput({
    name: nameOf(form.getInitialValues()),
    read,
    putBack: (values) => {
      form.setValues({ ...values })
      return true
    },
    drop: form.reset,
  })
  return !form.isDirty() || !typed().some(isSecret)
}

/** The members of a body that hold a secret, however deep. */
const secretsOf = (body: z.ZodMiniType): ReadonlySet<string> =>
  new Set(membersOf(body).flatMap(({ path: [name = ''], isSecret }) => (isSecret ? [name] : [])))
