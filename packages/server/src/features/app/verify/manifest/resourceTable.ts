import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import { type Chunk, chunksOf, kinds, nextChunk } from './chunk.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { readStringPool, type StringPool } from './stringPool.ts'
import { type Value, valueTypes } from './value.ts'

export interface Resource {
  readonly configuration: Configuration
  readonly value: Value
}

/** What a resource is under each configuration; empty for one that the package does not have. */
export type ResourceTable = ((id: number) => readonly Resource[]) & {
  readonly locales: readonly string[]
}

/** The values of one kind of resource under one configuration. */
interface Sheet {
  readonly configuration: Configuration
  /** The value of the entry of a number. */
  readonly find: (index: number) => Value | null
}

const mostSheets = 50_000

/** The resources of a package (resources.arsc): each value is read when it is asked for. */
export function readResources(bytes: Buffer): ResourceTable {
  const fault = () => new PackageFault('verify.resources.broken')
  const table = nextChunk(new Cursor(bytes, fault))
  if (table.kind !== kinds.table) throw fault()
  table.content.go(table.headerBytes)
  const sheets = new Map<number, Sheet[]>()
  let strings: StringPool = () => null
  let count = 0
  for (const chunk of chunksOf(table.content)) {
    if (chunk.kind === kinds.strings) strings = readStringPool(chunk)
    if (chunk.kind !== kinds.package) continue
    for (const [type, sheet] of sheetsOf(chunk, (index) => strings(index))) {
      if (++count > mostSheets) throw fault()
      const same = sheets.get(type)
      if (same) same.push(sheet)
      else sheets.set(type, [sheet])
    }
  }
  const find = (id: number) =>
    (sheets.get(id >>> 16) ?? []).flatMap(({ configuration, find }) => {
      const value = find(id & 0xffff)
      return value ? [{ configuration, value }] : []
    })
  const all = [...sheets.values()].flat().map(({ configuration }) => configuration.locale)
  // The last two are made up by Android's tools, to try translations with.
  const isReal = (tag: string) => !['', 'en-XA', 'ar-XB'].includes(tag)
  return Object.assign(find, { locales: [...new Set(all)].filter(isReal).toSorted() })
}

/** By package and kind, as they are the upper half of a resource's number. */
function* sheetsOf({ content, headerBytes }: Chunk, strings: StringPool) {
  const id = content.u32() & 0xff
  content.go(headerBytes)
  for (const chunk of chunksOf(content)) {
    if (chunk.kind !== kinds.type) continue
    const type = chunk.content.u8()
    const key: readonly [number, Sheet] = [(id << 8) | type, readSheet(chunk, strings)]
    yield key
  }
}

const flags = { sparse: 1, shortOffsets: 2 }

function readSheet({ content, headerBytes }: Chunk, strings: StringPool): Sheet {
  const bits = content.u8()
  content.skip(2)
  const [count, entriesFrom] = [content.u32(), content.u32()]
  const configuration = readConfiguration(content)
  const width = (bits & flags.sparse) === 0 && (bits & flags.shortOffsets) !== 0 ? 2 : 4
  if (headerBytes + count * width > entriesFrom) content.fail()
  const placeOf = (bits & flags.sparse) === 0 ? placeInFull(width) : placeInSparse
  return {
    configuration,
    find: (index) => {
      const offset = placeOf(content.go(headerBytes), index, count)
      return offset === null ? null : readEntry(content.go(entriesFrom + offset), strings)
    },
  }
}

type Place = (offsets: Cursor, index: number, count: number) => number | null

const placeInFull =
  (width: 2 | 4): Place =>
  (offsets, index, count) => {
    if (index >= count) return null
    offsets.skip(index * width)
    const offset = width === 2 ? offsets.u16() : offsets.u32()
    if (offset === (width === 2 ? 0xffff : 0xffffffff)) return null
    return width === 2 ? offset * 4 : offset
  }

const placeInSparse: Place = (offsets, index, count) => {
  for (let at = 0; at < count; at++) {
    const [own, offset] = [offsets.u16(), offsets.u16()]
    if (own === index) return offset * 4
  }
  return null
}

const entryFlags = { complex: 1, compact: 8 }

function readEntry(from: Cursor, strings: StringPool): Value | null {
  const [bytes, bits] = [from.u16(), from.u16()]
  if ((bits & entryFlags.compact) !== 0) return valueOf(bits >> 8, from.u32(), strings)
  // Styles, arrays and plurals: nothing that is looked for here.
  if ((bits & entryFlags.complex) !== 0) return null
  if (bytes < 8) from.fail()
  from.skip(bytes - 4 + 3)
  return valueOf(from.u8(), from.u32(), strings)
}

const valueOf = (type: number, data: number, strings: StringPool): Value => ({
  type,
  data,
  text: type === valueTypes.string ? strings(data) : null,
})
