import { type MenuItem, menuTypes } from '@muster/contract'
import { useSession } from '../../../kit/session.ts'
import { nameText } from '../../../platform/texts.ts'

/** A page that the user's menu shows. */
export interface MenuPage {
  readonly path: string
  readonly name: string
  readonly screen: string
}

/** The pages of the user's menu that stand for themselves, from the top. */
export function usePages(): readonly MenuPage[] {
  return pagesOf(useSession((state) => state.menu))
}

/** The visible pages of a menu, each with its whole path. */
export function pagesOf(menu: readonly MenuItem[], above = ''): readonly MenuPage[] {
  return menu.flatMap((item): readonly MenuPage[] => {
    const { frontPath, menuName, menuType, frontComponent: screen, isShow } = item
    if (isShow === 0) return []
    const path = frontPath.startsWith('/') ? frontPath : `${above}/${frontPath}`
    const below = pagesOf(item.subSystemUserMenuVOS, path)
    const isPage = menuType === menuTypes.page && !path.includes(':')
    return isPage ? [{ path, name: nameText(menuName), screen }, ...below] : below
  })
}
