export interface WindowOptions<T> {
  /** Items under way at once. */
  readonly width: number
  /** Items that may wait beside them; others are turned away. */
  readonly room: number
  /** Sends one; `done` when its receiver has it, or never will. */
  readonly send: (item: T, done: () => void) => void
}

/** Sends in order, no more than so many at once. False: there is no room. */
export function openWindow<T>({ width, room, send }: WindowOptions<T>): (item: T) => boolean {
  const waiting: T[] = []
  let underWay = 0
  let isSending = false

  function done(): void {
    underWay -= 1
    sendOn()
  }

  function sendOn(): void {
    // Whoever is done at once must not send within the sending of the one before.
    if (isSending) return
    isSending = true
    while (underWay < width && waiting.length > 0) {
      for (const item of waiting.splice(0, width - underWay)) {
        underWay += 1
        send(item, done)
      }
    }
    isSending = false
  }

  return (item) => {
    if (waiting.length >= room) return false
    waiting.push(item)
    sendOn()
    return true
  }
}
