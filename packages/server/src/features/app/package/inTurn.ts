/** Files that a process judges at a time: each may take a processor and some memory for itself. */
const atATime = 2

let running = 0
const waiting: (() => void)[] = []

/** Does the work when it is its turn. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atATime) await new Promise<void>((begin) => waiting.push(begin))
  else running += 1
  try {
    return await work()
  } finally {
    // The place goes on to whoever waits, or becomes free.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
