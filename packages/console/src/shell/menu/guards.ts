import type { MenuGuard, MenuItem } from '@muster/contract'

type May = (guard: MenuGuard) => boolean

/** The menu without the items whose guard the user does not pass, and without what is below them. */
export function permittedOf(menu: readonly MenuItem[], may: May): readonly MenuItem[] {
  return menu
    .filter(({ guard }) => guard === null || may(guard))
    .map((item) => ({
      ...item,
      subSystemUserMenuVOS: permittedOf(item.subSystemUserMenuVOS, may),
    }))
}

/** What is asked for by the first guard of these that the user does not pass; null when none. */
export function missingOf(items: readonly MenuItem[], may: May): string | null {
  const guard = items.map((item) => item.guard).find((one) => one !== null && !may(one))
  return guard ? codesOf(guard).join(', ') : null
}

function codesOf(guard: MenuGuard): readonly string[] {
  return 'mode' in guard ? [...(guard.role ?? []), ...(guard.permission ?? [])] : guard
}
