import type * as z from 'zod/mini'

const secrets = new WeakSet<object>()

/**
 * Marks a member as a secret: wherever a body or an answer is kept, its value is redacted or
 * sealed (docs/security.md names the places). Outermost, around `z.optional` too.
 */
export function secret<S extends z.ZodMiniType>(schema: S): S {
  secrets.add(schema)
  return schema
}

type Within = Readonly<Record<string, unknown>>
const secretsOfSome = new WeakMap<object, (within: Within) => boolean>()

/**
 * Marks a member as a secret where what stands beside it says so. Refused calls are in the action log, too: what
 * they are refused for because it may be kept nowhere is masked there.
 */
export function secretWhere<S extends z.ZodMiniType>(
  schema: S,
  isOne: (within: Within) => boolean,
): S {
  secretsOfSome.set(schema, isOne)
  return schema
}

/** Whether a schema is marked as a secret itself. */
export const isSecret = (schema: object): boolean => secrets.has(schema)

/** What a schema consists of, as far as it is walked through here. */
interface Def {
  readonly shape?: Readonly<Record<string, Node>>
  readonly element?: Node
  readonly innerType?: Node
  readonly valueType?: Node
  readonly options?: readonly Node[]
  readonly in?: Node
}
interface Node {
  readonly _zod: { readonly def: Def }
}

// zod's own types do not narrow by `def.type`; this names the few parts that are read here.
const nodeOf = (schema: z.ZodMiniType | undefined) => schema as unknown as Node | undefined

/** A value as it may be kept: what its schema marks as secrets is redacted, however deep it lies. */
export const redacted = (schema: z.ZodMiniType | undefined, value: unknown): unknown =>
  redact(nodeOf(schema), value)

function redact(node: Node | undefined, value: unknown): unknown {
  if (!node || value === null || value === undefined) return value
  if (secrets.has(node)) return '***'
  const { shape, element, innerType, valueType, options = [], in: first } = node._zod.def
  const inner = innerType ?? first
  if (inner) return redact(inner, value)
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return element ? value.map((item) => redact(element, item)) : value
  // Of several shapes whichever it is: what one of them calls a secret is one.
  if (options.length > 0)
    return options.reduce<unknown>((rest, option) => redact(option, rest), value)
  if (!shape && !valueType) return value
  const within: Within = { ...value }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      redactMember(shape?.[name] ?? valueType, member, within),
    ]),
  )
}

const redactMember = (node: Node | undefined, value: unknown, within: Within): unknown =>
  node && value !== null && secretsOfSome.get(node)?.(within) ? '***' : redact(node, value)

/** A member that a schema has somewhere, by its names from the outside in. */
export interface Member {
  readonly path: readonly string[]
  readonly isSecret: boolean
}

/** Every member of a schema, however deep; what lies within a secret is one, too. */
export const membersOf = (schema: z.ZodMiniType | undefined): Member[] =>
  members(nodeOf(schema), { path: [], isSecret: false })

function members(node: Node | undefined, within: Member): Member[] {
  if (!node) return []
  const at = { ...within, isSecret: within.isSecret || secrets.has(node) }
  const { shape = {}, element, innerType, valueType, options = [], in: first } = node._zod.def
  const inside = [element, innerType, valueType, first, ...options]
  const named = Object.entries(shape).flatMap(([name, member]) => {
    const path = [...at.path, name]
    const isMarked = at.isSecret || isMarkedWithin(member)
    return [{ path, isSecret: isMarked }, ...members(member, { path, isSecret: isMarked })]
  })
  return [...named, ...inside.flatMap((part) => members(part, at))]
}

/** Marked itself, or what `z.optional` and the like are around. */
function isMarkedWithin(node: Node): boolean {
  if (secrets.has(node)) return true
  const { innerType } = node._zod.def
  return innerType !== undefined && isMarkedWithin(innerType)
}
