/** Bytes of a line that are kept; the rest of a longer one is skipped. */
const longestLine = 64 * 1024

const cutMark = Buffer.from('…')
const empty = Buffer.alloc(0)

/** Cuts bytes into lines as they come, however long one is, with little in memory. */
export class LineReader {
  readonly #take: (line: Buffer) => void
  #parts: Buffer[] = []
  #length = 0
  #isCut = false

  constructor(take: (line: Buffer) => void) {
    this.#take = take
  }

  push(bytes: Buffer): void {
    let from = 0
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, from)) {
      this.#add(bytes.subarray(from, at))
      this.#end()
      from = at + 1
    }
    if (from < bytes.length) this.#add(bytes.subarray(from))
  }

  /** What comes last may have no end of its own. */
  finish(): void {
    if (this.#length > 0) this.#end()
  }

  #add(bytes: Buffer): void {
    if (bytes.length === 0) return
    const room = longestLine - this.#length
    if (bytes.length > room) this.#isCut = true
    const part = bytes.subarray(0, Math.max(0, room))
    // A part of a stream may be written anew once it was given.
    if (part.length > 0) this.#parts.push(Buffer.from(part))
    this.#length += part.length
  }

  #end(): void {
    if (this.#length === 0) return this.#take(empty)
    const line = this.#isCut ? [...this.#parts, cutMark] : this.#parts
    const [only] = line
    const whole = line.length === 1 && only ? only : Buffer.concat(line)
    this.#parts = []
    this.#length = 0
    this.#isCut = false
    this.#take(whole.at(-1) === 13 ? whole.subarray(0, -1) : whole)
  }
}
