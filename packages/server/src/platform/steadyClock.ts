/** Milliseconds by the clock that nobody sets: for spans within this process, never for moments. */
export const steadyNow = (): number => performance.now()
