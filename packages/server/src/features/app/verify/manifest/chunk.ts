import type { Cursor } from '../cursor.ts'

/** The kinds of chunk that Android's compiled files are made of. */
export const kinds = {
  strings: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  startElement: 0x0102,
  endElement: 0x0103,
  resourceIds: 0x0180,
  package: 0x0200,
  type: 0x0201,
} as const

export interface Chunk {
  readonly kind: number
  /** The whole chunk; it stands behind the eight bytes that all chunks begin with. */
  readonly content: Cursor
  readonly headerBytes: number
}

/** The next chunk; the cursor moves behind it. */
export function nextChunk(from: Cursor): Chunk {
  const start = from.at
  const [kind, headerBytes, bytes] = [from.u16(), from.u16(), from.u32()]
  if (headerBytes < 8 || bytes < headerBytes || bytes > from.left + 8) from.fail()
  const content = from.part(start, start + bytes).go(8)
  from.go(start + bytes)
  return { kind, content, headerBytes }
}

/** All chunks up to the end. */
export function* chunksOf(from: Cursor): Generator<Chunk> {
  while (from.left > 0) yield nextChunk(from)
}
