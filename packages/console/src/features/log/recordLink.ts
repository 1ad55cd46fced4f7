import type { Action, MenuItem } from '@muster/contract'
import { useSession } from '../../kit/session.ts'
import { addressText } from '../../platform/address.ts'

interface Page {
  readonly path: string
  readonly item: MenuItem
}

const pagesOf = (menu: readonly MenuItem[], above = ''): readonly Page[] =>
  menu.flatMap((item) => {
    const { frontPath, subSystemUserMenuVOS: below } = item
    const path = frontPath.startsWith('/') ? frontPath : `${above}/${frontPath}`
    return [{ path, item }, ...pagesOf(below, path)]
  })

type Told = Pick<Action, 'method' | 'pageName' | 'targetIds' | 'targetName'>

/**
 * Where the record of an entry can be looked at: its own page, or the list of its kind with its name
 * sought; null where it is gone, where it is one of many, or where the user has no such page.
 */
function recordLink(menu: readonly MenuItem[], entry: Told): string | null {
  const { method, pageName, targetIds, targetName } = entry
  const [id] = targetIds
  if (method === 'DELETE' || !id || targetIds.length > 1 || !targetName) return null
  const pages = pagesOf(menu)
  const page = pages.find(({ item }) => item.menuName === pageName)
  if (!page) return null
  const isDevice = ['DEVICE', 'DEVICE_LIST'].includes(page.item.frontComponent)
  const own = isDevice && pages.find(({ item }) => item.frontComponent === 'DEVICE')
  if (own) return own.path.replace(':id', id)
  return page.path.includes(':')
    ? null
    : addressText({ path: page.path, query: { keyword: targetName } })
}

/** {@link recordLink} in the signed-in user's menu. */
export const useRecordLink = (entry: Told): string | null =>
  useSession(({ menu }) => recordLink(menu, entry))
