import { create } from 'zustand'
import {
  addressText,
  currentAddress,
  navigate,
  redirect,
  type Query,
} from '../../platform/address.ts'
import { confirm } from '../../kit/confirm.ts'
import { t } from '../../platform/texts.ts'
import type { Route } from '../menu/routes.ts'
import {
  type CloseScope,
  close,
  describe,
  emptyTab,
  noTabs,
  refresh,
  type Tab,
  type TabsState,
  toClose,
  visit,
} from './tabs.ts'

/** The tabs of this browser tab; they survive a reload of the page. */
export const useTabs = create<TabsState>()(() => noTabs)

const storageKey = (userName: string) => `tabs:${userName}`

/** Takes up the tabs that a user left in this browser tab; their pages mount when visited. */
export function restoreTabs(userName: string): () => void {
  const key = storageKey(userName)
  const stop = useTabs.subscribe(({ tabs }) => sessionStorage.setItem(key, JSON.stringify(tabs)))
  const asleep = keptTabs(key).map((tab) => ({ ...tab, alive: false, dirty: false }))
  useTabs.setState({ tabs: asleep, activeId: null })
  return () => {
    stop()
    useTabs.setState(noTabs)
  }
}

function keptTabs(key: string): readonly Tab[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  return Array.isArray(kept) ? kept.filter(isTab) : []
}

/** A version of the console before this one may have kept tabs of another shape. */
function isTab(value: unknown): value is Tab {
  const wanted: readonly string[] = Object.keys(emptyTab)
  return typeof value === 'object' && value !== null && wanted.every((name) => name in value)
}

/** Shows the page of an address. A bare path returns to an open tab as it was left. */
export function showPage(route: Route, params: Query, query: Query): void {
  const id = tabId(route, params)
  const known = useTabs.getState().tabs.find((tab) => tab.id === id)
  if (known && Object.keys(query).length === 0 && Object.keys(known.query).length > 0) {
    redirect(addressText(known))
    return
  }
  const path = currentAddress().path
  const pinned = route.item.noClosable === 1
  const keeps = route.item.keepAlive === 1
  useTabs.setState((state) => visit(state, { id, path, query, pinned, keeps }))
}

function tabId({ item }: Route, params: Query): string {
  return [item.frontName, ...Object.values(params)].join('/')
}

export const refreshTab = (id: string) => useTabs.setState((state) => refresh(state, id))

/** Puts a query into a page's address, and into the browser's when the page is in front. */
export function setTabQuery(id: string, query: Query): void {
  useTabs.setState((state) => describe(state, id, { query }))
  const { tabs, activeId } = useTabs.getState()
  const tab = tabs.find((one) => one.id === id)
  if (tab && id === activeId) redirect(addressText(tab))
}

export const describeTab = (id: string, change: Partial<Pick<Tab, 'title' | 'dirty'>>) =>
  useTabs.setState((state) => describe(state, id, change))

/** Goes to a tab as the user left it. */
export const openTab = (tab: Tab) => navigate(addressText(tab))

/** Closes tabs around one; unsaved work is asked about first. */
export async function closeTabs(id: string, scope: CloseScope): Promise<void> {
  const closing = toClose(useTabs.getState().tabs, id, scope)
  if (closing.length === 0) return
  if (closing.some(({ dirty }) => dirty) && !(await agreesToLose())) return
  const before = useTabs.getState().activeId
  useTabs.setState((state) =>
    close(
      state,
      closing.map((tab) => tab.id),
    ),
  )
  const { tabs, activeId } = useTabs.getState()
  if (activeId === before) return
  const next = tabs.find((tab) => tab.id === activeId)
  redirect(next ? addressText(next) : '/')
}

function agreesToLose(): Promise<boolean> {
  return confirm({
    title: t('shell.tabs.unsavedTitle'),
    text: t('shell.tabs.unsavedText'),
    agree: t('shell.tabs.closeAnyway'),
    kind: 'dangerous',
  })
}
