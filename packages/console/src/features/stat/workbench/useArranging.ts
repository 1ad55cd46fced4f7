import type { WorkbenchCard, WorkbenchLayout } from '@muster/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { moved, orderOf, placed } from './arrangement.ts'
import type { Arranging } from './board.ts'

type Arrangement = Pick<WorkbenchLayout, 'order' | 'hidden'>

interface Draft {
  readonly arrangement: Arrangement
  readonly change: (arrangement: Arrangement) => void
  readonly picked: RefObject<WorkbenchCard | null>
}

/** What a card can be asked for while its board is being arranged. */
function arrangingOf(
  { arrangement, change, picked }: Draft,
  visible: readonly WorkbenchCard[],
): Arranging {
  const { hidden } = arrangement
  const order = orderOf(arrangement)
  return {
    move: (card, by) => change({ order: moved(order, card, { by, shown: visible }), hidden }),
    hide: (card) => change({ order: [...order], hidden: [...hidden, card] }),
    pick: (card) => {
      picked.current = card
    },
    drop: (onto) => {
      if (picked.current) change({ order: placed(order, picked.current, onto), hidden })
      picked.current = null
    },
  }
}

/** Whose button is gone finds the focus where the card has gone to. */
function useFollow(frame: RefObject<HTMLElement | null>) {
  const sought = useRef<string | null>(null)
  useEffect(() => {
    if (sought.current) frame.current?.querySelector<HTMLElement>(sought.current)?.focus()
    sought.current = null
  })
  return (selector: string) => {
    sought.current = selector
  }
}

/** The arranging of the board: nothing is saved before the user says so. */
export function useArranging(
  frame: RefObject<HTMLElement | null>,
  layout: WorkbenchLayout,
  save: (layout: WorkbenchLayout) => Promise<void>,
) {
  const { setDirty } = usePage()
  const [draft, setDraft] = useState<Arrangement | null>(null)
  const follow = useFollow(frame)
  const picked = useRef<WorkbenchCard | null>(null)
  const change = (arrangement: Arrangement | null) => {
    setDraft(arrangement)
    setDirty(arrangement !== null)
  }
  const shown: Arrangement = draft ?? layout
  return {
    shown,
    isOn: draft !== null,
    of: (visible: readonly WorkbenchCard[]): Arranging | null => {
      if (!draft) return null
      const arranging = arrangingOf({ arrangement: draft, change, picked }, visible)
      const hide = (card: WorkbenchCard) => {
        arranging.hide(card)
        follow(`[data-hidden="${card}"]`)
      }
      return { ...arranging, hide }
    },
    show: (card: WorkbenchCard) => {
      change({ ...shown, hidden: shown.hidden.filter((one) => one !== card) })
      follow(`[data-card="${card}"] button`)
    },
    start: () => setDraft({ order: layout.order, hidden: layout.hidden }),
    cancel: () => change(null),
    reset: () => change({ order: [], hidden: [] }),
    finish: () => {
      if (draft) void save({ ...layout, ...draft })
      change(null)
    },
  }
}
