import type { WorkbenchCard, WorkbenchLayout } from '@muster/contract'
import { type RefObject, useRef, useState } from 'react'
import { usePage } from '../../../kit/page.ts'
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

/** The arranging of the board: nothing is saved before the user says so. */
export function useArranging(
  layout: WorkbenchLayout,
  save: (layout: WorkbenchLayout) => Promise<void>,
) {
  const { setDirty } = usePage()
  const [draft, setDraft] = useState<Arrangement | null>(null)
  const picked = useRef<WorkbenchCard | null>(null)
  const change = (arrangement: Arrangement | null) => {
    setDraft(arrangement)
    setDirty(arrangement !== null)
  }
  const shown: Arrangement = draft ?? layout
  return {
    shown,
    isOn: draft !== null,
    of: (visible: readonly WorkbenchCard[]) =>
      draft && arrangingOf({ arrangement: draft, change, picked }, visible),
    show: (card: WorkbenchCard) =>
      change({ ...shown, hidden: shown.hidden.filter((one) => one !== card) }),
    start: () => setDraft({ order: layout.order, hidden: layout.hidden }),
    cancel: () => change(null),
    reset: () => change({ order: [], hidden: [] }),
    finish: () => {
      if (draft) void save({ ...layout, ...draft })
      change(null)
    },
  }
}
