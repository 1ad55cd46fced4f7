import { createHash } from 'node:crypto'

const pageBytes = 4096
const salt = Buffer.alloc(8)

/** Digests pages, then pages of these digests, until one is left (the form of fs-verity). */
export class PageTree {
  readonly #digests: Buffer[] = []
  #rest = Buffer.alloc(0)
  #bytes = 0

  readonly take = (part: Buffer): void => {
    this.#bytes += part.length
    const all = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part])
    const whole = all.length - (all.length % pageBytes)
    for (let at = 0; at < whole; at += pageBytes)
      this.#digests.push(digestOf(all.subarray(at, at + pageBytes)))
    this.#rest = Buffer.from(all.subarray(whole))
  }

  /** The root, and how many bytes were digested. */
  readonly digest = (): Buffer => {
    if (this.#rest.length > 0) this.#digests.push(digestOf(padded(this.#rest)))
    let level = padded(Buffer.concat(this.#digests))
    while (level.length > pageBytes) level = padded(Buffer.concat(pagesOf(level).map(digestOf)))
    const size = Buffer.alloc(8)
    size.writeBigUInt64LE(BigInt(this.#bytes))
    return Buffer.concat([digestOf(level), size])
  }
}

const digestOf = (page: Buffer) => createHash('sha256').update(salt).update(page).digest()

function padded(bytes: Buffer): Buffer {
  const over = bytes.length % pageBytes
  return over === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(pageBytes - over)])
}

const pagesOf = (level: Buffer): readonly Buffer[] =>
  Array.from({ length: level.length / pageBytes }, (_, page) =>
    level.subarray(page * pageBytes, (page + 1) * pageBytes),
  )
