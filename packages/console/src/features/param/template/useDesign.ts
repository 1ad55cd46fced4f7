import { type OfferedParam, paramTemplates, type TemplateContent } from '@muster/contract'
import { type DraftFault, freeze, type Frozen } from '@muster/contract/param/freeze'
import { useMemo, useState } from 'react'
import { useKeptInput } from '../../../kit/form/useKeptInput.ts'
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

/** What is not saved, and what the dictionary says of the parameters in it. */
type Kept = Readonly<{ content: TemplateContent; known: readonly OfferedParam[] }>

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
  const edit = (content: TemplateContent) =>
    setHistory({ past: [...past, now].slice(-mostSteps), now: content, future: [] })
  const learn = (params: readonly OfferedParam[]) =>
    setKnown(new Map([...known, ...params.map((one) => [one.pid, one] as const)]))
  const isDirty = now !== saving.saved
  useKept(JSON.stringify([id, saving.version]), {
    unsaved: isDirty ? { content: now, known: [...known.values()] } : null,
    put: (kept) => {
      learn(kept.known)
      edit(kept.content)
    },
    drop: () => edit(saving.saved),
  })
  const frozen = useMemo(() => freeze(now, known, matches), [now, known])
  const [last, next] = [past.at(-1), future[0]]
  return {
    id,
    content: now,
    frozen,
    faults: frozen.faults,
    param: (pid) => known.get(pid),
    isDirty,
    isSaving: saving.isSaving,
    undo: last
      ? () => setHistory({ past: past.slice(0, -1), now: last, future: [now, ...future] })
      : null,
    redo: next
      ? () => setHistory({ past: [...past, now], now: next, future: future.slice(1) })
      : null,
    edit,
    learn,
    save: () => saving.save(now),
  }
}

interface Keeping {
  readonly unsaved: Kept | null
  readonly put: (kept: Kept) => void
  readonly drop: () => void
}

/** Keeps what is not saved while the console is loaded anew. */
const useKept = (of: string, { unsaved, put, drop }: Keeping): void =>
  useKeptInput<Kept>({
    name: paramTemplates.saveContent.path + of,
    read: () => unsaved,
    putBack: (kept) => {
      put(kept)
      return true
    },
    drop,
  })

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
  return { saved: saved.content, version: saved.version, isSaving, save }
}
