import { menuTypes } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { menuItem as item } from '../../../test/menuItem.ts'
import { findRoute, markedPath, routesOf } from './routes.ts'

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
  item('top'),
  item('/list', { subSystemUserMenuVOS: [item('edit/:id', { isShow: 0 })] }),
  item('/map', { menuType: menuTypes.iframe, frontComponent: 'IFRAME' }),
]

describe('routes of the menu', () => {
  const routes = routesOf(menu)

  it('mounts a leaf at the top under the root path, and others under their parents', () => {
    expect(routes.map(({ path }) => path)).toEqual([
      '/device/list',
      '/device/detail/:id',
      '/estate/deep/leaf',
      '/ucenter',
      '/top',
      '/list',
      '/list/edit/:id',
      '/map',
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
