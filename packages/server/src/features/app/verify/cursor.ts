import type { PackageFault } from './fault.ts'

/**
 * Reads little-endian values one after the other and never past the end: what is not there is the
 * fault of whoever wrote the file.
 */
export class Cursor {
  readonly bytes: Buffer
  readonly #fault: () => PackageFault
  #at = 0

  constructor(bytes: Buffer, fault: () => PackageFault) {
    this.bytes = bytes
    this.#fault = fault
  }

  get at(): number {
    return this.#at
  }

  get left(): number {
    return this.bytes.length - this.#at
  }

  u8(): number {
    return this.bytes.readUInt8(this.#step(1))
  }

  u16(): number {
    return this.bytes.readUInt16LE(this.#step(2))
  }

  u32(): number {
    return this.bytes.readUInt32LE(this.#step(4))
  }

  i32(): number {
    return this.bytes.readInt32LE(this.#step(4))
  }

  u64(): number {
    const value = this.bytes.readBigUInt64LE(this.#step(8))
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.#fault()
    return Number(value)
  }

  take(length: number): Buffer {
    const from = this.#step(length)
    return this.bytes.subarray(from, from + length)
  }

  skip(length: number): void {
    this.#step(length)
  }

  /** To an absolute place. */
  go(to: number): this {
    if (to < 0 || to > this.bytes.length) throw this.#fault()
    this.#at = to
    return this
  }

  /** What lies between two absolute places. */
  part(from: number, to: number): Cursor {
    if (from < 0 || to < from || to > this.bytes.length) throw this.#fault()
    return new Cursor(this.bytes.subarray(from, to), this.#fault)
  }

  /** Bytes with their length in front. */
  counted(): Buffer {
    return this.take(this.u32())
  }

  /** As `counted`, to be read on. */
  inner(): Cursor {
    return new Cursor(this.counted(), this.#fault)
  }

  fail(): never {
    throw this.#fault()
  }

  #step(length: number): number {
    const from = this.#at
    if (length < 0 || length > this.left) throw this.#fault()
    this.#at += length
    return from
  }
}
