import { create } from 'zustand'

/** What changed of a list that stands still: the records' ids; null: more than were named. */
type Changes = ReadonlySet<string> | null

/** The paths whose lists stand still. */
export const useHeld = create<Readonly<Record<string, Changes>>>()(() => ({}))

/** Lets a list stand still, or go on. */
export function hold(path: string, isHeld: boolean): void {
  const { [path]: _, ...others } = useHeld.getState()
  useHeld.setState(isHeld ? { ...others, [path]: new Set() } : others, true)
}

/** Whether a list stands still, which then takes note of what has changed. */
export function noteHeld(path: string, ids: Changes): boolean {
  const known = useHeld.getState()[path]
  if (known === undefined) return false
  useHeld.setState({ [path]: known && ids && new Set([...known, ...ids]) })
  return true
}
