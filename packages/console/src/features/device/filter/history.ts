/** What one works on, with the ways back and forth. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
  /** What was changed last: changes of one thing, such as letters typed, are one step. */
  readonly last: string | null
}

/** Steps that are kept. */
const most = 100

export const historyOf = <T>(now: T): History<T> => ({ past: [], now, future: [], last: null })

/** The next state. `what` names the thing that changes where many small changes are one step. */
export function withStep<T>(history: History<T>, next: T, what: string | null = null): History<T> {
  const { past, now, last } = history
  if (next === now) return history
  const isSame = what !== null && what === last
  return {
    past: isSame ? past : [...past, now].slice(-most),
    now: next,
    future: [],
    last: what,
  }
}

export function undone<T>({ past, now, future, ...rest }: History<T>): History<T> {
  const before = past.at(-1)
  if (before === undefined) return { past, now, future, ...rest }
  return { past: past.slice(0, -1), now: before, future: [now, ...future], last: null }
}

export function redone<T>({ past, now, future, ...rest }: History<T>): History<T> {
  const [next, ...later] = future
  if (next === undefined) return { past, now, future, ...rest }
  return { past: [...past, now], now: next, future: later, last: null }
}
