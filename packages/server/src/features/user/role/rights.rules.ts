/** A menu item with who holds it. */
export interface RightRow {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly menuType: number
  readonly code: string | null
  readonly component: string
  readonly isGranted: boolean
  readonly isHeld: boolean
}

export interface RightNode extends Omit<RightRow, 'parentId' | 'component'> {
  readonly children: readonly RightNode[]
}

/** The tree of rights: branches without a right in them are left out. */
export function treeOfRights(rows: readonly RightRow[]): RightNode[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const nodesOf = (parentId: string | null): RightNode[] =>
    (below.get(parentId) ?? []).map(({ parentId: _, component: __, ...row }) => ({
      ...row,
      children: nodesOf(row.id),
    }))
  return nodesOf(null).filter(({ menuType, children }) => menuType !== 0 || children.length > 0)
}

/** Menu items with all that they lie under: a button without its page cannot be reached. */
export function withParents(ids: Iterable<string>, rows: readonly RightRow[]): Set<string> {
  const parentOf = new Map(rows.map(({ id, parentId }) => [id, parentId]))
  const whole = new Set<string>()
  for (const id of ids)
    for (let at: string | null = id; at !== null && !whole.has(at); at = parentOf.get(at) ?? null)
      whole.add(at)
  return whole
}

export interface RightsChange {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** What was asked for and the caller does not hold. */
  readonly notHeld: readonly RightRow[]
}

/** What has to change so that a role grants what is wanted; what the caller does not hold stays as it is. */
export function changeOf(rows: readonly RightRow[], wanted: readonly string[]): RightsChange {
  const isHeld = new Map(rows.map((row) => [row.id, row.isHeld]))
  const granted = rows.filter(({ isGranted }) => isGranted).map(({ id }) => id)
  const kept = granted.filter((id) => !isHeld.get(id))
  const final = withParents([...wanted, ...kept], rows)
  const before = new Set(granted)
  const added = [...final].filter((id) => !before.has(id))
  return {
    added,
    removed: granted.filter((id) => !final.has(id)),
    notHeld: rows.filter(({ id, isHeld }) => !isHeld && added.includes(id)),
  }
}
