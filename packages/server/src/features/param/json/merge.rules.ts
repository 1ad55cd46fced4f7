import { type JsonNode, mergeJson, readJson } from '@muster/contract'

interface Said {
  /** The document as it was typed. */
  readonly text: string
}

/** What documents make together: the farthest first, each merged over those before it. */
export const mergeAll = (layers: readonly Said[]): JsonNode =>
  layers
    .map(({ text }) => readJson(text))
    .reduce<JsonNode | undefined>(
      (below, own) => (below ? mergeJson(below, own) : own),
      undefined,
    ) ?? readJson('{}')

/** Of each member that comes of it, by their places, the documents that it comes of. */
export function membersOf(layers: readonly Said[]): { name: string; layers: number[] }[] {
  const found = new Map<string, { node: JsonNode; layers: number[] }>()
  for (const [at, { text }] of layers.entries()) {
    const own = readJson(text)
    if (own.kind !== 'object') continue
    for (const [name, node] of own.members) {
      const below = found.get(name)
      const isKept = below?.node.kind === 'object' && node.kind === 'object'
      if (at > 0 && node.kind === 'word' && node.text === 'null') found.delete(name)
      else found.set(name, { node, layers: isKept ? [...below.layers, at] : [at] })
    }
  }
  return Array.from(found, ([name, { layers: from }]) => ({ name, layers: from }))
}
