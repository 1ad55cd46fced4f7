/** Milliseconds between two looks at the clock. */
const step = 5000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let moment = 0

/** One clock for all that tells an age: calls back every few seconds. Answers how to stop. */
export function followTicks(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    moment = Date.now()
    timer = setInterval(tick, step)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The moment of the last tick, in epoch milliseconds. */
export const lastTick = (): number => (listeners.size === 0 ? Date.now() : moment)

function tick(): void {
  if (document.hidden) return
  moment = Date.now()
  for (const listener of listeners) listener()
}
