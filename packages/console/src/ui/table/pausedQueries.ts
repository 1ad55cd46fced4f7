import { create } from 'zustand'

/** What changed of a list that stands still, and when (epoch milliseconds). */
interface Changes {
  readonly ids: ReadonlyMap<string, number>
  /** When last more changed than was named. */
  readonly manyAt: number
}

/** The paths whose lists stand still. */
export const usePaused = create<Readonly<Record<string, Changes>>>()(() => ({}))

/** Lets a list stand still, or go on. */
export function hold(path: string, isHeld: boolean): void {
  const { [path]: _, ...others } = usePaused.getState()
  usePaused.setState(isHeld ? { ...others, [path]: { ids: new Map(), manyAt: 0 } } : others, true)
}

/** Whether a list stands still, which then takes note of what has changed; null: more than was named. */
export function notePaused(path: string, changed: ReadonlySet<string> | null): boolean {
  const known = usePaused.getState()[path]
  if (known === undefined) return false
  const now = Date.now()
  const named = [...(changed ?? [])].map((id) => [id, now] as const)
  usePaused.setState({
    [path]: {
      ids: new Map([...known.ids, ...named]),
      manyAt: changed === null ? now : known.manyAt,
    },
  })
  return true
}

/** How many records have changed since rows were read: those wait. */
export const waitingSince = ({ ids, manyAt }: Changes, readAt: number): number | 'many' =>
  manyAt > readAt ? 'many' : [...ids.values()].filter((at) => at > readAt).length
