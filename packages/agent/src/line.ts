/** Those who do something one after the other, in the order in which they came. */
export class Line {
  #last: Promise<void> = Promise.resolve()
  #length = 0

  /** Joins it: `come` settles when it is one's turn, null: at once; who leaves keeps nobody behind. */
  join(): { readonly come: Promise<void> | null; readonly leave: () => void } {
    const before = this.#last
    const come = this.#length === 0 ? null : before
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = before.then(() => promise)
    this.#length += 1
    const leave = () => {
      this.#length -= 1
      resolve()
    }
    return { come, leave }
  }
}
