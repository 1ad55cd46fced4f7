import { expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { crumbsOf } from './crumbs.ts'
import { routesOf } from './routes.ts'

const routes = routesOf([
  menuItem('/estate', {
    menuType: 0,
    subSystemUserMenuVOS: [
      menuItem('/list'),
      menuItem('/detail/:id', { activeMenu: '/list' }),
      menuItem('lifted', {
        menuType: 0,
        levelHidden: 1,
        subSystemUserMenuVOS: [menuItem('/low')],
      }),
    ],
  }),
  menuItem('/top'),
])

it.each([
  { page: '/list', title: null, way: ['/estate', '/list'] },
  { page: '/detail/:id', title: 'A-1', way: ['/estate', '/list', 'A-1'] },
  { page: '/low', title: null, way: ['/estate', '/low'] },
  { page: '/top', title: null, way: ['/top'] },
])('the way to $page', ({ page, title, way }) => {
  const route = routes.find(({ path }) => path === page)
  expect(route && crumbsOf(routes, route, title).map(({ name }) => name)).toEqual(way)
})

it('leads to the list that a detail page belongs to, and nowhere from its last step', () => {
  const [, detail] = routes
  expect(detail && crumbsOf(routes, detail, null).map(({ path }) => path)).toEqual([
    null,
    '/list',
    null,
  ])
})
