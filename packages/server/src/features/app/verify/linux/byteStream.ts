import { PackageFault } from '../fault.ts'
import { megabytesOf, type PackageLimits } from '../limits.ts'

/** A file that unpacks to less does no harm, however well it was packed. */
const harmless = 8 * 1024 ** 2

/** Reads what comes in parts by the number of bytes, and stops where it becomes too much. */
export class ByteStream {
  readonly #parts: AsyncIterator<Uint8Array>
  readonly #most: number
  readonly #fault: () => PackageFault
  #part = Buffer.alloc(0)
  #seen = 0

  constructor(
    parts: AsyncIterable<Uint8Array>,
    packedBytes: number,
    { totalBytes, ratio }: Pick<PackageLimits, 'totalBytes' | 'ratio'>,
  ) {
    this.#parts = parts[Symbol.asyncIterator]()
    this.#most = Math.min(totalBytes, Math.max(harmless, packedBytes * ratio))
    this.#fault = () =>
      new PackageFault('verify.zip.totalTooLarge', { megabytes: megabytesOf(this.#most) })
  }

  /** Exactly so many bytes; `null` where none are left. */
  async take(length: number): Promise<Buffer | null> {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0; ) {
      const part = await this.#next(missing)
      if (!part) {
        if (parts.length === 0) return null
        throw new PackageFault('verify.zip.truncated')
      }
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0; ) {
      const part = await this.#next(missing)
      if (!part) throw new PackageFault('verify.zip.truncated')
      missing -= part.length
    }
  }

  /** Reads on to the end: what was packed must be whole, also where nobody needs it. */
  async drain(): Promise<void> {
    while (await this.#next(Number.MAX_SAFE_INTEGER)) continue
  }

  async #next(most: number): Promise<Buffer | null> {
    while (this.#part.length === 0) {
      const next: IteratorResult<Uint8Array, unknown> = await this.#parts.next()
      if (next.done) return null
      this.#part = Buffer.from(next.value)
      this.#seen += next.value.length
      if (this.#seen > this.#most) throw this.#fault()
    }
    const part = this.#part.subarray(0, most)
    this.#part = this.#part.subarray(part.length)
    return part
  }
}
