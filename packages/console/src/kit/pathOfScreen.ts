import type { MenuItem, ScreenKey } from '@muster/contract'

/** Where the menu has a screen, if the user has it. */
export function pathOfScreen(
  menu: readonly MenuItem[],
  screen: ScreenKey,
  parent = '',
): string | null {
  for (const { frontComponent, frontPath, subSystemUserMenuVOS } of menu) {
    const path = frontPath.startsWith('/') ? frontPath : `${parent}/${frontPath}`
    if (frontComponent === screen) return path
    const below = pathOfScreen(subSystemUserMenuVOS, screen, path)
    if (below) return below
  }
  return null
}
