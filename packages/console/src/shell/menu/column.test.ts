import { expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { columnGroup } from './column.ts'
import { sidebarOf } from './entries.ts'

const [estate, news, access] = sidebarOf([
  menuItem('/estate', { subSystemUserMenuVOS: [menuItem('/device/list')] }),
  menuItem('/news'),
  menuItem('/access', { subSystemUserMenuVOS: [menuItem('/user')] }),
])
const item = menuItem('/device/list')
const none = { item, around: null, picked: null, collapsed: false }

it.each([
  { rule: 'the group around the page', around: estate, shows: estate },
  { rule: 'folded at home', item: menuItem('/', { frontName: 'Dashboard' }), around: estate },
  { rule: 'folded on the way to a page', item: null, around: estate },
  { rule: 'folded with an empty first extra', around: null },
  { rule: 'folded with a first extra that has no children', around: news },
  { rule: 'folded by noColumn', item: menuItem('/a', { noColumn: 1 as const }), around: estate },
  { rule: 'folded by the user', collapsed: true, around: estate },
  { rule: 'the group chosen by hand', picked: access, around: estate, shows: access },
  { rule: 'folded for a leaf chosen by hand', picked: news, around: estate },
  {
    rule: 'the group chosen by hand at home',
    item: menuItem('/', { frontName: 'Dashboard' }),
    picked: access,
    shows: access,
  },
])('the second column shows: $rule', ({ shows = null, ...situation }) => {
  const { around = null, picked = null, ...rest } = situation
  expect(columnGroup({ ...none, ...rest, around, picked })).toBe(shows)
})
