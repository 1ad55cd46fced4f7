import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMarkPage } from '../page/useMarkPage.ts'
import { confirmDiscard } from './confirm.ts'
import type { Holder, Input } from './useUnsaved.ts'

interface Held {
  readonly isOpen: boolean
  /** What the opener knows itself of unsaved input; null: its contents say. */
  readonly isDirty: boolean | null
}

/** What a dialog knows of the input in it. */
export interface Keeping extends Holder {
  /** Told which field was touched. */
  readonly touch: (field: Element) => void
}

interface Known {
  /** What each part told; null as long as none ever did. */
  readonly parts: ReadonlyMap<string, Input> | null
  readonly touched: ReadonlySet<Element>
}

const nothingKnown: Known = { parts: null, touched: new Set() }

/**
 * Keeps what is typed in a dialog: its parts tell whether they are changed; where none does, a
 * touched field is a changed one as long as it is there. Unsaved input marks the tab of the page.
 */
export function useHolder({ isOpen, isDirty: known }: Held): Keeping {
  const [{ parts, touched }, setKnown] = useState(nothingKnown)
  // Its contents go with it. They also come to rest behind another tab, and what is typed in them stays.
  if (!isOpen && (parts || touched.size > 0)) setKnown(nothingKnown)
  const holds = () => isOpen && (known ?? holdsInput({ parts, touched }))
  useMarkPage(holds(), known === null && parts !== null && !tells(parts, 'lost'))
  const current = useRef(holds)
  // With what is shown: Escape may be pressed as soon as the mark of the input is gone.
  useLayoutEffect(() => {
    current.current = holds
  })
  return useMemo(
    () => ({
      touch: (field) => setKnown((before) => withTouch(before, field)),
      tell: (part, input) => setKnown((before) => withPart(before, part, input)),
      leave: (close) => {
        // At once where nothing is asked: the next press of Escape is for the dialog below.
        if (!current.current()) return close()
        void confirmDiscard().then((agreed) => agreed && close())
      },
    }),
    [],
  )
}

const holdsInput = ({ parts, touched }: Known): boolean =>
  parts
    ? tells(parts, 'kept') || tells(parts, 'lost')
    : [...touched].some(({ isConnected }) => isConnected)

const tells = (parts: ReadonlyMap<string, Input>, input: Input): boolean =>
  [...parts.values()].includes(input)

const withTouch = (before: Known, field: Element): Known =>
  before.touched.has(field) ? before : { ...before, touched: new Set(before.touched).add(field) }

function withPart(before: Known, part: string, input: Input | null): Known {
  if ((before.parts?.get(part) ?? null) === input) return before
  const parts = new Map(before.parts)
  if (input === null) parts.delete(part)
  else parts.set(part, input)
  return { ...before, parts }
}
