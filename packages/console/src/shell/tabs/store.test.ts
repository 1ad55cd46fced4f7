import { beforeEach, expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { navigate } from '../../platform/address.ts'
import { type Route, routesOf } from '../menu/routes.ts'
import { reconcileTabs, forgetTabs, restoreTabs, showPage, useTabs } from './store.ts'

const routes = routesOf([
  menuItem('/list', { frontName: 'List' }),
  menuItem('/home', { frontName: 'Home', noClosable: 1 }),
  menuItem('/record/:id', { frontName: 'Record', dynamicNewTab: 1 }),
  menuItem('/one/:id', { frontName: 'One' }),
  menuItem('/quiet', { frontName: 'Quiet', tabHidden: 1, keepAlive: 0 }),
])

/** Goes to an address as the navigation does. */
async function go(path: string, query: Readonly<Record<string, string>> = {}): Promise<void> {
  navigate(path)
  const name = path.split('/')[1]
  const route = routes.find((one: Route) => one.path.split('/')[1] === name)
  if (route) await showPage(route, query)
}

const tabs = () => useTabs.getState().tabs

beforeEach(() => {
  forgetTabs()
  sessionStorage.clear()
})

it('keeps of a page its path, query and name, and what its meta says of the tab', async () => {
  await go('/list', { sn: 'A' })
  expect(tabs()).toMatchObject([
    { id: 'List', path: '/list', query: { sn: 'A' }, pinned: false, keeps: true, unlisted: false },
  ])
})

it('returns to a page that has put nothing but empty values into its address', async () => {
  await go('/list', { sn: '' })
  await go('/home')
  await go('/list')
  expect(useTabs.getState().activeId).toBe('List')
})

it('gives each record and query of a route with dynamicNewTab a tab of its own', async () => {
  await go('/record/1')
  await go('/record/2')
  await go('/record/2', { part: 'tasks' })
  expect(tabs()).toHaveLength(3)
  await go('/one/1')
  await go('/one/2')
  expect(tabs().filter(({ id }) => id === 'One')).toMatchObject([{ path: '/one/2', revision: 1 }])
})

it('opens pages with noClosable at the start, and closes what the menu grants no more', async () => {
  await go('/list')
  reconcileTabs(routes)
  expect(tabs()).toMatchObject([{ id: 'Home', pinned: true, alive: false }, { id: 'List' }])
  reconcileTabs(routes.filter(({ item }) => item.frontName !== 'List'))
  expect(tabs().map(({ id }) => id)).toEqual(['Home'])
})

it('keeps a page with tabHidden out of the bar', async () => {
  await go('/quiet')
  expect(tabs()).toMatchObject([{ id: 'Quiet', unlisted: true, keeps: false }])
})

it('takes up the tabs of the same user after a reload, asleep, and nothing else that stands there', async () => {
  const stop = restoreTabs('ann')
  await go('/list', { sn: 'A' })
  stop()
  expect(tabs()).toEqual([])
  restoreTabs('bob')()
  expect(tabs()).toEqual([])
  sessionStorage.setItem('tabs:eve', '{broken')
  restoreTabs('eve')()
  const end = restoreTabs('ann')
  expect(tabs()).toMatchObject([{ id: 'List', query: { sn: 'A' }, alive: false }])
  end()
})
