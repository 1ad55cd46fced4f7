import {
  menuContent,
  type MenuFile,
  type MenuFileItem,
  type MenuGuard,
  menuMembers,
  menuTypes,
  problemsOf,
} from '@muster/contract'
import { inOrder, type Item, plain } from './menu.rules.ts'

/** Roles of an installation: a file names them by code, since ids are its own. */
export type Roles = readonly { readonly id: string; readonly code: string }[]

interface Taken {
  readonly roles: Roles
  /** Only this item and what is below it. */
  readonly id?: string | undefined
}

/** The menu, or a part of it, as a file. */
export function fileOf(items: readonly Item[], { roles, id }: Taken): MenuFile {
  const codes = new Map(roles.map((role) => [role.id, role.code]))
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
      ...(item.guard && { guard: withRoles(item.guard, (role) => codes.get(role) ?? role) }),
      status,
      ...(children.length > 0 && { subSystemUserMenuVOS: children }),
    }
  }
  const top = id === undefined ? undefined : byId.get(id)
  if (!top) return { format: 'muster-menu', items: (below.get(null) ?? []).map(itemOf) }
  const parent = byId.get(top.parentId ?? '')?.frontName ?? null
  return { format: 'muster-menu', items: [{ ...itemOf(top), parent }] }
}

const rolesOf = (guard: MenuGuard): readonly string[] =>
  ('mode' in guard ? guard.role : undefined) ?? []

const withRoles = (guard: MenuGuard, nameOf: (role: string) => string): MenuGuard =>
  'mode' in guard && guard.role ? { ...guard, role: guard.role.map(nameOf) } : guard

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

interface Making {
  readonly roles: Roles
  readonly makeId: () => string
}

/** What a file makes of the menu. Items are known by route name, buttons and roles by their code. */
export function planOf(
  items: readonly Item[],
  file: MenuFile,
  { roles, makeId }: Making,
): FilePlan {
  const roleIds = new Map(roles.map(({ id, code }) => [code.toLowerCase(), id]))
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
    const next = becoming(one, { known, ids, roleIds, refused })
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
  /** By their codes, which are the same however they are written. */
  readonly roleIds: ReadonlyMap<string, string>
  readonly refused: Refused[]
}

/** What an item of a file becomes; null where the file breaks a rule, which is noted. */
function becoming(one: Found, merging: Merging): Item | null {
  const { known, ids, refused } = merging
  const { item, key, parentKey, place } = one
  const { subSystemUserMenuVOS: _, parent: __, status, ...written } = item
  const guard = item.guard && guardHere(item, item.guard, merging)
  if (item.guard && !guard) return null
  const given = { ...written, ...(guard && { guard }) }
  const before = known.get(key)
  const read = menuContent().safeParse({ ...before, ...given }, { reportInput: true })
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
    ...(before ?? { version: 1, isShipped: false }),
    ...read.data,
    id,
    parentId,
    sort: place ?? before?.sort ?? behindAll,
    status: status ?? before?.status ?? 1,
  })
}

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A guard with the ids that its roles have here; null where one is not here, which is noted. */
function guardHere(
  { menuName: name }: MenuFileItem,
  guard: MenuGuard,
  { roleIds, refused }: Merging,
): MenuGuard | null {
  const idOf = (code: string) => roleIds.get(code.toLowerCase())
  const code = rolesOf(guard).find((role) => idOf(role) === undefined)
  if (code === undefined) return withRoles(guard, (role) => idOf(role) ?? role)
  // Files of earlier versions had the ids of the installation they were taken from.
  const key = isId.test(code) ? 'menus.rule.roleById' : 'menus.rule.unknownRole'
  refused.push({ name, field: 'guard', key, params: { code } })
  return null
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
