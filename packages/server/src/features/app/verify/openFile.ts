import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { PackageFault } from './fault.ts'

/**
 * So much of a file is in memory at a time while all of it is read; also the parts that signatures
 * digest a package in.
 */
const partBytes = 1024 ** 2

/** A file that is read here and there. The thread that reads it has nothing else to do meanwhile. */
export class OpenFile {
  readonly bytes: number
  readonly #handle: number

  constructor(path: string) {
    this.#handle = openSync(path, 'r')
    this.bytes = fstatSync(this.#handle).size
  }

  /** Exactly these bytes. */
  read(from: number, length: number): Buffer {
    if (from < 0 || length < 0 || from + length > this.bytes)
      throw new PackageFault('verify.zip.truncated')
    return this.#fill(Buffer.allocUnsafe(length), from)
  }

  /** Hands out these bytes a part at a time, each of which is overwritten by the next. */
  eachPart(from: number, to: number, take: (part: Buffer) => void): void {
    const into = Buffer.allocUnsafe(Math.min(partBytes, to - from))
    for (let at = from; at < to; at += partBytes)
      take(this.#fill(into.subarray(0, Math.min(partBytes, to - at)), at))
  }

  /** These bytes, a part at a time, for who may still need one when he asks for the next. */
  *parts(from: number, to: number, most = partBytes): Generator<Buffer> {
    for (let at = from; at < to; at += most) yield this.read(at, Math.min(most, to - at))
  }

  close(): void {
    closeSync(this.#handle)
  }

  #fill(into: Buffer, from: number): Buffer {
    const { length } = into
    for (let done = 0; done < length; ) {
      const count = readSync(this.#handle, into, done, length - done, from + done)
      if (count === 0) throw new PackageFault('verify.zip.truncated')
      done += count
    }
    return into
  }
}

/** The SHA-256 of the whole, in hexadecimal. */
export function hashOf(file: OpenFile): string {
  const hash = createHash('sha256')
  file.eachPart(0, file.bytes, (part) => hash.update(part))
  return hash.digest('hex')
}
