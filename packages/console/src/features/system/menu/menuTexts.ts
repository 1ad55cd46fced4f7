import type { MenuNode, TextKey } from '@muster/contract'
import { language, nameText } from '../../../platform/texts.ts'

export const menuTypeTexts: Readonly<Record<MenuNode['menuType'], TextKey>> = {
  0: 'menus.type.0',
  1: 'menus.type.1',
  2: 'menus.type.2',
  3: 'menus.type.3',
  4: 'menus.type.4',
}

/** What an item is called in the reader's language. */
export const shownName = ({ names, menuName }: Pick<MenuNode, 'names' | 'menuName'>): string =>
  nameText(names[language] ?? menuName)
