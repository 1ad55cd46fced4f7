import {
  fixedMenuMembers,
  mayLieBelow,
  type MenuContent,
  menuContent,
  menuDepth,
  menuMembers,
  menuTypes,
  type TextKey,
} from '@muster/contract'

/** An item of the menu with its place. */
export interface Item extends MenuContent {
  readonly id: string
  readonly parentId: string | null
  readonly sort: number
  readonly status: 0 | 1
  readonly version: number
  readonly isShipped: boolean
}

export interface Fault {
  readonly id: string
  readonly field: string
  readonly key: TextKey
  readonly params?: Readonly<Record<string, string | number>>
}

/** What the rules need to know of the world. */
export interface Known {
  /** Whether this version has the screen of a key. */
  readonly hasScreen: (key: string) => boolean
  /** Whether the console may embed an address. */
  readonly mayEmbed: (url: string) => boolean
  /** Whether there is a role of this id. */
  readonly hasRole: (id: string) => boolean
}

/** What an item of its type does not have is as it is at first. */
export function plain<C extends MenuContent>(item: C): C {
  const { menuType, menuName, names } = item
  const kept = menuMembers[menuType].map((member) => [member, item[member]] as const)
  const content = menuContent().parse({ ...Object.fromEntries(kept), menuType, menuName, names })
  const fixed = { [menuTypes.directory]: 'LAYOUT', [menuTypes.iframe]: 'IFRAME' }
  const frontComponent = new Map(Object.entries(fixed)).get(String(menuType))
  return { ...item, ...content, ...(frontComponent && { frontComponent }) }
}

/** What is wrong with items that were added or changed, in the menu as it would be. */
export function faultsOf(
  items: readonly Item[],
  { before, known }: { readonly before: readonly Item[]; readonly known: Known },
): Fault[] {
  const old = new Map(before.map((item) => [item.id, item]))
  const places = placesOf(items)
  return items
    .filter((item) => old.get(item.id) !== item)
    .flatMap((item) => [
      ...placeFaults(item, places),
      ...ownFaults(item, old.get(item.id), known),
      ...guardFaults(item, items, known),
      ...doubles(item, items),
    ])
}

interface Places {
  readonly byId: ReadonlyMap<string, Item>
  readonly below: ReadonlyMap<string | null, readonly Item[]>
}

const placesOf = (items: readonly Item[]): Places => ({
  byId: new Map(items.map((item) => [item.id, item])),
  below: Map.groupBy(items, ({ parentId }) => parentId),
})

const { page, button, link, iframe } = menuTypes

function placeFaults(item: Item, { byId, below }: Places): Fault[] {
  const { id, parentId, menuType } = item
  const wrong = (key: TextKey, params = {}): Fault[] => [{ id, field: 'parentId', key, params }]
  const parent = parentId === null ? null : byId.get(parentId)
  if (parent === undefined) return wrong('rule.unknownRecord')
  const above = aboveOf(item, byId)
  if (above === null) return wrong('rule.circle')
  if (above + heightOf(item, below) > menuDepth) return wrong('rule.tooDeep', { limit: menuDepth })
  if (mayLieBelow(menuType, parent?.menuType ?? null)) return []
  return wrong(menuType === button ? 'menus.rule.underPage' : 'menus.rule.underDirectory')
}

/** How many items lie above one; null where they go round in a circle. */
function aboveOf(item: Item, byId: Places['byId']): number | null {
  let count = 0
  for (let at = item.parentId; at !== null; at = byId.get(at)?.parentId ?? null) {
    if (at === item.id || count > byId.size) return null
    count++
  }
  return count
}

/** Levels of an item and what is below it. */
function heightOf(item: Item, children: Places['below']): number {
  const heights = (children.get(item.id) ?? []).map((child) => heightOf(child, children))
  return 1 + Math.max(0, ...heights)
}

function ownFaults(item: Item, before: Item | undefined, known: Known): Fault[] {
  const { id } = item
  if (!before?.isShipped) return memberFaults(item, known)
  return fixedMenuMembers
    .filter((field) => item[field] !== before[field])
    .map((field) => ({ id, field, key: 'menus.rule.shipped' }))
}

