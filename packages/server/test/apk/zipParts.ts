/** An archive taken apart, so that a test can lay another one together. */
export interface ZipParts {
  readonly entries: readonly ZipEntry[]
  /** Between the last file and the signing block. */
  readonly gap: Buffer
  /** What the signing block holds; `null`: it is not there. */
  readonly pairs: readonly BlockPair[] | null
  readonly comment: Buffer
}

export interface ZipEntry {
  readonly name: string
  /** The file's header and data, and the line of the table of contents. */
  readonly local: Buffer
  readonly central: Buffer
}

export interface BlockPair {
  readonly id: number
  readonly value: Buffer
}

const magic = 'APK Sig Block 42'
const fields = { localOffset: 42, endOffset: 16 } as const

export interface Sections {
  readonly blockFrom: number
  readonly directoryFrom: number
  readonly endFrom: number
}

/** Where the parts of a sound archive lie. */
export function sectionsOf(bytes: Buffer): Sections {
  const endFrom = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  const directoryFrom = bytes.readUInt32LE(endFrom + fields.endOffset)
  const isSigned = bytes.toString('latin1', directoryFrom - magic.length, directoryFrom) === magic
  const size = isSigned ? Number(bytes.readBigUInt64LE(directoryFrom - 24)) + 8 : 0
  return { blockFrom: directoryFrom - size, directoryFrom, endFrom }
}

export function takeApart(bytes: Buffer): ZipParts {
  const { blockFrom, directoryFrom, endFrom } = sectionsOf(bytes)
  const lines = linesOf(bytes.subarray(directoryFrom, endFrom))
  const starts = lines.map((line) => line.readUInt32LE(fields.localOffset))
  const ends = starts.map((start) => Math.min(...starts.filter((one) => one > start), blockFrom))
  const used = Math.max(...starts.map((start) => dataEnd(bytes, start)))
  const entries = lines.map((central, at) => ({
    name: nameOf(central),
    central,
    local: bytes.subarray(starts[at], Math.min(ends[at] ?? used, Math.max(used, starts[at] ?? 0))),
  }))
  return {
    entries,
    gap: bytes.subarray(used, blockFrom),
    pairs: blockFrom === directoryFrom ? null : pairsOf(bytes.subarray(blockFrom, directoryFrom)),
    comment: bytes.subarray(endFrom + 22),
  }
}

const nameOf = (central: Buffer) => central.toString('utf8', 46, 46 + central.readUInt16LE(28))

/** Where the data of a file ends whose header lies here; descriptors belong to it. */
function dataEnd(bytes: Buffer, at: number): number {
  const line = linesOf(
    bytes.subarray(sectionsOf(bytes).directoryFrom, sectionsOf(bytes).endFrom),
  ).find((one) => one.readUInt32LE(fields.localOffset) === at)
  const packed = line?.readUInt32LE(20) ?? 0
  const descriptor = (bytes.readUInt16LE(at + 6) & 8) === 0 ? 0 : 16
  return at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28) + packed + descriptor
}

function linesOf(directory: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  for (let at = 0; at < directory.length; ) {
    const length = [28, 30, 32].reduce((sum, field) => sum + directory.readUInt16LE(at + field), 46)
    lines.push(directory.subarray(at, at + length))
    at += length
  }
  return lines
}

function pairsOf(block: Buffer): readonly BlockPair[] {
  const pairs: BlockPair[] = []
  for (let at = 8; at < block.length - 24; ) {
    const length = Number(block.readBigUInt64LE(at))
    pairs.push({ id: block.readUInt32LE(at + 8), value: block.subarray(at + 12, at + 8 + length) })
    at += 8 + length
  }
  return pairs
}

/** Lays an archive together; offsets and counts are as they must be. */
export function putTogether({ entries, gap, pairs, comment }: ZipParts): Buffer {
  const locals = entries.map(({ local }) => local)
  let before = 0
  const starts = locals.map(({ length }) => (before += length) - length)
  const lines = entries.map(({ central }, at) => {
    const line = Buffer.from(central)
    line.writeUInt32LE(starts[at] ?? 0, fields.localOffset)
    return line
  })
  const head = Buffer.concat([...locals, gap, ...(pairs ? [blockOf(pairs)] : [])])
  const directory = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(head.length, fields.endOffset)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([head, directory, end, comment])
}

function blockOf(pairs: readonly BlockPair[]): Buffer {
  const body = pairs.map(({ id, value }) => {
    const head = Buffer.alloc(12)
    head.writeBigUInt64LE(BigInt(value.length + 4))
    head.writeUInt32LE(id, 8)
    return Buffer.concat([head, value])
  })
  const length = body.reduce((sum, one) => sum + one.length, 0) + 24
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(length))
  return Buffer.concat([size, ...body, size, Buffer.from(magic)])
}
