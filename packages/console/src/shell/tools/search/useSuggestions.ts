import { languages, search } from '@muster/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { pathOf, query } from '../../../kit/queries.ts'
import { ask } from '../../../kit/call.ts'
import { navigate } from '../../../platform/address.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { type SidebarEntry, sidebarOf } from '../../menu/entries.ts'
import { findRoute, type Route } from '../../menu/routes.ts'
import { isExternal } from '../../menu/paths.ts'
import { useMenu, useRoutes } from '../../menu/navigation.ts'
import { siteOf } from '../../session/site.ts'
import { openTab, useTabs } from '../../tabs/store.ts'
import { listed } from '../../tabs/tabs.ts'
import { actIn } from './acts.ts'
import { commandsOf } from './commands.ts'
import { type Recent, useRecents } from './recents.ts'
import { recordsOf } from './records.ts'
import { type Kind, type Suggestion, suggest } from './suggestions.ts'

/** Fewer letters fit too many records. */
const fewestLetters = 2

/** What the dialog offers for what was typed, and whether the server still searches. */
export function useSuggestions(typed: string) {
  const routes = useRoutes()
  const menu = sidebarOf(useMenu())
  const tabs = useTabs((state) => state.tabs)
  const { list: recents } = useRecents()
  const { data: offered = [] } = useQuery(query(languages.list, {}))
  const act = actIn(typed)
  const { data: records, isFetching, isError } = useRecords(act?.rest ?? typed)
  const all: readonly Suggestion[] = [
    ...listed(tabs).map((tab) => ({
      id: tab.path,
      group: 'tab' as const,
      kind: kindOf(routes, tab.path),
      text: tab.title ?? nameOf(routes, tab.path),
      icon: 'columns' as const,
      menuIcon: findRoute(routes, tab.path)?.route.item.menuIcon,
      choose: () => openTab(tab),
    })),
    ...recents
      .filter(({ path }) => findRoute(routes, path))
      .map((recent) => recentOf(routes, recent)),
    ...pagesOf(menu),
    ...recordsOf({ found: records, routes, act }),
    ...commandsOf(offered),
    ...webSearchOf(typed),
  ]
  return { list: suggest(all, typed), isSearching: isFetching, isError }
}

function useRecords(typed: string) {
  const keyword = asciiDigits(typed.trim())
  const isEnough = keyword.length >= fewestLetters
  const input = { query: { keyword } }
  return useQuery({
    queryKey: [pathOf(search, {}), input],
    // The dialog says itself when the search fails.
    queryFn: isEnough ? ({ signal }) => ask(search, input, { signal }) : skipToken,
  })
}

const nameOf = (routes: readonly Route[], path: string): string =>
  nameText(findRoute(routes, path)?.route.item.menuName ?? path)

/** A page of one terminal or organisation is called by that. */
function kindOf(routes: readonly Route[], path: string): Kind {
  const item = findRoute(routes, path)?.route.item
  if (item?.frontComponent === 'DEVICE') return 'device'
  const isOne = item?.frontComponent === 'ORGANIZATION' && item.frontPath.includes(':')
  return isOne ? 'organization' : 'page'
}

const recentOf = (routes: readonly Route[], { path, title }: Recent): Suggestion => ({
  id: path,
  group: 'recent',
  kind: kindOf(routes, path),
  text: title,
  icon: 'restore',
  choose: () => navigate(path),
})

/** The leaves of the menu, with the groups they lie in. */
function pagesOf(entries: readonly SidebarEntry[], above = ''): readonly Suggestion[] {
  return entries.flatMap(({ item, path, entries: below }): readonly Suggestion[] => {
    const text = nameText(item.menuName)
    if (below.length > 0) return pagesOf(below, above ? `${above} › ${text}` : text)
    const choose = () => goTo(path, item.target)
    const { menuIcon } = item
    const entry = { id: path, group: 'menu', kind: 'page', text, detail: above } as const
    return [{ ...entry, words: path, icon: 'menu', menuIcon, choose }]
  })
}

function goTo(path: string, target: string | null): void {
  if (target === '_blank') window.open(isExternal(path) ? path : `#${path}`, '_blank', 'noopener')
  else if (isExternal(path)) location.assign(path)
  else navigate(path)
}

/** A search of the web, where an administrator has set an address for it. */
function webSearchOf(typed: string): readonly Suggestion[] {
  const address = siteOf().searchAddress
  const words = typed.trim()
  if (!address || !words) return []
  const url = address.replace('{query}', encodeURIComponent(words))
  const choose = () => void window.open(url, '_blank', 'noopener')
  const text = t('tools.webSearch', { words })
  return [{ id: 'web', group: 'web', kind: 'web', text, icon: 'search', choose }]
}
