import { create } from 'zustand'
import {
  addressText,
  currentAddress,
  navigate,
  redirect,
  type Query,
} from '../../platform/address.ts'
import { findRoute, type Route } from '../menu/routes.ts'
import { confirmDiscard } from './confirmDiscard.ts'
import { keepTabs, keptTabs } from './keptTabs.ts'
import {
  beside,
  type CloseScope,
  close,
  describe,
  move,
  noTabs,
  overdue,
  pin,
  refresh,
  sleep,
  type Tab,
  tabAt,
  type TabsState,
  toClose,
  type Visit,
  visit,
} from './tabs.ts'

/** The tabs of this browser tab; they survive a reload of the page. */
export const useTabs = create<TabsState>()(() => noTabs)

const tabOf = (id: string | null) => useTabs.getState().tabs.find((tab) => tab.id === id)

/** Takes up the tabs that a user left in this browser tab; their pages mount when visited. */
export function restoreTabs(userName: string): () => void {
  useTabs.setState({ tabs: keptTabs(userName), activeId: null })
  const stop = useTabs.subscribe(({ tabs }) => keepTabs(userName, tabs))
  return () => {
    stop()
    useTabs.setState(noTabs)
  }
}

/** Closes every tab without a question: what was open belongs to a time that is over. */
export const forgetTabs = () => useTabs.setState(noTabs)

/** Fits the tabs to the menu: pages that are always open are there, pages no longer granted are not. */
export function reconcileTabs(routes: readonly Route[]): void {
  const pinned = routes
    .filter(({ item, path }) => item.noClosable === 1 && !path.includes(':'))
    .map((route) => visitOf(route, { path: route.path, query: {} }))
  useTabs.setState((state) => {
    const gone = state.tabs.filter(({ path }) => !findRoute(routes, path)).map(({ id }) => id)
    return pin(close(state, gone), pinned)
  })
}

interface Place {
  readonly path: string
  readonly query: Query
}

function visitOf({ item }: Route, place: Place): Visit {
  const id = item.dynamicNewTab === 1 ? `${item.frontName}:${addressText(place)}` : item.frontName
  return {
    ...place,
    id,
    pinned: item.noClosable === 1,
    keeps: item.keepAlive === 1,
    unlisted: item.tabHidden === 1,
  }
}

/** Shows the page of an address. A bare path returns to an open tab as it was left. */
export async function showPage(route: Route, query: Query): Promise<void> {
  const place = { path: currentAddress().path, query }
  const wanted = visitOf(route, place)
  const { tabs } = useTabs.getState()
  const dynamic = route.item.dynamicNewTab === 1
  const known = dynamic ? tabAt(tabs, place.path, query) : tabOf(wanted.id)
  const isBare = Object.keys(query).length === 0
  // By its address: values that are empty are none in it, and it would lead here again without end.
  if (known?.path === place.path && isBare && addressText(known) !== place.path) {
    redirect(addressText(known))
    return
  }
  // The tab's work is about to give way to another record's.
  if (known?.dirty && known.path !== place.path && !(await givesWay(known, place.path))) return
  useTabs.setState((state) => visit(state, { ...wanted, id: known?.id ?? wanted.id }))
  await askForSleep()
}

/** Asks; without consent the address is the tab's again, unless the user has gone elsewhere since. */
async function givesWay(tab: Tab, path: string): Promise<boolean> {
  const agreed = await confirmDiscard()
  if (!agreed && currentAddress().path === path) redirect(addressText(tab))
  return agreed
}

/** Where every live page holds unsaved work, the user decides whether the oldest gives it up. */
async function askForSleep(): Promise<void> {
  const crowd = overdue(useTabs.getState().tabs)
  if (crowd.length === 0 || !(await confirmDiscard())) return
  const ids = crowd.map(({ id }) => id)
  useTabs.setState(({ tabs, activeId }) => ({ tabs: sleep(tabs, ids), activeId }))
}

/** Mounts a page anew, which then reads all anew; unsaved work is asked about first. */
export async function refreshTab(id: string): Promise<void> {
  if (tabOf(id)?.dirty && !(await confirmDiscard())) return
  mountAnew(id)
}

/** {@link refreshTab} for the page in front. */
export function refreshFront(): void {
  const { activeId } = useTabs.getState()
  if (activeId) void refreshTab(activeId)
}

/** {@link refreshTab} for a page that has stopped working: there is nothing left to ask about. */
export const mountAnew = (id: string) => useTabs.setState((state) => refresh(state, id))

/** Puts a query into a page's address, and into the browser's when the page is in front. */
export function setTabQuery(id: string, query: Query): void {
  useTabs.setState((state) => describe(state, id, { query }))
  const tab = tabOf(id)
  if (tab && id === useTabs.getState().activeId) redirect(addressText(tab))
}

export const describeTab = (id: string, change: Partial<Pick<Tab, 'title' | 'dirty' | 'isKept'>>) =>
  useTabs.setState((state) => describe(state, id, change))

/** Whether a page holds work that is lost when the browser loads the console anew. */
export const isUnsaved = () => useTabs.getState().tabs.some(({ dirty }) => dirty)

/** Whether some of that is lost for good: the rest is put back. */
export const isLost = () => useTabs.getState().tabs.some(({ dirty, isKept }) => dirty && !isKept)

/** Goes to a tab as the user left it. */
export const openTab = (tab: Tab) => navigate(addressText(tab))

/** Puts a tab in the place of another. */
export const moveTab = (id: string, place: string) =>
  useTabs.setState((state) => move(state, id, place))

/** Moves a tab by one place; false when it stands at its end. */
export function stepTab(id: string, step: 1 | -1): boolean {
  const other = beside(useTabs.getState().tabs, id, step)
  if (other) moveTab(id, other.id)
  return other !== undefined
}

/** Closes tabs around one; unsaved work is asked about first. */
export async function closeTabs(id: string, scope: CloseScope): Promise<void> {
  const closing = toClose(useTabs.getState().tabs, id, scope)
  if (closing.length === 0) return
  if (closing.some(({ dirty }) => dirty) && !(await confirmDiscard())) return
  const before = useTabs.getState().activeId
  const ids = closing.map((tab) => tab.id)
  useTabs.setState((state) => close(state, ids))
  const { activeId } = useTabs.getState()
  if (activeId === before) return
  const next = tabOf(activeId)
  redirect(next ? addressText(next) : '/')
}
