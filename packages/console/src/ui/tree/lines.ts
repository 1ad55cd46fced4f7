/** A node of a tree that is shown or picked from. */
export interface TreeNode {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly children: readonly TreeNode[]
}

/** A node as one line; what is below a closed node has none. */
export interface TreeLine {
  readonly id: string
  readonly name: string
  readonly code: string | null
  /** The root's is 0. */
  readonly depth: number
  readonly isLeaf: boolean
  readonly isOpen: boolean
}

const noneClosed: ReadonlySet<string> = new Set()

/** A tree as the lines of a list, parents before their children. */
export function linesOf(nodes: readonly TreeNode[], closed = noneClosed, depth = 0): TreeLine[] {
  return nodes.flatMap(({ id, name, code, children }) => {
    const isOpen = !closed.has(id)
    const line = { id, name, code, depth, isOpen, isLeaf: children.length === 0 }
    return [line, ...(isOpen ? linesOf(children, closed, depth + 1) : [])]
  })
}

/** Leaves out a record and everything below it: it cannot become its own ancestor. */
export function exceptBelow<L extends { readonly id: string; readonly depth: number }>(
  lines: readonly L[],
  except: string | undefined,
): readonly L[] {
  const start = lines.findIndex(({ id }) => id === except)
  const depth = lines[start]?.depth
  if (depth === undefined) return lines
  const after = lines.findIndex((line, index) => index > start && line.depth <= depth)
  return [...lines.slice(0, start), ...(after === -1 ? [] : lines.slice(after))]
}

export type TreeStep = 'next' | 'previous' | 'first' | 'last'

/** The line that a key leads to; null where there is none. */
export function treeStep(lines: readonly TreeLine[], from: string, step: TreeStep): string | null {
  const at = lines.findIndex(({ id }) => id === from)
  const to = { next: at + 1, previous: at - 1, first: 0, last: lines.length - 1 }[step]
  return lines[to]?.id ?? null
}
