import { type MenuItem, menuTypes } from '@muster/contract'
import { isExternal, pathBelow } from './paths.ts'

/** A visible entry of the menu: a leaf leads to a path, a group holds entries. */
export interface SidebarEntry {
  readonly item: MenuItem
  readonly path: string
  readonly entries: readonly SidebarEntry[]
}

/**
 * The visible menu. Hidden items are left out; an item with a visible child is a group, any other a
 * leaf; a directory without a visible child leads nowhere and is left out; `levelHidden` lifts a
 * group's children one level.
 */
export function sidebarOf(menu: readonly MenuItem[], parent = ''): readonly SidebarEntry[] {
  return menu.flatMap((item): readonly SidebarEntry[] => {
    if (item.isShow === 0) return []
    const path = pathBelow(parent, item)
    const entries = sidebarOf(item.subSystemUserMenuVOS, path)
    if (entries.length === 0 && item.menuType === menuTypes.directory) return []
    return entries.length > 0 && item.levelHidden === 1 ? entries : [{ item, path, entries }]
  })
}

/** The first page of the menu, from the top. */
export function firstPath(entries: readonly SidebarEntry[]): string | null {
  for (const entry of entries) {
    const path = entry.entries.length > 0 ? firstPath(entry.entries) : entry.path
    if (path && !isExternal(path)) return path
  }
  return null
}

/** The groups around a path, outermost first. */
export function groupsAround(
  entries: readonly SidebarEntry[],
  path: string,
): readonly SidebarEntry[] {
  for (const entry of entries) {
    if (entry.entries.some((child) => child.path === path)) return [entry]
    const inner = groupsAround(entry.entries, path)
    if (inner.length > 0) return [entry, ...inner]
  }
  return []
}

/** The top-level entry of a page: the group around it, or the entry itself. */
export function topOf(entries: readonly SidebarEntry[], path: string): SidebarEntry | null {
  return groupsAround(entries, path)[0] ?? entries.find((entry) => entry.path === path) ?? null
}
