import { Cursor } from '../cursor.ts'
import { PackageFault } from '../fault.ts'
import type { PackageLimits } from '../limits.ts'
import type { OpenFile } from '../openFile.ts'
import type { Archive, Entry, Sections } from './archive.ts'
import { type Listed, readDirectory } from './directory.ts'
import { readEndRecord } from './endRecord.ts'

const marks = { local: 0x04034b50, descriptor: 0x08074b50 }
const headerBytes = 30
/** Space that a signer may leave so that the signing block begins at a page. */
const mostPadding = 64 * 1024

/** An archive of which every reader makes the same. Nothing is unpacked yet. */
export function readArchive(file: OpenFile, limits: PackageLimits): Archive {
  const end = readEndRecord(file)
  const listed = readDirectory(file, end, limits)
  const sections: Sections = {
    blockFrom: blockStart(file, end.directoryFrom),
    directoryFrom: end.directoryFrom,
    endFrom: end.from,
  }
  const entries = listed.map((line) => readEntry(file, line, sections.blockFrom))
  checkPlaces(file, entries, sections.blockFrom)
  return { file, sections, entries: new Map(entries.map((entry) => [entry.name, entry])) }
}

/** Where the signing block begins: it ends with its size and a mark, right before the directory. */
function blockStart(file: OpenFile, directoryFrom: number): number {
  if (directoryFrom < 32) return directoryFrom
  const foot = file.read(directoryFrom - 24, 24)
  if (foot.toString('latin1', 8) !== 'APK Sig Block 42') return directoryFrom
  const fault = () => new PackageFault('verify.signature.block')
  const from = directoryFrom - 8 - new Cursor(foot, fault).u64()
  if (from < 0 || from > directoryFrom - 32) throw fault()
  return from
}

/** The file's own header must say what the table of contents says of it. */
function readEntry(file: OpenFile, line: Listed, before: number): Entry {
  const { name, rawName, crc32, packedBytes, bytes, from } = line
  const fault = () => new PackageFault('verify.zip.mismatch', { name })
  if (from + headerBytes + rawName.length > before) throw fault()
  const header = new Cursor(file.read(from, headerBytes + rawName.length), fault)
  if (header.u32() !== marks.local) throw fault()
  header.skip(2)
  const [bits, method] = [header.u16(), header.u16()]
  header.skip(4)
  const [crc, packed, unpacked] = [header.u32(), header.u32(), header.u32()]
  const [nameBytes, extraBytes] = [header.u16(), header.u16()]
  const isSame =
    (crc === crc32 && packed === packedBytes && unpacked === bytes) ||
    (line.hasDescriptor && crc === 0 && packed === 0 && unpacked === 0)
  if ((bits & 1) !== 0) throw new PackageFault('verify.zip.encrypted', { name })
  if (
    !isSame ||
    method !== line.method ||
    ((bits & 8) !== 0) !== line.hasDescriptor ||
    nameBytes !== rawName.length ||
    !header.take(nameBytes).equals(rawName)
  )
    throw fault()
  const dataFrom = from + headerBytes + nameBytes + extraBytes
  const dataTo = dataFrom + packedBytes
  if (dataTo > before) throw fault()
  const to = line.hasDescriptor ? dataTo + descriptorBytes(file, line, dataTo) : dataTo
  if (to > before) throw fault()
  return { name, isPacked: method === 8, crc32, packedBytes, bytes, from, dataFrom, to }
}

/** Behind its data, a file that was written as it came repeats its sizes, with or without a mark. */
function descriptorBytes(file: OpenFile, line: Listed, from: number): number {
  const found = file.read(from, Math.min(16, file.bytes - from))
  const isMarked = found.length === 16 && found.readUInt32LE() === marks.descriptor
  const fault = () => new PackageFault('verify.zip.mismatch', { name: line.name })
  const values = new Cursor(isMarked ? found.subarray(4) : found, fault)
  const isSame =
    values.u32() === line.crc32 && values.u32() === line.packedBytes && values.u32() === line.bytes
  if (!isSame) throw fault()
  return isMarked ? 16 : 12
}

function checkPlaces(file: OpenFile, entries: readonly Entry[], blockFrom: number): void {
  const placed = entries.toSorted((a, b) => a.from - b.from)
  const last = placed.reduce((end, { name, from, to }) => {
    if (from < end) throw new PackageFault('verify.zip.overlap', { name })
    return to
  }, 0)
  // A program in front of the archive would be run by some versions of Android (CVE-2017-13156).
  if ((placed[0]?.from ?? 0) > 0) throw new PackageFault('verify.zip.prefix')
  const padding = blockFrom - last
  if (padding > mostPadding || file.read(last, padding).some((byte) => byte !== 0))
    throw new PackageFault('verify.zip.hidden')
}
