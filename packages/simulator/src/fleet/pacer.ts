import { pause } from '../terminal/pause.ts'

/** Lets so many pass in a second, evenly; the others wait for their turn. */
export function pacer(perSecond: number): (signal: AbortSignal) => Promise<void> {
  const gap = 1000 / perSecond
  let next = 0
  return async (signal) => {
    const now = performance.now()
    next = Math.max(now, next) + gap
    await pause(next - gap - now, signal)
  }
}
