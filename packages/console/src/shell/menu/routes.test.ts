import { type MenuItem, menuTypes } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { findRoute, firstPath, groupsAround, markedPath, routesOf, sidebarOf } from './routes.ts'

const item = (frontPath: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id: frontPath,
  frontPath,
  frontName: frontPath,
  frontComponent: 'DEVICE_LIST',
  menuName: frontPath,
  menuIcon: '',
  isShow: 1,
  menuType: 1,
  iframeUrl: null,
  keepAlive: 1,
  noClosable: 0,
  activeMenu: null,
  subSystemUserMenuVOS: [],
  ...more,
})

const menu = [
  item('/estate', {
    menuType: 0,
    frontComponent: 'LAYOUT',
    subSystemUserMenuVOS: [
      item('/device/list', { frontName: 'DeviceList' }),
      item('/device/detail/:id', { isShow: 0, activeMenu: 'DeviceList' }),
      item('deep', { menuType: 0, subSystemUserMenuVOS: [item('leaf')] }),
    ],
  }),
  item('/empty', { menuType: 0, frontComponent: '', subSystemUserMenuVOS: [] }),
  item('/hidden', { menuType: 0, subSystemUserMenuVOS: [item('/ucenter', { isShow: 0 })] }),
  item('https://example.org', { menuType: menuTypes.link, frontComponent: '' }),
]

describe('routes of the menu', () => {
  const routes = routesOf(menu)

  it('gives each page its full path', () => {
    expect(routes.map(({ path }) => path)).toEqual([
      '/device/list',
      '/device/detail/:id',
      '/estate/deep/leaf',
      '/ucenter',
    ])
  })

  it('finds a page with its parameters', () => {
    expect(findRoute(routes, '/device/detail/a%20b')?.params).toEqual({ id: 'a b' })
    expect(findRoute(routes, '/device/detail/')).toBeNull()
    expect(findRoute(routes, '/nowhere')).toBeNull()
  })

  it('marks the list while its detail page is open', () => {
    const detail = findRoute(routes, '/device/detail/1')
    expect(detail && markedPath(routes, detail.route)).toBe('/device/list')
  })
})

describe('the sidebar', () => {
  const entries = sidebarOf(menu)

  it('leaves out hidden pages and groups without a visible page', () => {
    expect(entries.map(({ path }) => path)).toEqual(['/estate', 'https://example.org'])
    expect(entries[0]?.entries.map(({ path }) => path)).toEqual(['/device/list', '/estate/deep'])
  })

  it('starts at its first page', () => {
    expect(firstPath(entries)).toBe('/device/list')
    expect(firstPath([])).toBeNull()
  })

  it('knows the groups around a page', () => {
    expect(groupsAround(entries, '/estate/deep/leaf').map(({ path }) => path)).toEqual([
      '/estate',
      '/estate/deep',
    ])
  })
})
