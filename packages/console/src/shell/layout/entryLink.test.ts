import { beforeEach, expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { prepareBrowser } from '../../../test/show.tsx'
import { useTabs } from '../tabs/store.ts'
import { emptyTab } from '../tabs/tabs.ts'
import { entryLink } from './entryLink.ts'

const entry = (path: string, more = {}) => ({ item: menuItem(path, more), path, entries: [] })
const revision = () => useTabs.getState().tabs[0]?.revision

beforeEach(() => {
  prepareBrowser()
  location.hash = '/news'
  useTabs.setState({ tabs: [{ ...emptyTab, id: 'news', path: '/news' }], activeId: 'news' })
})

it('loads the page anew when its own path is clicked', () => {
  entryLink(entry('/news'), '/news').onClick()
  expect(revision()).toBe(1)
})

it('leaves the page alone when another path is clicked, or one for a new window', () => {
  entryLink(entry('/users'), '/news').onClick()
  entryLink(entry('/news', { target: '_blank' }), '/news').onClick()
  expect(revision()).toBe(0)
})
