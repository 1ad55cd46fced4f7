import { useState } from 'react'

/** A dialog about one record, or about a new one. */
export interface Dialog<T> {
  readonly isOpen: boolean
  /** Null: a new record. */
  readonly record: T | null
  readonly open: (record?: T) => void
  readonly close: () => void
}

/** The state of a dialog: closed at first. */
export function useDialog<T>(): Dialog<T> {
  const [state, setState] = useState<{ isOpen: boolean; record: T | null }>({
    isOpen: false,
    record: null,
  })
  return {
    ...state,
    open: (record) => setState({ isOpen: true, record: record ?? null }),
    // The record stays while the dialog fades out: its content must not change under the eye.
    close: () => setState((last) => ({ ...last, isOpen: false })),
  }
}
