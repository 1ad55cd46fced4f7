import { addressText, type Query } from '../../platform/address.ts'

/** One visited page in the tabs bar. */
export interface Tab {
  /** The route's name; with `dynamicNewTab` also its parameters and query at its opening. */
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
  /** Its unsaved input is put back after the console is loaded anew. */
  readonly isKept: boolean
  readonly pinned: boolean
  /** Whether its page stays mounted behind others. */
  readonly keeps: boolean
  /** A page without a place in the tabs bar (`tabHidden`). */
  readonly unlisted: boolean
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
  isKept: false,
  pinned: false,
  keeps: true,
  unlisted: false,
}

export type Visit = Pick<Tab, 'id' | 'path' | 'query' | 'pinned' | 'keeps' | 'unlisted'>

/** Brings a page to the front; opens its tab when there is none. */
export function visit({ tabs }: TabsState, page: Visit): TabsState {
  const used = Math.max(0, ...tabs.map((tab) => tab.used)) + 1
  const known = tabs.find((tab) => tab.id === page.id)
  const shown: Tab = { ...(known ? revisited(known, page) : emptyTab), ...page, used, alive: true }
  const all = known ? tabs.map((tab) => (tab === known ? shown : tab)) : [...tabs, shown]
  return { tabs: putToSleep(all, shown), activeId: page.id }
}

/** Another record in the same tab is another page: it starts anew. */
const revisited = (tab: Tab, { path }: Visit): Tab =>
  tab.path === path ? tab : { ...anew(tab), title: null }

/** Unmounts the least recently used pages beyond the limit; unsaved work stays awake. */
function putToSleep(tabs: readonly Tab[], shown: Tab): readonly Tab[] {
  const asleep = overdue(tabs, (tab) => !tab.dirty && tab !== shown).map(({ id }) => id)
  return asleep.length > 0 ? sleep(tabs, asleep) : tabs
}

/** The least recently used of the sleepy pages, as many as live beyond the limit. */
export function overdue(
  tabs: readonly Tab[],
  isSleepy: (tab: Tab) => boolean = () => true,
): readonly Tab[] {
  const alive = tabs.filter((tab) => tab.alive)
  return alive
    .filter(isSleepy)
    .toSorted((a, b) => a.used - b.used)
    .slice(0, Math.max(0, alive.length - maxAlive))
}

/** Unmounts pages: their tabs stay, what they held is forgotten. */
export const sleep = (tabs: readonly Tab[], ids: readonly string[]): readonly Tab[] =>
  tabs.map((tab) => (ids.includes(tab.id) ? { ...tab, alive: false, dirty: false } : tab))

/** Opens the tabs that are always there, in front of the others and unmounted until visited. */
export function pin({ tabs, activeId }: TabsState, pages: readonly Visit[]): TabsState {
  const pinned = pages.map((page) => ({
    ...emptyTab,
    ...page,
    ...tabs.find(({ id }) => id === page.id),
    pinned: true,
  }))
  const others = tabs.filter(({ id }) => !pages.some((page) => page.id === id))
  return { tabs: [...pinned, ...others.map((tab) => ({ ...tab, pinned: false }))], activeId }
}

/** Mounts a page anew: what it held is forgotten. */
export function refresh({ tabs, activeId }: TabsState, id: string): TabsState {
  return { activeId, tabs: tabs.map((tab) => (tab.id === id ? anew(tab) : tab)) }
}

const anew = (tab: Tab): Tab => ({ ...tab, revision: tab.revision + 1, dirty: false })

/** Changes what a page says about its tab. */
export function describe(
  state: TabsState,
  id: string,
  change: Partial<Pick<Tab, 'title' | 'dirty' | 'isKept' | 'query'>>,
): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === id ? { ...tab, ...change } : tab)) }
}

/** The open tab of an address, where a route has a tab for each: a bare path means the last used. */
export function tabAt(tabs: readonly Tab[], path: string, query: Query): Tab | undefined {
  const wanted = addressText({ path, query })
  const samePath = tabs.filter((tab) => tab.path === path).toSorted((a, b) => b.used - a.used)
  return wanted === path ? samePath[0] : samePath.find((tab) => addressText(tab) === wanted)
}

/** The tabs of the bar. */
export const listed = (tabs: readonly Tab[]) => tabs.filter(({ unlisted }) => !unlisted)

/** Pinned tabs stay; where none is pinned, the first stays. */
export function isClosable(tabs: readonly Tab[], tab: Tab): boolean {
  return tabs.some(({ pinned }) => pinned) ? !tab.pinned : listed(tabs)[0] !== tab
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
  const next = listed(tabs.slice(at)).find((tab) => left.includes(tab))
  const before = listed(tabs.slice(0, at)).findLast((tab) => left.includes(tab))
  return { tabs: left, activeId: (next ?? before)?.id ?? null }
}

/** Puts a tab in another's place. Pinned tabs keep together in front of the others. */
export function move(state: TabsState, id: string, place: string): TabsState {
  const moved = state.tabs.find((tab) => tab.id === id)
  const at = state.tabs.findIndex((tab) => tab.id === place)
  if (!moved || state.tabs[at]?.pinned !== moved.pinned) return state
  const others = state.tabs.filter((tab) => tab !== moved)
  return { ...state, tabs: others.toSpliced(at, 0, moved) }
}

/** The tab beside one in the bar: its place is where a step moves it. */
export function beside(tabs: readonly Tab[], id: string, step: 1 | -1): Tab | undefined {
  const bar = listed(tabs)
  const at = bar.findIndex((tab) => tab.id === id)
  const other = bar[at + step]
  return at >= 0 && other?.pinned === bar[at]?.pinned ? other : undefined
}
