import { createContext, use, useEffect, useId, useLayoutEffect } from 'react'

/** Unsaved input: none, some that is put back after the console is loaded anew, or some that is lost then. */
export type Input = 'none' | 'kept' | 'lost'

/** The dialog around a form: it asks before what is in it is lost. */
export interface Holder {
  /** What a part of it holds of unsaved input; null once the part is gone. */
  readonly tell: (part: string, input: Input | null) => void
  /** Closes, once the user agrees to lose what is unsaved. */
  readonly leave: (close: () => void) => void
}

export const HolderContext = createContext<Holder | null>(null)

/**
 * Tells the dialog around whether this part of it holds unsaved input. Every form of `useFields` does;
 * what is edited otherwise says it itself, else any touch of a field counts as input.
 */
export function useUnsaved(isDirty: boolean, isKept = false): void {
  const tell = use(HolderContext)?.tell
  const part = useId()
  // With what is shown: whoever sees that it is saved may close the dialog without a question.
  const dirty = isKept ? 'kept' : 'lost'
  const input = isDirty ? dirty : 'none'
  useLayoutEffect(() => tell?.(part, input), [tell, part, input])
  useEffect(() => () => tell?.(part, null), [tell, part])
}

/** The way out of a form by its own button, which asks as the cross of its dialog does. */
export function useLeave(close: () => void): () => void {
  const holder = use(HolderContext)
  return () => (holder ? holder.leave(close) : close())
}
