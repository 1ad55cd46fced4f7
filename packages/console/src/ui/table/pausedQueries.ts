import { create } from 'zustand'

/** What changed of a list that is paused, and when (epoch milliseconds). */
interface Changes {
  readonly ids: ReadonlyMap<string, number>
  /** When last more changed than was named. */
  readonly manyAt: number
}

/** The paths whose lists are paused. */
export const usePaused = create<Readonly<Record<string, Changes>>>()(() => ({}))

/** Pauses a list, or lets it go on. */
export function setPaused(path: string, isPaused: boolean): void {
  const { [path]: _, ...others } = usePaused.getState()
  const started: Changes = { ids: new Map(), manyAt: 0 }
  usePaused.setState(isPaused ? { ...others, [path]: started } : others, true)
}

/** Whether a list is paused, which then takes note of what has changed; null: more than was named. */
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
