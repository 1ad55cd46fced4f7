import type { MenuItem } from '@muster/contract'
import { createContext, use } from 'react'
import type { Query } from '../../platform/address.ts'

/** The page that a screen is shown in: its own address, also while another tab is in front. */
export interface Page {
  readonly route: MenuItem
  readonly params: Query
  readonly query: Query
  /** Whether this page's tab is in front; pass it to a query as `subscribed`. */
  readonly active: boolean
  /** Puts this query into the address, in place of the last one; empty values are left out. */
  readonly setQuery: (query: Query) => void
  /** Names the tab after its record. */
  readonly setTitle: (title: string) => void
  /**
   * Marks unsaved work: the user is asked before the tab closes. Each holder speaks for itself; the mark
   * goes when none has any. What is kept is put back after the console is loaded anew.
   */
  readonly setDirty: (dirty: boolean, holder?: string, isKept?: boolean) => void
}

export const PageContext = createContext<Page | null>(null)

/** The page around the calling screen. */
export function usePage(): Page {
  const page = use(PageContext)
  if (!page) throw new Error('usePage() outside of a page')
  return page
}
