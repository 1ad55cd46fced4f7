import { QueryObserver } from '@tanstack/react-query'
import { queries } from '../../kit/queries.ts'
import { currentAddress, followAddress } from '../../platform/address.ts'
import { fixedPaths } from '../session/guard.ts'
import { useTabs } from './store.ts'
import type { Tab } from './tabs.ts'

/** What holds the answers of pages that stand behind others, by their tabs. */
const holds = new Map<string, () => void>()

/** The answers of a page that is in front again are its own to hold. */
export function letGo(id: string): void {
  holds.get(id)?.()
  holds.delete(id)
}

/** A page that is held already has stood behind something since. */
function hold(id: string): void {
  if (!holds.has(id)) holds.set(id, holdAnswers())
}

/** Whether its page stays mounted behind another. */
const waitsMounted = ({ alive, keeps, dirty }: Tab): boolean => alive && (keeps || dirty)

/**
 * Keeps what a page has read while it stands behind others, where nobody looks at it: answers are forgotten
 * after a while, and a form that began with one would begin anew, without what was typed into it.
 */
export function keepAnswers(): () => void {
  const stopTabs = useTabs.subscribe(({ tabs, activeId }, { activeId: left }) => {
    const waiting = new Set(tabs.filter(waitsMounted).map(({ id }) => id))
    if (left !== null && left !== activeId && waiting.has(left)) hold(left)
    for (const id of holds.keys()) if (!waiting.has(id)) letGo(id)
  })
  // A status page stands before the page in front, whose tab stays it.
  const stopAddress = followAddress(() => {
    const { activeId } = useTabs.getState()
    if (activeId !== null && fixedPaths.includes(currentAddress().path)) hold(activeId)
  })
  return () => {
    stopTabs()
    stopAddress()
    for (const id of holds.keys()) letGo(id)
  }
}

/** Holds all that is looked at; what is held is not read again for that. */
function holdAnswers(): () => void {
  const looked = queries.getQueryCache().findAll({ type: 'active' })
  const stops = looked.map(({ options, queryKey }) =>
    new QueryObserver(queries, { ...options, queryKey, enabled: false }).subscribe(() => undefined),
  )
  return () => {
    for (const stop of stops) stop()
  }
}
