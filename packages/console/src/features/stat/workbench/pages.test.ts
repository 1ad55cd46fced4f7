import { menuTypes } from '@muster/contract'
import { expect, it } from 'vitest'
import { menuItem } from '../../../../test/menuItem.ts'
import { pagesOf } from './pages.ts'

it('names the pages that the menu shows and that need no record', () => {
  const menu = [
    menuItem('/estate', {
      menuType: menuTypes.directory,
      subSystemUserMenuVOS: [
        menuItem('/device/list', { menuName: 'Terminals', frontComponent: 'DEVICE_LIST' }),
        menuItem('groups', { menuName: 'Groups', frontComponent: 'DEVICE_GROUP' }),
        menuItem('/device/detail/:id', { frontComponent: 'DEVICE' }),
        menuItem('/hidden', { isShow: 0 }),
      ],
    }),
  ]
  expect(pagesOf(menu)).toEqual([
    { path: '/device/list', name: 'Terminals', screen: 'DEVICE_LIST' },
    { path: '/estate/groups', name: 'Groups', screen: 'DEVICE_GROUP' },
  ])
})
