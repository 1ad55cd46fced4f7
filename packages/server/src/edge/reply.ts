import type * as z from 'zod/mini'

type Prune = (value: unknown) => unknown

const keep: Prune = (value) => value

/**
 * Makes a function that leaves out whatever a reply's schema does not name, so that no column
 * reaches the wire by accident. It does not judge values: what was stored under older rules can be read.
 */
export function prunerOf(schema: z.ZodMiniType | undefined): Prune {
  if (!schema) return () => null
  return prune(schema)
}

// The parts of zod's schema tree that shape a value; its own type does not narrow by `def.type`.
interface Node {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly shape?: Readonly<Record<string, Node>>
      readonly element?: Node
      readonly innerType?: Node
      readonly getter?: () => Node
    }
  }
}

function prune(node: Node): Prune {
  const { def } = node._zod
  if (def.type === 'object') return pruneObject(def.shape ?? {})
  if (def.type === 'array' && def.element) return pruneArray(prune(def.element))
  if (def.type === 'lazy' && def.getter) return pruneLazy(def.getter)
  if (def.innerType) return pruneMissing(prune(def.innerType))
  return keep
}

const pruneMissing =
  (inner: Prune): Prune =>
  (value) =>
    value === null || value === undefined ? value : inner(value)

const pruneArray =
  (inner: Prune): Prune =>
  (value) =>
    Array.isArray(value) ? value.map(inner) : value

function pruneLazy(getter: () => Node): Prune {
  let made: Prune | null = null
  return (value) => {
    made ??= prune(getter())
    return made(value)
  }
}

function pruneObject(shape: Readonly<Record<string, Node>>): Prune {
  const members = Object.entries(shape).map(([key, node]) => [key, prune(node)] as const)
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const pruned: Record<string, unknown> = {}
    for (const [key, inner] of members)
      if (key in value) pruned[key] = inner(Reflect.get(value, key))
    return pruned
  }
}
