import { crc32 } from 'node:zlib'
import type { Variant } from './flips.ts'
import {
  type BlockPair,
  putTogether,
  sectionsOf,
  takeApart,
  type ZipEntry,
  type ZipParts,
} from './zipParts.ts'

const ids = { two: 0x7109871a, three: 0xf05368c0 }

/** Changes to the parts of a package, which stays a sound archive. */
const changes: Readonly<Record<string, (parts: ZipParts) => ZipParts>> = {
  untouched: (parts) => parts,
  'no-block': (parts) => ({ ...parts, pairs: null }),
  'no-two': (parts) => withoutPair(parts, ids.two),
  'no-three': (parts) => withoutPair(parts, ids.three),
  'two-twice': (parts) => withPairs(parts, (pairs) => [...pairs, ...pairs.filter(isOf(ids.two))]),
  'unknown-pair': (parts) =>
    withPairs(parts, (pairs) => [{ id: 0x1234, value: Buffer.alloc(5) }, ...pairs]),
  'empty-two': (parts) => withPairs(parts, (pairs) => emptied(pairs, ids.two)),
  'empty-three': (parts) => withPairs(parts, (pairs) => emptied(pairs, ids.three)),
  'short-two': (parts) => withPairs(parts, (pairs) => shortened(pairs, ids.two)),
  'short-three': (parts) => withPairs(parts, (pairs) => shortened(pairs, ids.three)),
  'no-pairs': (parts) => withPairs(parts, () => []),
  comment: (parts) => ({ ...parts, comment: Buffer.from('A comment.') }),
  'comment-with-end': (parts) => ({
    ...parts,
    comment: Buffer.from('PK\x05\x06'.padEnd(40, '\0'), 'latin1'),
  }),
  'gap-of-zeros': (parts) => ({ ...parts, gap: Buffer.concat([parts.gap, Buffer.alloc(64)]) }),
  'gap-with-text': (parts) => ({
    ...parts,
    gap: Buffer.concat([parts.gap, Buffer.from('hidden')]),
  }),
  'file-added': (parts) => added(parts, stored('assets/new.txt', 'New.')),
  'file-added-to-meta-inf': (parts) => added(parts, stored('META-INF/new.txt', 'New.')),
  'folder-added': (parts) => added(parts, stored('assets/', '')),
  'file-added-twice': (parts) =>
    added(added(parts, stored('META-INF/a', 'A')), stored('META-INF/a', 'B')),
  'asset-twice': (parts) => added(parts, stored('assets/a.txt', 'Another asset.')),
  'asset-removed': (parts) => without(parts, 'assets/a.txt'),
  'asset-replaced': (parts) =>
    added(without(parts, 'assets/a.txt'), stored('assets/a.txt', 'Other.')),
  'order-changed': (parts) => ({ ...parts, entries: parts.entries.toReversed() }),
  'no-jar-manifest': (parts) => without(parts, 'META-INF/MANIFEST.MF'),
  'no-signature-file': (parts) => without(parts, '.SF'),
  'no-signature-block': (parts) => without(parts, '.RSA', '.EC', '.DSA'),
  'no-jar': (parts) => without(parts, 'META-INF/MANIFEST.MF', '.SF', '.RSA', '.EC', '.DSA'),
  'stray-signature-block': (parts) => added(parts, stored('META-INF/STRAY.RSA', 'no block')),
  'empty-jar-manifest': (parts) =>
    added(without(parts, 'META-INF/MANIFEST.MF'), stored('META-INF/MANIFEST.MF', '')),
  'no-android-manifest': (parts) => without(parts, 'AndroidManifest.xml'),
  'text-android-manifest': (parts) =>
    added(without(parts, 'AndroidManifest.xml'), stored('AndroidManifest.xml', '<manifest/>')),
  'name-leads-out': (parts) => added(parts, stored('META-INF/../../out', 'x')),
  'name-is-absolute': (parts) => added(parts, stored('/META-INF/out', 'x')),
  'name-with-backslash': (parts) => added(parts, stored('META-INF\\out', 'x')),
  'name-with-zero': (parts) => added(parts, stored('META-INF/a\0b', 'x')),
  'name-with-drive': (parts) => added(parts, stored('C:/out', 'x')),
  encrypted: (parts) =>
    edited(parts, ({ local, central }) => {
      central.writeUInt16LE(1, 8)
      local.writeUInt16LE(1, 6)
    }),
  'unknown-method': (parts) =>
    edited(parts, ({ local, central }) => {
      central.writeUInt16LE(99, 10)
      local.writeUInt16LE(99, 8)
    }),
  'method-only-in-header': (parts) => edited(parts, ({ local }) => local.writeUInt16LE(99, 8)),
  'sum-only-in-header': (parts) => edited(parts, ({ local }) => local.writeUInt32LE(1, 14)),
  'wrong-sum': (parts) =>
    edited(parts, ({ local, central }) => {
      central.writeUInt32LE(1, 16)
      local.writeUInt32LE(1, 14)
    }),
  'size-of-a-bomb': (parts) =>
    edited(parts, ({ local, central }) => {
      central.writeUInt32LE(0x40000000, 24)
      local.writeUInt32LE(0x40000000, 22)
    }),
  'one-byte-less': (parts) =>
    edited(parts, ({ local, central }) => {
      oneLess(central, 24)
      oneLess(local, 22)
    }),
  overlap: (parts) => ({
    ...parts,
    entries: parts.entries.map((entry, at) =>
      at === 1 ? { ...entry, local: Buffer.alloc(0) } : entry,
    ),
  }),
}

