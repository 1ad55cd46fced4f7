import { useEffect, useEffectEvent, useState } from 'react'
import { searchDelay } from '../../ui/form/useDebounced.ts'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'

/** What stands in the search box of a list. */
export interface Typed {
  readonly typed: string
  readonly type: (text: string) => void
  /** Seeks at once. */
  readonly apply: (text: string) => void
}

/** What is typed to search a list: it goes to the server as soon as the typing rests. */
export function useTyped<R extends Row>(list: List<R>): Typed {
  const applied = list.state.keyword
  const [known, setKnown] = useState(applied)
  const [typed, type] = useState(applied)
  const [sent, setSent] = useState(applied)
  if (applied !== known) {
    setKnown(applied)
    // A view, the way back, or "Clear"; what came from here may be longer by now.
    if (applied !== sent) type(applied)
    setSent(applied)
  }
  const apply = (text: string) => {
    const keyword = text.trim()
    if (keyword === applied) return
    setSent(keyword)
    list.change({ keyword })
  }
  const follow = useEffectEvent(apply)
  useEffect(() => {
    const rest = setTimeout(() => follow(typed), searchDelay)
    return () => clearTimeout(rest)
  }, [typed])
  return { typed, type, apply }
}
