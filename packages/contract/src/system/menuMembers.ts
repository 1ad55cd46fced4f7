import type { MenuContent } from './menu.ts'

type Member = Exclude<keyof MenuContent, 'menuType' | 'menuName' | 'names'>

const shown = ['menuIcon', 'frontPath', 'frontName', 'isShow', 'guard'] as const
const tab = [
  'keepAlive',
  'noClosable',
  'tabHidden',
  'dynamicNewTab',
  'noColumn',
  'activeMenu',
  'target',
] as const

/** What items of each type (`menuTypes`) have beside their names; forms ask for nothing else. */
export const menuMembers: Readonly<Record<MenuContent['menuType'], readonly Member[]>> = {
  0: [...shown, 'levelHidden', 'noColumn'],
  1: [...shown, 'frontComponent', ...tab, 'levelHidden'],
  2: ['btnCode'],
  3: [...shown, 'target'],
  4: [...shown, 'iframeUrl', ...tab],
}

/** What Muster knows a shipped item by: nobody changes it. */
export const fixedMenuMembers = [
  'menuType',
  'frontPath',
  'frontName',
  'frontComponent',
  'btnCode',
] as const satisfies readonly (Member | 'menuType')[]

/** The types of items that may lie below each type; null is the top of the menu. */
const below = new Map<number | null, readonly number[]>([
  [null, [0, 1, 3, 4]],
  [0, [0, 1, 3, 4]],
  [1, [1, 2]],
  [4, [2]],
])

/** Whether an item of this type may lie below one of that type, or at the top (null). */
export const mayLieBelow = (menuType: number, parentType: number | null): boolean =>
  below.get(parentType)?.includes(menuType) ?? false