/** Changes to the file itself. */
const cuts: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  prefix: (bytes) => Buffer.concat([Buffer.from('dex\n035\0'), bytes]),
  'prefix-and-moved': (bytes) => moved(bytes, Buffer.from('dex\n035\0')),
  trailing: (bytes) => Buffer.concat([bytes, Buffer.from('more')]),
  'trailing-zeros': (bytes) => Buffer.concat([bytes, Buffer.alloc(16)]),
  twice: (bytes) => Buffer.concat([bytes, bytes]),
  'cut-by-one': (bytes) => bytes.subarray(0, -1),
  'cut-before-end': (bytes) => bytes.subarray(0, sectionsOf(bytes).endFrom),
  'cut-in-directory': (bytes) => bytes.subarray(0, sectionsOf(bytes).directoryFrom + 10),
  'cut-in-block': (bytes) => bytes.subarray(0, sectionsOf(bytes).directoryFrom - 10),
  'cut-in-half': (bytes) => bytes.subarray(0, bytes.length / 2),
  'one-byte': (bytes) => bytes.subarray(0, 1),
  empty: () => Buffer.alloc(0),
  'no-archive': (bytes) => Buffer.from(bytes.toString('base64')),
  zip64: (bytes) => beforeEnd(bytes, Buffer.from('PK\x06\x07'.padEnd(20, '\0'), 'latin1')),
  'between-directory-and-end': (bytes) => beforeEnd(bytes, Buffer.from('between')),
  'count-too-small': (bytes) =>
    ended(bytes, (end) => end.writeUInt16LE(end.readUInt16LE(10) - 1, 10)),
  'counts-too-small': (bytes) =>
    ended(bytes, (end) => {
      end.writeUInt16LE(end.readUInt16LE(10) - 1, 8)
      end.writeUInt16LE(end.readUInt16LE(10) - 1, 10)
    }),
  'other-disk': (bytes) => ended(bytes, (end) => end.writeUInt16LE(1, 4)),
  'comment-promised': (bytes) => ended(bytes, (end) => end.writeUInt16LE(9, 20)),
}

/** The package after each trick that changes it. */
export const tricks = ({ name, bytes }: Variant): readonly Variant[] => [
  ...Object.entries(changes).map(([trick, change]) => ({
    name: `${name}.${trick}`,
    bytes: putTogether(change(takeApart(bytes))),
  })),
  ...Object.entries(cuts).map(([trick, cut]) => ({ name: `${name}.${trick}`, bytes: cut(bytes) })),
]

