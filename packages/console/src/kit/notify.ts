import { recordName, type TextKey } from '@muster/contract'
import { create } from 'zustand'
import { nameText, t } from '../platform/texts.ts'
import { isBelow } from './sharedPath.ts'

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
  /** The ids of the records that `action` is about: it goes when they are changed in another way. */
  readonly about?: readonly string[]
  /** The path of the calls of those records: it goes as well when some of them were changed and nobody knows which. */
  readonly under?: string
  /** What lies behind it: notices of one cause replace each other, whatever they say. */
  readonly cause?: string
  /** It tells how that goes on which the one before told of: it is no second time. */
  readonly isNext?: boolean
  /** How often it was said while it was on screen. */
  readonly count: number
}

/** What a notice carries that takes an act back. */
export type WayBack = Required<Pick<Notice, 'action' | 'about' | 'under' | 'lasts'>>

/** How long a message stays, in milliseconds (product spec, section 9). */
const messageLasts = 5000

export const useNotices = create<{ readonly list: readonly Notice[] }>()(() => ({ list: [] }))

let lastId = 0

/** More would hide the page. */
const mostShown = 5

/**
 * Shows a notice. A notice of the same cause as one on screen, or that says the same, replaces it
 * and counts up, so that ten failed calls with one cause make one toast. One with a way back stands for itself: who deletes
 * twice can take both back.
 */
export function show(
  notice: Omit<Notice, 'id' | 'lasts' | 'count'> & { readonly lasts?: number },
): void {
  const { list } = useNotices.getState()
  const fresh: Notice = { lasts: messageLasts, ...notice, id: ++lastId, count: 1 }
  const before = list.find((one) => causeOf(one) === causeOf(fresh))
  const shown = before && !fresh.isNext ? { ...fresh, count: before.count + 1 } : fresh
  const others = list.filter((one) => one !== before)
  useNotices.setState({ list: [...others, shown].slice(-mostShown) })
}

const causeOf = ({ cause, kind, text, action, id }: Notice) =>
  cause ?? (action ? `way back ${id}` : `${kind} ${text}`)

/** Takes a notice away before its time. */
export const hide = (id: number) =>
  useNotices.setState(({ list }) => ({ list: list.filter((notice) => notice.id !== id) }))

/** Records that have been changed: by their ids, or any of those that calls under a path are about. */
type Changed = ReadonlySet<string> | { readonly under: string }

/** Takes away the ways back of these records, which have been changed otherwise since; nobody presses in vain. */
export const dropWaysBack = (changed: Changed) =>
  useNotices.setState(({ list }) => ({ list: list.filter((one) => !isVoid(one, changed)) }))

function isVoid({ about, under = '' }: Notice, changed: Changed): boolean {
  if ('has' in changed) return about?.some((id) => changed.has(id)) ?? false
  return about !== undefined && (isBelow([under], changed.under) || isBelow([changed.under], under))
}

/** What can be said of a record that was written; each agrees with the button that did it. */
const written = {
  added: 'kit.written.added',
  saved: 'kit.written.saved',
  invited: 'kit.written.invited',
  undone: 'kit.written.undone',
} as const satisfies Readonly<Record<string, TextKey>>

export type Written = keyof typeof written

export const notify = {
  /** Names the record: "Basra Mall saved". */
  written: (record: object, act: Written, more: Partial<WayBack> = {}) => {
    const name = nameText(recordName(record))
    show({ ...more, kind: 'success', text: name ? t(written[act], { name }) : t('kit.saved') })
  },
  success: (text: string) => show({ kind: 'success', text }),
  info: (text: string) => show({ kind: 'info', text }),
  warning: (text: string) => show({ kind: 'warning', text }),
  error: (text: string) => show({ kind: 'error', text }),
}
