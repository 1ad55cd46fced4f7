import { create } from 'zustand'

/** Milliseconds that the bar takes to grow and to go (product spec, section 9). */
export const speed = 500
/** Milliseconds between its small steps while a page is awaited. */
const trickle = 200
/** Milliseconds after which the bar of a page that is loaded anew ends. */
const reloadEnds = 200

interface Progress {
  /** From 0 to 1; null when there is nothing to show. */
  readonly done: number | null
  /** Pages whose code is on its way. */
  readonly awaited: number
}

export const useProgress = create<Progress>()(() => ({ done: null, awaited: 0 }))

let steps: ReturnType<typeof setInterval> | undefined
let end: ReturnType<typeof setTimeout> | undefined

/** The next small step: quick at first, slower towards the end, which it never reaches. */
export function trickled(done: number): number {
  const step = done < 0.2 ? 0.1 : done < 0.5 ? 0.04 : done < 0.8 ? 0.02 : 0.005
  return Math.min(done + step, 0.994)
}

function begin(): void {
  stop()
  useProgress.setState({ done: 0.08 })
  steps = setInterval(
    () => useProgress.setState(({ done }) => ({ done: done === null ? null : trickled(done) })),
    trickle,
  )
}

function finish(): void {
  stop()
  useProgress.setState({ done: 1 })
  end = setTimeout(() => useProgress.setState({ done: null }), speed)
}

function stop(): void {
  clearInterval(steps)
  clearTimeout(end)
}

/** A page is loaded anew: the bar ends after 200 ms. */
export function showReload(): void {
  begin()
  end = setTimeout(finish, reloadEnds)
}

/** A page comes to the front: the bar ends when its code is there. */
export function showArrival(): void {
  begin()
  // What is missing says so while it is drawn, in the same turn.
  end = setTimeout(() => useProgress.getState().awaited === 0 && finish(), 0)
}

/** The code of a page is on its way; answers how to say that it came. */
export function awaitPage(): () => void {
  useProgress.setState(({ awaited }) => ({ awaited: awaited + 1 }))
  return () => {
    useProgress.setState(({ awaited }) => ({ awaited: awaited - 1 }))
    const { awaited, done } = useProgress.getState()
    if (awaited === 0 && done !== null && done < 1) finish()
  }
}
