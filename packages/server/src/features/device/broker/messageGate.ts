import { steadyNow } from '../../../platform/steadyClock.ts'

/** Something that waits for its turn. */
export interface Waiting {
  readonly go: () => void
}

/** Lets so many messages through in a second; those above wait in the order in which they came. */
export interface MessageGate {
  /** Whether one may pass now: never before one that waits. */
  readonly mayPass: () => boolean
  readonly wait: (one: Waiting) => void
  /** One that waits is over: its place is the next one's. */
  readonly leave: (one: Waiting) => void
  /** Counts from now on, also for those that wait; null: there is no limit any more. */
  readonly set: (perSecond: number | null) => void
  readonly isEmpty: () => boolean
  /** Whether more wait than will have passed in a few seconds. */
  readonly isBehind: () => boolean
}

const everyMs = 50
const behindSeconds = 5
/** So many are let through in one go where a limit is lifted: the process has others to see to. */
const mostAtOnce = 1000

export function openMessageGate(perSecond: number): MessageGate {
  const waiting = new Set<Waiting>()
  let rate = perSecond
  // Whoever was silent has a second's worth at once.
  let allowed = rate
  let at = steadyNow()
  let isGoingOn = false

  function fill(): void {
    const now = steadyNow()
    const more = now > at ? ((now - at) / 1000) * rate : 0
    allowed = rate === Infinity ? rate : Math.min(rate, allowed + more)
    at = now
  }

  function letThrough(): void {
    isGoingOn = false
    fill()
    // A limit above that is let through as it is.
    let left = rate === Infinity ? mostAtOnce : Math.max(mostAtOnce, (rate * everyMs * 2) / 1000)
    for (const one of waiting) {
      if (allowed < 1 || left < 1) break
      allowed -= 1
      left -= 1
      waiting.delete(one)
      one.go()
    }
    goOn()
  }

  /** As long as one waits, once at a time. A process that ends does not wait for it. */
  function goOn(): void {
    if (waiting.size === 0 || isGoingOn) return
    isGoingOn = true
    setTimeout(letThrough, everyMs).unref()
  }

  return {
    mayPass() {
      if (waiting.size > 0) return false
      fill()
      if (allowed < 1) return false
      allowed -= 1
      return true
    },
    wait(one) {
      waiting.add(one)
      goOn()
    },
    leave: (one) => waiting.delete(one),
    set(next) {
      fill()
      rate = next ?? Infinity
    },
    isEmpty: () => waiting.size === 0,
    isBehind: () => waiting.size > rate * behindSeconds,
  }
}
