import { create } from 'zustand'

export interface Notice {
  readonly id: number
  readonly kind: 'success' | 'info' | 'warning' | 'error'
  readonly title?: string
  readonly text: string
  /** Milliseconds on screen. */
  readonly lasts: number
  readonly onClick?: () => void
  /** A button beside the text, such as Undo. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** What lies behind it: notices of one cause replace each other, whatever they say. */
  readonly cause?: string
}

/** How long a message stays, in milliseconds (product spec, section 9). */
const messageLasts = 5000

export const useNotices = create<{ readonly list: readonly Notice[] }>()(() => ({ list: [] }))

let lastId = 0

/**
 * Shows a notice. A notice that says the same as one on screen replaces it, so that ten failed
 * calls with one cause make one toast.
 */
export function show(notice: Omit<Notice, 'id' | 'lasts'> & { readonly lasts?: number }): void {
  const shown: Notice = { lasts: messageLasts, ...notice, id: ++lastId }
  useNotices.setState(({ list }) => ({
    list: [...list.filter((one) => causeOf(one) !== causeOf(shown)), shown],
  }))
}

const causeOf = ({ cause, kind, text }: Notice) => cause ?? `${kind} ${text}`

/** Takes a notice away before its time. */
export const hide = (id: number) =>
  useNotices.setState(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))

export const notify = {
  success: (text: string) => show({ kind: 'success', text }),
  info: (text: string) => show({ kind: 'info', text }),
  warning: (text: string) => show({ kind: 'warning', text }),
  error: (text: string) => show({ kind: 'error', text }),
}
