import type { Query } from '../../platform/address.ts'

/** One visited page in the tabs bar. */
export interface Tab {
  /** Route name and parameters: two terminals are two tabs, a list with another filter is not. */
  readonly id: string
  readonly path: string
  readonly query: Query
  /** Counts refreshes; a new number mounts the page anew. */
  readonly revision: number
  /** Order of last use; the smallest sleeps first. */
  readonly used: number
  /** Whether its page is mounted, shown or hidden. */
  readonly alive: boolean
  /** A name given by the page, such as a serial number; else the menu's. */
  readonly title: string | null
  readonly dirty: boolean
  readonly pinned: boolean
  /** Whether its page stays mounted behind others. */
  readonly keeps: boolean
}

export interface TabsState {
  readonly tabs: readonly Tab[]
  readonly activeId: string | null
}

/** How many pages stay mounted (product spec, section 9). */
export const maxAlive = 20

export type CloseScope = 'this' | 'left' | 'right' | 'others' | 'all'

export const noTabs: TabsState = { tabs: [], activeId: null }

/** A tab before its first visit. */
export const emptyTab: Tab = {
  id: '',
  path: '/',
  query: {},
  revision: 0,
  used: 0,
  alive: false,
  title: null,
  dirty: false,
  pinned: false,
  keeps: true,
}

type Visit = Pick<Tab, 'id' | 'path' | 'query' | 'pinned' | 'keeps'>

/** Brings a page to the front; opens its tab when there is none. */
export function visit({ tabs }: TabsState, { query, ...page }: Visit): TabsState {
  const used = Math.max(0, ...tabs.map((tab) => tab.used)) + 1
  const known = tabs.find((tab) => tab.id === page.id)
  const shown: Tab = { ...(known ?? { ...emptyTab, ...page }), query, used, alive: true }
  const all = known ? tabs.map((tab) => (tab === known ? shown : tab)) : [...tabs, shown]
  return { tabs: putToSleep(all), activeId: page.id }
}

/** Unmounts the least recently used pages beyond the limit; unsaved work stays awake. */
function putToSleep(tabs: readonly Tab[]): readonly Tab[] {
  const alive = tabs.filter((tab) => tab.alive)
  const asleep = alive
    .filter((tab) => !tab.dirty)
    .toSorted((a, b) => a.used - b.used)
    .slice(0, Math.max(0, alive.length - maxAlive))
  return tabs.map((tab) => (asleep.includes(tab) ? { ...tab, alive: false } : tab))
}

/** Mounts a page anew: what it held is forgotten. */
export function refresh({ tabs, activeId }: TabsState, id: string): TabsState {
  const anew = (tab: Tab): Tab => ({
    ...tab,
    revision: tab.revision + 1,
    dirty: false,
    title: null,
  })
  return { activeId, tabs: tabs.map((tab) => (tab.id === id ? anew(tab) : tab)) }
}

/** Changes what a page says about its tab. */
export function describe(
  state: TabsState,
  id: string,
  change: Partial<Pick<Tab, 'title' | 'dirty' | 'query'>>,
): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }
}

/** Pinned tabs stay; where none is pinned, the first stays. */
export function isClosable(tabs: readonly Tab[], tab: Tab): boolean {
  return tabs.some(({ pinned }) => pinned) ? !tab.pinned : tabs[0] !== tab
}

/** The tabs that closing around a tab would close. */
export function toClose(tabs: readonly Tab[], id: string, scope: CloseScope): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.id === id)
  const inScope = (index: number) => {
    if (scope === 'this') return index === at
    if (scope === 'left') return index < at
    if (scope === 'right') return index > at
    return scope === 'all' || index !== at
  }
  return tabs.filter((tab, index) => inScope(index) && isClosable(tabs, tab))
}

/** Closes tabs; when the active one goes, its right neighbour comes to the front, else the left. */
export function close({ tabs, activeId }: TabsState, ids: readonly string[]): TabsState {
  const left = tabs.filter((tab) => !ids.includes(tab.id))
  if (activeId === null || !ids.includes(activeId)) return { tabs: left, activeId }
  const at = tabs.findIndex((tab) => tab.id === activeId)
  const next = tabs.slice(at).find((tab) => left.includes(tab))
  const before = tabs.slice(0, at).findLast((tab) => left.includes(tab))
  return { tabs: left, activeId: (next ?? before)?.id ?? null }
}