/** A guard that asks for what nobody can hold would close its page for good. */
function guardFaults({ id, guard }: Item, items: readonly Item[], { hasRole }: Known): Fault[] {
  if (guard === null) return []
  const { role = [], permission = [] } = 'mode' in guard ? guard : { permission: guard }
  const wrong = (key: TextKey, params = {}): Fault[] => [{ id, field: 'guard', key, params }]
  if (role.length + permission.length === 0) return wrong('menus.rule.emptyGuard')
  const codes = new Set(items.map(({ btnCode }) => btnCode))
  const code = permission.find((one) => !codes.has(one))
  if (code !== undefined) return wrong('menus.rule.unknownCode', { code })
  return role.every(hasRole) ? [] : wrong('rule.unknownRecord')
}

const consolePath = /^\/[A-Za-z0-9/_:.-]+$/
/** Pages of the console itself. */
const ownPath = /^\/(login|register|callback|unauth|403|404)(\/|$)/
const outside = /^(https?:\/\/|mailto:|tel:)\S+$/

function memberFaults(item: Item, { hasScreen, mayEmbed }: Known): Fault[] {
  const { id, menuType, frontPath, frontComponent, iframeUrl } = item
  const faults: Fault[] = []
  const wrong = (field: string, key: TextKey, params = {}) =>
    faults.push({ id, field, key, params })
  if (menuType === button) {
    if (item.btnCode === null) wrong('btnCode', 'rule.required')
    return faults
  }
  if (item.frontName === null) wrong('frontName', 'rule.required')
  if (frontPath === '') wrong('frontPath', 'rule.required')
  else if (menuType === link) {
    if (!outside.test(frontPath)) wrong('frontPath', 'menus.rule.address')
  } else if (!consolePath.test(frontPath) || ownPath.test(frontPath))
    wrong('frontPath', 'menus.rule.path')
  if (menuType === page && !hasScreen(frontComponent))
    wrong('frontComponent', 'menus.rule.component')
  if (menuType === iframe && !(iframeUrl !== null && mayEmbed(iframeUrl)))
    wrong('iframeUrl', iframeUrl === null ? 'rule.required' : 'menus.rule.frame')
  return faults
}

const isPage = ({ menuType }: Item) => menuType === page || menuType === iframe

function doubles(item: Item, items: readonly Item[]): Fault[] {
  const { id } = item
  const others = items.filter((other) => other.id !== id)
  const isTaken = (field: 'frontName' | 'btnCode' | 'frontPath', among = others) =>
    item[field] !== null && among.some((other) => other[field] === item[field])
  const taken = [
    ...(isTaken('frontName') ? ['frontName'] : []),
    ...(isTaken('btnCode') ? ['btnCode'] : []),
    ...(isPage(item) && isTaken('frontPath', others.filter(isPage)) ? ['frontPath'] : []),
  ]
  return taken.map((field) => ({ id, field, key: 'rule.taken' }))
}

/** Without these nobody could put right what the menu or a role got wrong. */
const wayBack = ['MENU', 'ROLE']

/** Whether a super administrator finds the way to menus and roles, who sees all that is enabled. */
export function hasWayBack(items: readonly Item[]): boolean {
  const byId = new Map(items.map((item) => [item.id, item]))
  const isReached = (item: Item | undefined): boolean =>
    item?.status === 1 &&
    item.isShow === 1 &&
    (item.parentId === null || isReached(byId.get(item.parentId)))
  return wayBack.every((key) =>
    items.some((item) => item.menuType === page && item.frontComponent === key && isReached(item)),
  )
}

/** An item and all that lies below it. */
export function branchOf(items: readonly Item[], id: string): Item[] {
  const inside = new Set([id])
  // Each round goes one level down.
  for (let size = 0; size < inside.size; ) {
    size = inside.size
    for (const item of items)
      if (item.parentId !== null && inside.has(item.parentId)) inside.add(item.id)
  }
  return items.filter((item) => inside.has(item.id))
}

/** Items in the order that people see them in. */
export const inOrder = (items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
