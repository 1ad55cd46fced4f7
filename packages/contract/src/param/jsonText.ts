import type { TextKey } from '../texts/index.ts'

/** Longest document, in bytes of UTF-8. */
export const mostDocumentBytes = 512 * 1024
/** How deep it may nest, and how many values it may have. */
export const deepestDocument = 32
const mostNodes = 50_000
/** Longest number, in characters: it is kept as it is written. */
const longestNumber = 128

/** A value of a JSON text. Members keep their order and numbers their digits; `from`: where it begins. */
export type JsonNode =
  | {
      readonly kind: 'object'
      readonly members: ReadonlyMap<string, JsonNode>
      readonly from: number
    }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[]; readonly from: number }
  | { readonly kind: 'text'; readonly value: string; readonly from: number }
  /** A number, `true`, `false` or `null`, as it is written. */
  | { readonly kind: 'word'; readonly text: string; readonly from: number }

/** Why a text is no document, and where, in characters from its begin. */
export class JsonFault extends Error {
  readonly key: TextKey
  readonly from: number
  readonly params: Readonly<Record<string, string | number>>

  constructor(key: TextKey, from: number, params: Readonly<Record<string, string | number>> = {}) {
    super(key)
    this.key = key
    this.from = from
    this.params = params
  }
}

const blanks = /[ \t\n\r]*/y
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Reads a JSON text as it is written: no number is rounded, no member gets lost behind another of its
 * name, and none is anything but a member, whatever it is called. Throws a JsonFault.
 */
export function readJson(text: string): JsonNode {
  const reader = new Reader(text)
  const node = reader.value(0)
  reader.end()
  return node
}

class Reader {
  readonly #text: string
  #at = 0
  #nodes = 0

  constructor(text: string) {
    this.#text = text
  }

  end(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw new JsonFault('json.afterEnd', this.#at)
  }

  value(depth: number): JsonNode {
    this.#skip()
    const from = this.#at
    if (depth > deepestDocument)
      throw new JsonFault('json.tooDeep', from, { most: deepestDocument })
    this.#nodes += 1
    if (this.#nodes > mostNodes) throw new JsonFault('json.tooMany', from, { most: mostNodes })
    switch (this.#text[from]) {
      case '{':
        return { kind: 'object', members: this.#members(depth), from }
      case '[':
        return { kind: 'array', items: this.#items(depth), from }
      case '"':
        return { kind: 'text', value: this.#string(), from }
      default:
        return { kind: 'word', text: this.#word(), from }
    }
  }

  #skip(): void {
    blanks.lastIndex = this.#at
    blanks.exec(this.#text)
    this.#at = blanks.lastIndex
  }

  /** Whether the next character is this one; then it is passed. */
  #takes(character: string): boolean {
    this.#skip()
    if (this.#text[this.#at] !== character) return false
    this.#at += 1
    return true
  }

  #members(depth: number): ReadonlyMap<string, JsonNode> {
    this.#at += 1
    const members = new Map<string, JsonNode>()
    if (this.#takes('}')) return members
    do {
      this.#skip()
      const from = this.#at
      if (this.#text[from] !== '"') throw new JsonFault('json.nameExpected', from)
      const name = this.#string()
      if (members.has(name)) throw new JsonFault('json.twice', from, { name: name.slice(0, 64) })
      if (!this.#takes(':')) throw new JsonFault('json.colonExpected', this.#at)
      members.set(name, this.value(depth + 1))
    } while (this.#takes(','))
    if (!this.#takes('}')) throw new JsonFault('json.commaExpected', this.#at)
    return members
  }

  #items(depth: number): readonly JsonNode[] {
    this.#at += 1
    const items: JsonNode[] = []
    if (this.#takes(']')) return items
    do items.push(this.value(depth + 1))
    while (this.#takes(','))
    if (!this.#takes(']')) throw new JsonFault('json.commaExpected', this.#at)
    return items
  }

  #string(): string {
    const from = this.#at
    const text = this.#text
    let at = from + 1
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    if (at >= text.length) throw new JsonFault('json.openText', from)
    const value = parsedText(text.slice(from, at + 1))
    if (value === null) throw new JsonFault('json.badText', from)
    if (!value.isWellFormed()) throw new JsonFault('json.halfCharacter', from)
    this.#at = at + 1
    return value
  }

  #word(): string {
    word.lastIndex = this.#at
    const text = word.exec(this.#text)?.[0]
    const next = this.#text[this.#at + (text?.length ?? 0)] ?? ''
    if (text === undefined || /[\w.+-]/.test(next))
      throw new JsonFault('json.valueExpected', this.#at)
    if (text.length > longestNumber)
      throw new JsonFault('json.longNumber', this.#at, { most: longestNumber })
    this.#at += text.length
    return text
  }
}

function parsedText(quoted: string): string | null {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return null
  }
}

/** A document: a JSON object that is not too long. Throws a JsonFault. */
export function readDocument(text: string): Extract<JsonNode, { kind: 'object' }> {
  if (new TextEncoder().encode(text).length > mostDocumentBytes)
    throw new JsonFault('json.tooLong', 0, { most: mostDocumentBytes / 1024 })
  const node = readJson(text)
  if (node.kind !== 'object') throw new JsonFault('json.noObject', node.from)
  return node
}

/** A value as text: in one line, or with its parts in lines of their own. */
export function writeJson(node: JsonNode, isTidy = false, margin = ''): string {
  if (node.kind === 'word') return node.text
  if (node.kind === 'text') return JSON.stringify(node.value)
  const inner = `${margin}  `
  const parts =
    node.kind === 'array'
      ? node.items.map((item) => writeJson(item, isTidy, inner))
      : Array.from(
          node.members,
          ([name, member]) =>
            `${JSON.stringify(name)}:${isTidy ? ' ' : ''}${writeJson(member, isTidy, inner)}`,
        )
  const [open, close] = node.kind === 'array' ? ['[', ']'] : ['{', '}']
  if (!isTidy || parts.length === 0) return `${open}${parts.join(',')}${close}`
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`
}

const isNull = (node: JsonNode): boolean => node.kind === 'word' && node.text === 'null'

/** JSON Merge Patch (RFC 7396): objects are merged member by member, null takes a member away, all else replaces. */
export function mergeJson(target: JsonNode | undefined, patch: JsonNode): JsonNode {
  if (patch.kind !== 'object') return patch
  const members = new Map(target?.kind === 'object' ? target.members : [])
  for (const [name, member] of patch.members) {
    if (isNull(member)) members.delete(name)
    else members.set(name, mergeJson(members.get(name), member))
  }
  return { ...patch, members }
}

/** The part of a value that a JSON Pointer (RFC 6901) names. */
export function findByPointer(node: JsonNode, pointer: string): JsonNode | undefined {
  const names = pointer.split('/').slice(1)
  return names.reduce<JsonNode | undefined>((part, raw) => {
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    if (part?.kind === 'object') return part.members.get(name)
    return part?.kind === 'array' ? part.items[Number(name)] : undefined
  }, node)
}
