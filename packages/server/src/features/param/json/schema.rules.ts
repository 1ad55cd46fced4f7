import { JsonFault, type JsonNode, readJson } from '@muster/contract'

const dialect = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/
const references = new Set(['$ref', '$dynamicRef'])

/** Reads a JSON Schema that refers to nothing but itself; nothing is ever fetched. Throws a JsonFault. */
export function readSchema(text: string): JsonNode {
  const schema = readJson(text)
  if (schema.kind !== 'object') throw new JsonFault('json.noObject', schema.from)
  const said = schema.members.get('$schema')
  if (said && !(said.kind === 'text' && dialect.test(said.value)))
    throw new JsonFault('json.otherDialect', said.from)
  requireOwnReferences(schema)
  return schema
}

function requireOwnReferences(node: JsonNode): void {
  if (node.kind === 'array') node.items.forEach(requireOwnReferences)
  if (node.kind !== 'object') return
  for (const [name, member] of node.members) {
    if (references.has(name) && member.kind === 'text' && !member.value.startsWith('#'))
      throw new JsonFault('json.remoteRef', member.from)
    requireOwnReferences(member)
  }
}
