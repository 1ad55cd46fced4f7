import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import type { OpenFile } from '../openFile.ts'

const marks = { local: 0x04034b50, end: 0x06054b50, zip64: 0x07064b50 }
const recordBytes = 22
const mostComment = 0xffff

export interface EndRecord {
  readonly from: number
  readonly entryCount: number
  readonly directoryFrom: number
  readonly directoryBytes: number
}

/**
 * The record at the very end of an archive, which says where its table of contents is. There must
 * be exactly one that can be meant: where readers might take two for it, each may install another
 * package.
 */
export function readEndRecord(file: OpenFile): EndRecord {
  const tailBytes = Math.min(file.bytes, recordBytes + mostComment)
  const tail = file.read(file.bytes - tailBytes, tailBytes)
  const at = findRecord(file, tail)
  const from = file.bytes - tailBytes + at
  if (from >= 20 && file.read(from - 20, 4).readUInt32LE() === marks.zip64)
    throw new PackageFault('verify.zip.zip64')
  const record = new Cursor(tail.subarray(at + 4), () => new PackageFault('verify.zip.truncated'))
  const [disk, directoryDisk, here, entryCount] = [
    record.u16(),
    record.u16(),
    record.u16(),
    record.u16(),
  ]
  const [directoryBytes, directoryFrom] = [record.u32(), record.u32()]
  if (entryCount === 0xffff || directoryBytes === 0xffffffff || directoryFrom === 0xffffffff)
    throw new PackageFault('verify.zip.zip64')
  if (disk !== 0 || directoryDisk !== 0 || here !== entryCount)
    throw new PackageFault('verify.zip.parts')
  if (directoryFrom + directoryBytes !== from) throw new PackageFault('verify.zip.directory')
  return { from, entryCount, directoryFrom, directoryBytes }
}

/** Its place in the last bytes of the file. */
function findRecord(file: OpenFile, tail: Buffer): number {
  let seen: PackageFault | null = null
  for (let at = tail.length - recordBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== marks.end) continue
    const behind = tail.length - at - recordBytes
    const comment = tail.readUInt16LE(at + recordBytes - 2)
    if (comment === behind) {
      if (seen) throw new PackageFault('verify.zip.comment')
      return at
    }
    seen ??= new PackageFault(comment > behind ? 'verify.zip.truncated' : 'verify.zip.trailing')
  }
  const isArchive = file.bytes >= 4 && file.read(0, 4).readUInt32LE() === marks.local
  throw seen ?? new PackageFault(isArchive ? 'verify.zip.truncated' : 'verify.zip.notAnArchive')
}
