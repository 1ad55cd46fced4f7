/** A node of a tree that is picked from. */
export interface TreeNode {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly children: readonly TreeNode[]
}

/** A choice with its depth in the tree; the root's is 0. */
export interface PlacedChoice {
  readonly id: string
  readonly name: string
  readonly code: string | null
  readonly depth: number
}

/** A tree as the lines of a list, parents before their children. */
export function placed(nodes: readonly TreeNode[], depth = 0): PlacedChoice[] {
  return nodes.flatMap(({ id, name, code, children }) => [
    { id, name, code, depth },
    ...placed(children, depth + 1),
  ])
}

/** Leaves out a record and everything below it: it cannot become its own ancestor. */
export function exceptBelow(
  choices: readonly PlacedChoice[],
  except: string | undefined,
): readonly PlacedChoice[] {
  const start = choices.findIndex(({ id }) => id === except)
  const depth = choices[start]?.depth
  if (depth === undefined) return choices
  const after = choices.findIndex((choice, index) => index > start && choice.depth <= depth)
  return [...choices.slice(0, start), ...(after === -1 ? [] : choices.slice(after))]
}
