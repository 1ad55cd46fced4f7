import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import { megabytesOf, type PackageLimits } from '../limits.ts'
import type { OpenFile } from '../openFile.ts'
import type { EndRecord } from './endRecord.ts'
import { safeName } from './safeName.ts'

const mark = 0x02014b50
/** With the longest usual names, 65,535 files need less. */
const mostBytes = 32 * 1024 ** 2
const flags = { encrypted: 0x2041, descriptor: 0x8 }
/** A file that unpacks to less does no harm, however well it was packed. */
const harmless = 8 * 1024 ** 2

/** A line of the table of contents. */
export interface Listed {
  readonly name: string
  /** As it is written, for comparison with the file's own header. */
  readonly rawName: Buffer
  readonly hasDescriptor: boolean
  readonly method: number
  readonly crc32: number
  readonly packedBytes: number
  readonly bytes: number
  readonly from: number
}

/** The table of contents, whose every line keeps to the limits. */
export function readDirectory(
  file: OpenFile,
  { entryCount, directoryFrom, directoryBytes }: EndRecord,
  limits: PackageLimits,
): readonly Listed[] {
  if (entryCount > limits.entries)
    throw new PackageFault('verify.zip.tooManyEntries', { most: limits.entries })
  if (directoryBytes > mostBytes) throw new PackageFault('verify.zip.directory')
  const fault = () => new PackageFault('verify.zip.directory')
  const table = new Cursor(file.read(directoryFrom, directoryBytes), fault)
  const names = new Set<string>()
  const listed = Array.from({ length: entryCount }, () => {
    const line = readLine(table)
    if (names.has(line.name)) throw new PackageFault('verify.zip.duplicate', { name: line.name })
    names.add(line.name)
    checkSize(line, limits)
    return line
  })
  // What is behind the last line, some readers would read as well.
  if (table.left > 0) throw fault()
  const total = listed.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > limits.totalBytes)
    throw new PackageFault('verify.zip.totalTooLarge', {
      megabytes: megabytesOf(limits.totalBytes),
    })
  return listed
}

function readLine(table: Cursor): Listed {
  if (table.u32() !== mark) table.fail()
  table.skip(4)
  const [bits, method] = [table.u16(), table.u16()]
  table.skip(4)
  const [crc32, packedBytes, bytes] = [table.u32(), table.u32(), table.u32()]
  const [nameBytes, extraBytes, commentBytes, disk] = [
    table.u16(),
    table.u16(),
    table.u16(),
    table.u16(),
  ]
  table.skip(6)
  const from = table.u32()
  const rawName = table.take(nameBytes)
  table.skip(extraBytes + commentBytes)
  const name = safeName(rawName)
  if ([packedBytes, bytes, from].includes(0xffffffff)) throw new PackageFault('verify.zip.zip64')
  if (disk !== 0) throw new PackageFault('verify.zip.parts')
  if ((bits & flags.encrypted) !== 0) throw new PackageFault('verify.zip.encrypted', { name })
  if (method !== 0 && method !== 8) throw new PackageFault('verify.zip.method', { name })
  const hasDescriptor = (bits & flags.descriptor) !== 0
  return { name, rawName, hasDescriptor, method, crc32, packedBytes, bytes, from }
}

function checkSize({ name, method, packedBytes, bytes }: Listed, limits: PackageLimits): void {
  if (method === 0 && packedBytes !== bytes) throw new PackageFault('verify.zip.mismatch', { name })
  if (name.endsWith('/') && bytes > 0) throw new PackageFault('verify.zip.name', { name })
  if (bytes > limits.entryBytes)
    throw new PackageFault('verify.zip.entryTooLarge', {
      name,
      megabytes: megabytesOf(limits.entryBytes),
    })
  if (bytes > harmless && bytes > packedBytes * limits.ratio)
    throw new PackageFault('verify.zip.bomb', { name, most: limits.ratio })
}