/** One package with the signing block of another one: files and signer do not belong together. */
export const crossed = (name: string, own: Buffer, other: Buffer): Variant => ({
  name,
  bytes: putTogether({ ...takeApart(own), pairs: takeApart(other).pairs }),
})

/** One package with a scheme's signature from another one. */
export function mixed(name: string, own: Buffer, other: Buffer): Variant {
  const [parts, others] = [takeApart(own), takeApart(other)]
  const pairs = (parts.pairs ?? []).map((pair) =>
    pair.id === ids.three ? (others.pairs?.find(isOf(ids.three)) ?? pair) : pair,
  )
  return { name, bytes: putTogether({ ...parts, pairs }) }
}

const isOf = (id: number) => (pair: BlockPair) => pair.id === id

const withPairs = (
  parts: ZipParts,
  change: (pairs: readonly BlockPair[]) => readonly BlockPair[],
): ZipParts => ({ ...parts, pairs: parts.pairs && change(parts.pairs) })

const withoutPair = (parts: ZipParts, id: number) =>
  withPairs(parts, (pairs) => pairs.filter((pair) => pair.id !== id))

const emptied = (pairs: readonly BlockPair[], id: number) =>
  pairs.map((pair) => (pair.id === id ? { id, value: Buffer.alloc(4) } : pair))

const shortened = (pairs: readonly BlockPair[], id: number) =>
  pairs.map((pair) => (pair.id === id ? { id, value: pair.value.subarray(0, -3) } : pair))

const added = (parts: ZipParts, entry: ZipEntry): ZipParts => ({
  ...parts,
  entries: [...parts.entries, entry],
})

const without = (parts: ZipParts, ...endings: string[]): ZipParts => ({
  ...parts,
  entries: parts.entries.filter(({ name }) => !endings.some((ending) => name.endsWith(ending))),
})

interface Headers {
  readonly local: Buffer
  readonly central: Buffer
}

/** Changes the headers of an asset. */
const edited = (parts: ZipParts, change: (headers: Headers) => void): ZipParts => ({
  ...parts,
  entries: parts.entries.map((entry) => {
    if (entry.name !== 'assets/a.txt') return entry
    const copy = { ...entry, local: Buffer.from(entry.local), central: Buffer.from(entry.central) }
    change(copy)
    return copy
  }),
})

/** A file that is not packed. */
export function stored(name: string, text: string | Buffer): ZipEntry {
  const [raw, content] = [Buffer.from(name), typeof text === 'string' ? Buffer.from(text) : text]
  const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)]
  local.write('PK\x03\x04', 'latin1')
  central.write('PK\x01\x02', 'latin1')
  for (const [header, at] of [
    [local, 14],
    [central, 16],
  ] as const) {
    header.writeUInt32LE(crc32(content), at)
    header.writeUInt32LE(content.length, at + 4)
    header.writeUInt32LE(content.length, at + 8)
    header.writeUInt16LE(raw.length, at + 12)
  }
  return {
    name,
    local: Buffer.concat([local, raw, content]),
    central: Buffer.concat([central, raw]),
  }
}

/** A header whose sizes come behind the data has none. */
const oneLess = (header: Buffer, at: number) =>
  header.writeUInt32LE(Math.max(0, header.readUInt32LE(at) - 1), at)

const beforeEnd = (bytes: Buffer, inserted: Buffer) => {
  const { endFrom } = sectionsOf(bytes)
  return Buffer.concat([bytes.subarray(0, endFrom), inserted, bytes.subarray(endFrom)])
}

function ended(bytes: Buffer, change: (end: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes)
  change(copy.subarray(sectionsOf(copy).endFrom))
  return copy
}

/** Put behind a prefix, with all offsets as they are then. */
function moved(bytes: Buffer, prefix: Buffer): Buffer {
  const parts = takeApart(bytes)
  const [first, ...others] = parts.entries
  if (!first) return bytes
  const whole = putTogether({
    ...parts,
    entries: [{ ...first, local: Buffer.concat([prefix, first.local]) }, ...others],
  })
  const at = sectionsOf(whole).directoryFrom
  whole.writeUInt32LE(prefix.length, at + 42)
  return whole
}
