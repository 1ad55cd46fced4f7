import { JsonFault, type JsonNode, readJson, writeJson } from '@muster/contract'
import { t } from '../../../platform/texts.ts'

interface TextFault {
  readonly from: number
  readonly message: string
}

/** A text as a value, or why it is none. */
export function parsed(text: string, read: (text: string) => JsonNode = readJson) {
  try {
    return { node: read(text), fault: null }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const fault: TextFault = { from: error.from, message: t(error.key, error.params) }
    return { node: null, fault }
  }
}

/** A text with its parts in lines of their own; as it is where it cannot be read. */
export function tidied(text: string): string {
  const { node } = parsed(text)
  return node ? writeJson(node, true) : text
}

/** A value in which another stands at a place, be it a new one at the end; undefined: none does. */
export function withPart(
  node: JsonNode,
  [name, ...rest]: readonly string[],
  part: JsonNode | undefined,
): JsonNode {
  if (name === undefined) return part ?? node
  const inner = (known: JsonNode | undefined) =>
    rest.length > 0 && known ? withPart(known, rest, part) : part
  if (node.kind === 'object') {
    const members = new Map(node.members)
    const made = inner(members.get(name))
    if (made) members.set(name, made)
    else members.delete(name)
    return { ...node, members }
  }
  if (node.kind !== 'array') return node
  const items = node.items.flatMap((item, at) => {
    const made = String(at) === name ? inner(item) : item
    return made ? [made] : []
  })
  const added = String(node.items.length) === name ? inner(undefined) : undefined
  return { ...node, items: added ? [...items, added] : items }
}
