import { menuTypes } from '@muster/contract'
import { branchOf, type Item } from './menu.rules.ts'

interface Making {
  readonly hasScreen: (key: string) => boolean
  readonly makeId: () => string
}

/**
 * An item with all below it once more, under names that are free. Shipped buttons stay: calls ask
 * for their codes, whichever page they are pressed on. So do pages that this version does not have.
 */
export function copiesOf(
  items: readonly Item[],
  id: string,
  { hasScreen, makeId }: Making,
): Item[] {
  const branch = branchOf(items, id).filter(
    (item) =>
      !(item.menuType === menuTypes.button && item.isShipped) &&
      !(item.menuType === menuTypes.page && !hasScreen(item.frontComponent)),
  )
  const ids = new Map(branch.map((item) => [item.id, makeId()]))
  const taken = {
    names: new Set(items.map(({ frontName }) => frontName)),
    codes: new Set(items.map(({ btnCode }) => btnCode)),
    paths: new Set(items.map(({ frontPath }) => frontPath)),
  }
  return branch.flatMap((item) => {
    const copy = ids.get(item.id)
    const isTop = item.id === id
    const parentId = isTop ? item.parentId : ids.get(item.parentId ?? '')
    // What lay below a page that stays, stays with it.
    if (copy === undefined || parentId === undefined) return []
    const { frontName, frontPath, btnCode, menuType } = item
    const hasPath = frontPath !== '' && menuType !== menuTypes.link
    return [
      {
        ...item,
        id: copy,
        parentId,
        version: 1,
        isShipped: false,
        frontName: frontName && free(taken.names, (n) => `${frontName}${n}`),
        btnCode: btnCode && free(taken.codes, (n) => `${btnCode}_${n}`),
        frontPath: hasPath ? free(taken.paths, (n) => numbered(frontPath, n)) : frontPath,
      },
    ]
  })
}

/** The first of the numbered names that nobody has; it is taken from now on. */
function free(taken: Set<string | null>, nameOf: (n: number) => string): string {
  let n = 2
  while (taken.has(nameOf(n))) n++
  taken.add(nameOf(n))
  return nameOf(n)
}

/** `/device/detail/:id` becomes `/device/detail-2/:id`. */
const numbered = (path: string, n: number) =>
  path.replace(/^[^:]*[^:/]/, (fixed) => `${fixed}-${n}`)
