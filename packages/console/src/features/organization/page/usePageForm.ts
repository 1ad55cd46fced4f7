import { codes, type OrganizationPage, organizationPages, type PageName } from '@muster/contract'
import { useState } from 'react'
import type { CallError } from '../../../kit/callError.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'

interface Address {
  readonly id: string
  readonly page: PageName
}

/** What is typed, over which version, and what the page held then. */
interface Draft {
  readonly html: string
  readonly kept: string
  readonly version: number
}

const draftOf = ({ html, version }: OrganizationPage): Draft => ({ html, kept: html, version })

/**
 * The form over one page. What somebody else has saved meanwhile is told, and written over only by
 * who has seen that; a form that nobody is filling in shows it at once.
 */
export function usePageForm(params: Address, page: OrganizationPage) {
  const [draft, setDraft] = useState(() => draftOf(page))
  const [refused, setRefused] = useState<CallError | null>(null)
  const [isSaving, setSaving] = useState(false)
  const send = useSend(organizationPages)
  const isDirty = draft.html !== draft.kept
  if (page.version > draft.version && !isDirty && !isSaving) setDraft(draftOf(page))
  const save = async () => {
    setSaving(true)
    const { language } = page
    const { html, version } = draft
    const body = { language, html, version }
    const sent = send(organizationPages.save, { params, body })
    const outcome = await outcomeOf(sent.finally(() => setSaving(false)))
    setRefused('error' in outcome ? outcome.error : null)
    if ('error' in outcome) return
    const after = outcome.reply.find((one) => one.language === language)
    if (after) setDraft(draftOf(after))
    notify.success(t('kit.saved'))
  }
  const isConflict = refused?.code === codes.versionConflict
  return {
    html: draft.html,
    type: (html: string) => setDraft({ ...draft, html }),
    error: refused && !isConflict ? refused.message : undefined,
    conflict: isConflict ? refused.message : null,
    goOn: () => {
      setDraft({ ...draft, version: page.version })
      setRefused(null)
    },
    isDirty,
    save,
  }
}
