import { readJson } from '../../platform/kept.ts'
import { emptyTab, type Tab } from './tabs.ts'

const storageKey = (userName: string) => `tabs:${userName}`

/** Keeps the tabs of a user for the next load of the page. */
export function keepTabs(userName: string, tabs: readonly Tab[]): void {
  sessionStorage.setItem(storageKey(userName), JSON.stringify(tabs))
}

/** The tabs that were kept; asleep, because their pages are not there any more. */
export function keptTabs(userName: string): readonly Tab[] {
  const kept = readJson(sessionStorage, storageKey(userName))
  const tabs = Array.isArray(kept) ? kept.filter(isTab) : []
  return tabs.map((tab) => ({ ...tab, alive: false, dirty: false }))
}

/** A version of the console before this one may have kept tabs of another shape. */
function isTab(value: unknown): value is Tab {
  const wanted: readonly string[] = Object.keys(emptyTab)
  return typeof value === 'object' && value !== null && wanted.every((name) => name in value)
}
