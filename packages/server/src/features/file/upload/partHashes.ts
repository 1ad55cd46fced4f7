import { createHash, type Hash } from 'node:crypto'
import { downloadPartBytes } from '@muster/contract'

/** SHA-256 of each part of a content: a terminal fetches alone what arrived wrong. */
export class PartHashes {
  readonly #whole: Buffer[] = []
  #begun: Hash | null = null
  #room = downloadPartBytes

  update(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + this.#room)
      this.#begun ??= createHash('sha256')
      this.#begun.update(piece)
      at += piece.length
      this.#room -= piece.length
      if (this.#room === 0) this.#end()
    }
  }

  /** All of them, one after the other. */
  digest(): Buffer {
    this.#end()
    return Buffer.concat(this.#whole)
  }

  #end(): void {
    if (this.#begun) this.#whole.push(this.#begun.digest())
    this.#begun = null
    this.#room = downloadPartBytes
  }
}
