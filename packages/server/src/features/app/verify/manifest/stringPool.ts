import type { Cursor } from '../cursor.ts'
import type { Chunk } from './chunk.ts'

/** A string by its number; `null` where there is none of that number. */
export type StringPool = (index: number) => string | null

const utf8 = 0x100
const mostLength = 64 * 1024

/** The strings of a compiled file. Each is decoded when asked for: a package may have very many. */
export function readStringPool({ content }: Chunk): StringPool {
  const count = content.u32()
  content.skip(4)
  const [flags, stringsFrom] = [content.u32(), content.u32()]
  content.skip(4)
  if (count * 4 > content.left) content.fail()
  const offsetsFrom = content.at
  const read = (flags & utf8) === 0 ? readUtf16 : readUtf8
  const known = new Map<number, string>()
  return (index) => {
    if (index < 0 || index >= count) return null
    const before = known.get(index)
    if (before !== undefined) return before
    const offset = content.go(offsetsFrom + index * 4).u32()
    const text = read(content.go(stringsFrom + offset))
    known.set(index, text)
    return text
  }
}

function readUtf8(from: Cursor): string {
  // First the number of characters, then that of bytes.
  byteLength(from)
  return from.take(checked(byteLength(from), from)).toString('utf8')
}

function byteLength(from: Cursor): number {
  const first = from.u8()
  return (first & 0x80) === 0 ? first : ((first & 0x7f) << 8) | from.u8()
}

function readUtf16(from: Cursor): string {
  const first = from.u16()
  const length = (first & 0x8000) === 0 ? first : (first & 0x7fff) * 0x10000 + from.u16()
  return from.take(checked(length, from) * 2).toString('utf16le')
}

function checked(length: number, from: Cursor): number {
  if (length > mostLength) from.fail()
  return length
}
