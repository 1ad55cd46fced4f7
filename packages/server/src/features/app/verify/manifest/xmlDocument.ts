import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import { type Chunk, chunksOf, kinds, nextChunk } from './chunk.ts'
import { readStringPool, type StringPool } from './stringPool.ts'
import { type Value, valueTypes } from './value.ts'

export interface Element {
  /** The names of the elements around it and its own, e.g. `manifest/application`. */
  readonly path: string
  /** By the attribute's number in Android's own resources; such without one by their name. */
  readonly attributes: ReadonlyMap<number | string, Value>
}

const mostElements = 100_000
const mostDepth = 64

/** A compiled XML document, its elements in their order. */
export function readXml(bytes: Buffer): readonly Element[] {
  const fault = () => new PackageFault('verify.manifest.broken')
  const { kind, content } = nextChunk(new Cursor(bytes, fault))
  if (kind !== kinds.xml) throw fault()
  const elements: Element[] = []
  const open: string[] = []
  let [strings, ids]: [StringPool | null, readonly number[]] = [null, []]
  for (const chunk of chunksOf(content)) {
    if (chunk.kind === kinds.strings) strings ??= readStringPool(chunk)
    else if (chunk.kind === kinds.resourceIds) ids = readIds(chunk)
    else if (chunk.kind === kinds.endElement) open.pop()
    else if (chunk.kind === kinds.startElement) {
      if (!strings || open.length >= mostDepth || elements.length >= mostElements) throw fault()
      elements.push(readElement(chunk, { strings, ids, open }))
    }
  }
  return elements
}

const readIds = ({ content }: Chunk): readonly number[] =>
  Array.from({ length: Math.floor(content.left / 4) }, () => content.u32())

interface Around {
  readonly strings: StringPool
  readonly ids: readonly number[]
  /** The names of the elements that are open; the one that is read is put on top. */
  readonly open: string[]
}

function readElement({ content, headerBytes }: Chunk, { strings, ids, open }: Around): Element {
  content.go(headerBytes)
  content.skip(4)
  open.push(strings(content.i32()) ?? content.fail())
  const [attributesFrom, attributeBytes, count] = [content.u16(), content.u16(), content.u16()]
  if (attributeBytes < 20) content.fail()
  const attributes = new Map<number | string, Value>()
  for (let index = 0; index < count; index++) {
    content.go(headerBytes + attributesFrom + index * attributeBytes)
    content.skip(4)
    const name = content.i32()
    const raw = content.i32()
    content.skip(3)
    const [type, data] = [content.u8(), content.u32()]
    const key = ids[name] || (strings(name) ?? content.fail())
    const text = type === valueTypes.string ? strings(data) : strings(raw)
    // Named twice, Android takes the first.
    if (!attributes.has(key)) attributes.set(key, { type, data, text })
  }
  return { path: open.join('/'), attributes }
}
