import { paramCells } from '@muster/contract'

/** What a cell is to do with a parameter of a terminal. */
export type Cell =
  | { readonly is: 'value'; readonly text: string }
  | { readonly is: 'inherit' }
  | { readonly is: 'unreadable' }

/** Begins a cell whose text stands as JSON does: between quotation marks, with escapes. */
const quote = '#"'

/**
 * What a sheet could not give back as it is: nothing at all, blanks at an end, what a sheet program takes
 * for a formula, control characters and halves of letters, and what reads as a mark of ours.
 */
const isFragile = (text: string): boolean =>
  text === '' ||
  text === paramCells.inherit ||
  text.startsWith(quote) ||
  /^[\s=+\-@'\uFF1D\uFF0B\uFF0D\uFF20]|\s$|[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u.test(text)

/** A value as the text of a cell. */
export const cellOf = (text: string): string => (isFragile(text) ? `#${quoted(text)}` : text)

const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The text of a cell that is not empty as what it means. */
export function readCell(text: string): Cell {
  if (text.trim() === paramCells.inherit) return { is: 'inherit' }
  if (!text.trimStart().startsWith(quote)) return { is: 'value', text }
  const value = parsed(text.trim().slice(1))
  return typeof value === 'string' ? { is: 'value', text: value } : { is: 'unreadable' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What stands above a parameter's column: its PID, between brackets where that reads as another heading. */
export const headingOf = (pid: string, isTaken: (heading: string) => boolean): string =>
  isTaken(pid) || !/^[A-Za-z0-9]/.test(pid) ? `[${pid}]` : pid
