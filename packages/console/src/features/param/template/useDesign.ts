import { type OfferedParam, paramTemplates, type TemplateContent } from '@muster/contract'
import { type DraftFault, freeze, type Frozen } from '@muster/contract/param/freeze'
import { useMemo, useState } from 'react'
import { notify } from '../../../kit/notify.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { matches } from '../form/judge.ts'

/** A draft with the version that a change of it names, and what the dictionary says of its parameters. */
export interface DesignStart {
  readonly id: string
  readonly version: number
  readonly content: TemplateContent
  readonly known: readonly OfferedParam[]
}

interface History {
  readonly past: readonly TemplateContent[]
  readonly now: TemplateContent
  readonly future: readonly TemplateContent[]
}

/** Steps that can be taken back. */
const mostSteps = 100

/** A template that is being designed: what it is now, what is wrong with it, and the way back. */
export interface Design {
  readonly id: string
  readonly content: TemplateContent
  readonly frozen: Frozen
  readonly faults: readonly DraftFault[]
  readonly param: (pid: string) => OfferedParam | undefined
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Null: there is none. */
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  readonly edit: (content: TemplateContent) => void
  /** What the dictionary says of parameters that come in. */
  readonly learn: (params: readonly OfferedParam[]) => void
  /** Answers whether it is saved. */
  readonly save: () => Promise<boolean>
}

/** The state of a designer. */
export function useDesign(start: DesignStart): Design {
  const { id } = start
  const [history, setHistory] = useState<History>({ past: [], now: start.content, future: [] })
  const [known, setKnown] = useState(() => new Map(start.known.map((one) => [one.pid, one])))
  const saving = useSaving(start)
  const { past, now, future } = history
  const frozen = useMemo(() => freeze(now, known, matches), [now, known])
  const [last, next] = [past.at(-1), future[0]]
  return {
    id,
    content: now,
    frozen,
    faults: frozen.faults,
    param: (pid) => known.get(pid),
    isDirty: now !== saving.saved,
    isSaving: saving.isSaving,
    undo: last
      ? () => setHistory({ past: past.slice(0, -1), now: last, future: [now, ...future] })
      : null,
    redo: next
      ? () => setHistory({ past: [...past, now], now: next, future: future.slice(1) })
      : null,
    edit: (content) =>
      setHistory({ past: [...past, now].slice(-mostSteps), now: content, future: [] }),
    learn: (params) =>
      setKnown(new Map([...known, ...params.map((one) => [one.pid, one] as const)])),
    save: () => saving.save(now),
  }
}

function useSaving({ id, version, content }: DesignStart) {
  const [saved, setSaved] = useState({ version, content })
  const [isSaving, setSaving] = useState(false)
  const send = useSend(paramTemplates)
  const save = async (now: TemplateContent): Promise<boolean> => {
    setSaving(true)
    const body = { version: saved.version, content: now }
    const sent = send(paramTemplates.saveContent, { params: { id }, body })
    const outcome = await outcomeOf(sent.finally(() => setSaving(false)))
    if ('error' in outcome) return false
    setSaved({ version: outcome.reply.version, content: now })
    notify.success(t('paramTemplate.saved'))
    return true
  }
  return { saved: saved.content, isSaving, save }
}
