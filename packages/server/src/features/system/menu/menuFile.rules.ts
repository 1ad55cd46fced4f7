import {
  menuContent,
  type MenuFile,
  type MenuFileItem,
  menuMembers,
  menuTypes,
  problemsOf,
} from '@muster/contract'
import { inOrder, type Item, plain } from './menu.rules.ts'

/** The menu, or one item with what is below it, as a file. */
export function fileOf(items: readonly Item[], id?: string): MenuFile {
  const below = Map.groupBy(inOrder(items), ({ parentId }) => parentId)
  const byId = new Map(items.map((item) => [item.id, item]))
  const itemOf = (item: Item): MenuFileItem => {
    const { menuType, menuName, names, status } = item
    const members = menuMembers[menuType].map((member) => [member, item[member]] as const)
    const children = (below.get(item.id) ?? []).map(itemOf)
    return {
      menuType,
      menuName,
      ...(Object.keys(names).length > 0 && { names }),
      ...Object.fromEntries(members),
      status,
      ...(children.length > 0 && { subSystemUserMenuVOS: children }),
    }
  }
  const top = id === undefined ? undefined : byId.get(id)
  if (!top) return { format: 'muster-menu', items: (below.get(null) ?? []).map(itemOf) }
  const parent = byId.get(top.parentId ?? '')?.frontName ?? null
  return { format: 'muster-menu', items: [{ ...itemOf(top), parent }] }
}

/** Why an item of a file is not taken; `key` is a text key. */
interface Refused {
  readonly name: string
  readonly field: string
  readonly key: string
  readonly params?: Readonly<Record<string, string | number>>
}

export interface FilePlan {
  /** The menu as it would be; what stays as it is are the same objects. */
  readonly after: readonly Item[]
  readonly refused: readonly Refused[]
  /** How many items of the file change nothing. */
  readonly unchanged: number
}

interface Found {
  readonly item: MenuFileItem
  readonly key: string
  readonly parentKey: string | null
  /** Its place among its siblings in the file; null where the file tells only a part of them. */
  readonly place: number | null
}

/** What a file makes of the menu. Items are known by route name, buttons by their code. */
export function planOf(items: readonly Item[], file: MenuFile, makeId: () => string): FilePlan {
  const found = file.items.flatMap((item, place) =>
    flat(item, item.parent ? `f:${item.parent}` : null, item.parent === undefined ? place : null),
  )
  const known = new Map(items.map((item) => [keyOf(item), item]))
  const ids = new Map([...known].map(([key, item]) => [key, item.id]))
  const refused: Refused[] = []
  const seen = new Set<string>()
  for (const { item, key } of found) {
    if (isNameless(key) || seen.has(key)) refused.push(unnamed(item, isNameless(key)))
    if (!ids.has(key)) ids.set(key, makeId())
    seen.add(key)
  }
  const after = new Map(items.map((item) => [item.id, item]))
  let unchanged = 0
  for (const one of found.filter(({ key }) => !isNameless(key))) {
    const next = becoming(one, { known, ids, refused })
    if (!next) continue
    const before = known.get(one.key)
    if (before && isSame(before, next)) unchanged++
    else after.set(next.id, next)
  }
  return { after: [...after.values()], refused, unchanged }
}

const keyOf = ({
  menuType,
  btnCode,
  frontName,
}: Pick<MenuFileItem, 'menuType' | 'btnCode' | 'frontName'>) =>
  menuType === menuTypes.button ? `b:${btnCode ?? ''}` : `f:${frontName ?? ''}`

function flat(item: MenuFileItem, parentKey: string | null, place: number | null): Found[] {
  const key = keyOf(item)
  const below = (item.subSystemUserMenuVOS ?? []).flatMap((child, at) => flat(child, key, at))
  return [{ item, key, parentKey, place }, ...below]
}

const isNameless = (key: string) => key.endsWith(':')

function unnamed(item: MenuFileItem, isMissing: boolean): Refused {
  const field = item.menuType === menuTypes.button ? 'btnCode' : 'frontName'
  return { name: item.menuName, field, key: isMissing ? 'rule.required' : 'rule.taken' }
}

interface Merging {
  readonly known: ReadonlyMap<string, Item>
  readonly ids: ReadonlyMap<string, string>
  readonly refused: Refused[]
}

/** What an item of a file becomes; null where the file breaks a rule, which is noted. */
function becoming(one: Found, { known, ids, refused }: Merging): Item | null {
  const { item, key, parentKey, place } = one
  const { subSystemUserMenuVOS: _, parent: __, status, ...given } = item
  const before = known.get(key)
  const read = menuContent.safeParse({ ...before, ...given }, { reportInput: true })
  if (!read.success) {
    for (const problem of problemsOf(read.error)) refused.push({ name: item.menuName, ...problem })
    return null
  }
  const parentId = parentKey === null ? null : ids.get(parentKey)
  const id = ids.get(key)
  if (parentId === undefined || id === undefined) {
    refused.push({ name: item.menuName, field: 'parent', key: 'rule.unknownRecord' })
    return null
  }
  return plain({
    ...(before ?? { version: 1, isShipped: false, guard: null }),
    ...read.data,
    id,
    parentId,
    sort: place ?? before?.sort ?? behindAll,
    status: status ?? before?.status ?? 1,
  })
}

/** A place behind the items that were sorted by hand. */
const behindAll = 9999

/** Whether two items say the same. */
const isSame = (a: Item, b: Item): boolean => changedMembers(a, b).length === 0

/** The members that two items differ in. */
export function changedMembers(before: Item, after: Item): string[] {
  const old = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value))
    .map(([name]) => name)
}
