import type { Filter } from '@muster/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { draftOf, type GroupDraft } from './draft.ts'
import { type Reading, readDraft } from './faults.ts'
import { historyOf, redone, undone, withStep } from './history.ts'

/** A part of the builder that takes the focus: of a row, by what the button or field is for. */
interface Focused {
  readonly id: string
  readonly on: string
}

/** What the rows of a builder share. */
export interface Builder {
  readonly root: GroupDraft
  readonly reading: Reading
  /** `what` names the thing that changes, where many small changes are one step back. */
  readonly edit: (next: GroupDraft, what?: string) => void
  /** Gives the focus to a part once it is drawn. */
  readonly focus: (id: string, on: string) => void
  /** Whether the faults of a row are told: it was left, or all were asked for. */
  readonly tells: (id: string) => boolean
  readonly leave: (id: string) => void
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
}

interface BuilderStart {
  readonly filter: Filter | null
  readonly tell: (reading: Reading) => void
  /** All faults are told. */
  readonly isAsked: boolean
}

/** The state of a builder. It begins with a filter and keeps its own from then on. */
export function useBuilder({ filter, tell, isAsked }: BuilderStart, frame: Frame): Builder {
  const [history, setHistory] = useState(() => historyOf(draftOf(filter)))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const focus = useFocus(frame)
  const go = (next: typeof history) => {
    setHistory(next)
    tell(readDraft(next.now))
  }
  const root = history.now
  return {
    root,
    reading: readDraft(root),
    edit: (next, what) => go(withStep(history, next, what ?? null)),
    focus,
    tells: (id) => isAsked || left.has(id),
    leave: (id) => setLeft((known) => (known.has(id) ? known : new Set([...known, id]))),
    undo: history.past.length > 0 ? () => go(undone(history)) : null,
    redo: history.future.length > 0 ? () => go(redone(history)) : null,
  }
}

type Frame = RefObject<HTMLElement | null>

/** A row that comes or moves is drawn first, then takes the focus. */
function useFocus(frame: Frame): Builder['focus'] {
  const wanted = useRef<Focused | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { id, on } = wanted.current
    wanted.current = null
    const row = frame.current?.querySelector(`[data-row="${id}"]`)
    row?.querySelector<HTMLElement>(`[data-focus="${on}"]`)?.focus()
  })
  return (id, on) => {
    wanted.current = { id, on }
  }
}
