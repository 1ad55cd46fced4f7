import { useEffect, useState } from 'react'

export interface Selection {
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[], isOn: boolean) => void
  readonly clearSelection: () => void
  /** Whether something on the screen acts on chosen rows; only then there are check boxes. */
  readonly isSelectable: boolean
  readonly offerSelection: () => void
}

const none: ReadonlySet<string> = new Set()

/** Chosen rows by id, kept over pages; another scope (filter, keyword) starts with none. */
export function useSelection(scope: string): Selection {
  const [chosen, setChosen] = useState({ scope, ids: none })
  const [isSelectable, setSelectable] = useState(false)
  const selected = chosen.scope === scope ? chosen.ids : none
  return {
    selected,
    select: (ids, isOn) => {
      const next = new Set(selected)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      setChosen({ scope, ids: next })
    },
    clearSelection: () => setChosen({ scope, ids: none }),
    isSelectable,
    offerSelection: () => setSelectable(true),
  }
}

/** Turns a list's check boxes on: for a part that acts on the chosen rows and may be used. */
export function useOfferSelection(list: Selection, isAllowed: boolean): void {
  useEffect(() => {
    if (isAllowed && !list.isSelectable) list.offerSelection()
  })
}
