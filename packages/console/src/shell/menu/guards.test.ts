import type { MenuGuard } from '@muster/contract'
import { expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { missingOf, permittedOf } from './guards.ts'

/** Holds the code A only. */
const may = (guard: MenuGuard) =>
  'mode' in guard ? guard.mode === 'except' : guard.some((code) => code === 'A')

const menu = [
  menuItem('/open'),
  menuItem('/a', { guard: ['A', 'B'] }),
  menuItem('/b', { guard: ['B'], subSystemUserMenuVOS: [menuItem('/b/1')] }),
  menuItem('/c', {
    subSystemUserMenuVOS: [
      menuItem('/c/1', { guard: { role: ['chief'], permission: ['C'], mode: 'allOf' } }),
      menuItem('/c/2', { guard: { permission: ['C'], mode: 'except' } }),
    ],
  }),
]

it('takes what a guard refuses out of the menu, at any depth', () => {
  const left = permittedOf(menu, may)
  expect(left.map(({ frontPath }) => frontPath)).toEqual(['/open', '/a', '/c'])
  expect(left[2]?.subSystemUserMenuVOS.map(({ frontPath }) => frontPath)).toEqual(['/c/2'])
})

it('names what is missing', () => {
  expect(missingOf(menu.slice(0, 2), may)).toBeNull()
  expect(missingOf(menu.slice(1, 3), may)).toBe('B')
  expect(missingOf(menu[3]?.subSystemUserMenuVOS ?? [], may)).toBe('chief, C')
})
