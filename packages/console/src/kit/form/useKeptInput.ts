import { useEffect, useInsertionEffect, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import type { Values } from '../../ui/form/formRules.ts'
import { show } from '../notify.ts'
import { draftOf, followForm, forgetDraft } from './drafts.ts'

interface Input<Kept extends Values> {
  /** Which form, over what. */
  readonly name: string
  /** What is typed, without secrets, which are kept nowhere; null: nothing. */
  readonly read: () => Kept | null
  /** Answers whether any of it was not there already. */
  readonly putBack: (kept: Kept) => boolean
  /** Takes what was put back away again. */
  readonly drop: (kept: Kept) => void
}

/** Puts back what was typed before the console was loaded anew, as for another language. */
export function useKeptInput<Kept extends Values>(input: Input<Kept>): void {
  const current = useRef(input)
  useInsertionEffect(() => {
    current.current = input
  })
  // Not an effect: they end when the page gives way to another tab, where its input stays.
  useInsertionEffect(
    () =>
      followForm(() => {
        const { name: form, read } = current.current
        const values = read()
        return values && { form, values }
      }),
    [],
  )
  // Once, when the form is first drawn. What stands under its name was kept by `read`.
  const [first] = useState(() => ({ input, draft: draftOf(input.name) as Kept | null }))
  useEffect(() => {
    const { draft } = first
    const { name, putBack } = first.input
    if (!draft || !draftOf(name)) return
    forgetDraft(name)
    if (!putBack(draft)) return
    show({
      kind: 'info',
      text: t('kit.draftBack'),
      lasts: 10_000,
      action: { label: t('kit.draftDrop'), onClick: () => current.current.drop(draft) },
    })
  }, [first])
}
