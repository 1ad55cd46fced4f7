import { create } from 'zustand'
import { addressText } from '../../../platform/address.ts'
import { readJson } from '../../../platform/kept.ts'
import { useTabs } from '../../tabs/store.ts'

/** A record that was looked at: where its page is and what it is called. */
export interface Recent {
  readonly path: string
  readonly title: string
}

const most = 10
const storageKey = 'recent'

/** The records looked at last in this browser tab, the newest first; signing out forgets them. */
export const useRecents = create<{ readonly list: readonly Recent[] }>()(() => ({ list: kept() }))

function kept(): readonly Recent[] {
  const list = readJson(sessionStorage, storageKey)
  return Array.isArray(list) ? list.filter(isRecent) : []
}

// Not a constant: the store asks before this line is reached.
function isRecent(value: unknown): value is Recent {
  return typeof value === 'object' && value !== null && 'path' in value && 'title' in value
}

/** Remembers each page that names its record, as it comes to the front; answers how to stop. */
export function followRecents(): () => void {
  const stop = useTabs.subscribe(({ tabs, activeId }) => {
    const tab = tabs.find(({ id }) => id === activeId)
    if (tab?.title) remember({ path: addressText({ path: tab.path, query: {} }), title: tab.title })
  })
  return () => {
    stop()
    useRecents.setState({ list: [] })
  }
}

function remember(recent: Recent): void {
  const { list } = useRecents.getState()
  const [first] = list
  if (first?.path === recent.path && first.title === recent.title) return
  const next = [recent, ...list.filter(({ path }) => path !== recent.path)].slice(0, most)
  sessionStorage.setItem(storageKey, JSON.stringify(next))
  useRecents.setState({ list: next })
}
