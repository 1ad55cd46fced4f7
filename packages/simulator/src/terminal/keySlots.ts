import { createCipheriv, randomBytes } from 'node:crypto'

/** The key slots of a terminal: what is in them nobody else learns, but for its check value. */
export class KeySlots {
  readonly #keys = new Map<string, Buffer>()

  /**
   * Puts a new key into each slot; answers the check values by slot. The virtual terminal draws its
   * keys itself, in place of a key host.
   */
  inject(slots: readonly string[]): Readonly<Record<string, string>> {
    const values = slots.map((slot): [string, string] => {
      const key = randomBytes(16)
      this.#keys.set(slot, key)
      return [`slot${slot}`, checkValue(key)]
    })
    return Object.fromEntries(values)
  }
}

/** The first three bytes of zeros under the key (AES), as key hosts and terminals compare them. */
function checkValue(key: Buffer): string {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return cipher.update(Buffer.alloc(16)).subarray(0, 3).toString('hex').toUpperCase()
}
