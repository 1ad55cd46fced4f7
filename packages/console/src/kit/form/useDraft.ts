import { membersOf } from '@muster/contract'
import { use, useEffect, useInsertionEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { Values } from '../../ui/form/formRules.ts'
import { t } from '../../platform/texts.ts'
import { show } from '../notify.ts'
import { PageContext } from '../page/page.ts'
import { draftOf, followForm, forgetDraft } from './drafts.ts'

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
    if (Object.keys(values).length === 0) return null
    return { form: nameOf(form.getInitialValues()), values }
  }
  const current = useRef(read)
  useInsertionEffect(() => {
    current.current = read
  })
  // Not an effect: they end when the page gives way to another tab, where its input stays.
  useInsertionEffect(() => followForm(() => current.current()), [])
  usePutBack(form, nameOf(form.getInitialValues()))
  return !form.isDirty() || !typed().some(isSecret)
}

/** Once, when the form is first drawn. */
function usePutBack(form: Drafted, name: string): void {
  const [found] = useState(() => ({ name, draft: draftOf(name), form }))
  useEffect(() => {
    const { draft, form: first } = found
    if (!draft || !draftOf(found.name)) return
    forgetDraft(found.name)
    first.setValues({ ...draft })
    show({
      kind: 'info',
      text: t('kit.draftBack'),
      lasts: 10_000,
      action: { label: t('kit.draftDrop'), onClick: first.reset },
    })
  }, [found])
}

/** The members of a body that hold a secret, however deep. */
const secretsOf = (body: z.ZodMiniType): ReadonlySet<string> =>
  new Set(membersOf(body).flatMap(({ path: [name = ''], isSecret }) => (isSecret ? [name] : [])))
