import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { SheetFault } from './sheetFault.ts'

// A workbook of a hundred thousand rows has some 100 MB of XML; these stop what is made to harm.
const mostParts = 1000
const mostBytes = 512 * 1024 * 1024
const mostRatio = 200
/** Small parts may well be a hundred times the same word. */
const smallPart = 1024 * 1024

/** The parts of a workbook by their names, to be read one after the other. */
export interface Book {
  readonly has: (name: string) => boolean
  readonly open: (name: string) => Promise<Readable>
  readonly close: () => void
}

/**
 * Opens a zip of sane size: what it claims is judged before a byte is unpacked, and while it is
 * unpacked nothing becomes larger than was claimed.
 */
export async function openBook(path: string): Promise<Book> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true })
  const parts = new Map<string, Entry>()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.uncompressedSize
      parts.set(entry.fileName, entry)
      if (parts.size > mostParts || bytes > mostBytes || isBomb(entry))
        throw new SheetFault('import.tooLarge')
      if (entry.isEncrypted()) throw new SheetFault('import.protected')
    }
  } catch (error) {
    zip.close()
    throw error
  }
  return {
    has: (name) => parts.has(name),
    open: (name) => {
      const entry = parts.get(name)
      if (!entry) throw new SheetFault('import.notASheet')
      return zip.openReadStreamPromise(entry)
    },
    close: () => zip.close(),
  }
}

const isBomb = ({ uncompressedSize, compressedSize }: Entry): boolean =>
  uncompressedSize > smallPart && uncompressedSize > compressedSize * mostRatio
