import { isShown, shownDialogs } from '../shown.ts'

/** Chooses rows by their ids, or takes them out of the choice. */
export type SelectRows = (ids: readonly string[], isOn: boolean) => void

/** What a key does to the rows of a table; false: nothing. */
type Act = (table: HTMLTableElement, selectRows: SelectRows) => boolean

/**
 * Moves over the rows of a list by keys: arrows, or j and k, from row to row, with Shift selecting
 * both, left and right from cell to cell, Enter opens, x selects, Ctrl+A selects the page,
 * / goes to the keyword. Answers how to stop.
 */
export function followRowKeys(list: HTMLElement, selectRows: SelectRows): () => void {
  const press = (event: KeyboardEvent) => {
    const table = list.querySelector('table')
    if (!table || !isMeant(list, event)) return
    if (actOf(event, table)?.(table, selectRows)) event.preventDefault()
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

/** Keys are for the list in front, where nobody is typing and no menu is open. */
function isMeant(list: HTMLElement, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey || !isShown(list)) return false
  const dialog = shownDialogs().at(-1)
  if (dialog && !dialog.contains(list)) return false
  const { target } = event
  if (!(target instanceof HTMLElement) || isTaken(target)) return false
  // Nothing around the list has taken the focus for itself.
  return target.contains(list) || list.contains(target)
}

const isTaken = (target: HTMLElement) =>
  target.isContentEditable ||
  target.matches('input:not([type=checkbox]), textarea, select, [aria-haspopup], [role=menuitem]')

function actOf(event: KeyboardEvent, table: HTMLTableElement): Act | null {
  const { key, ctrlKey, metaKey, target } = event
  if (ctrlKey || metaKey)
    return key.toLowerCase() === 'a' && isIn(table, target) ? selectPage : null
  const move = event.shiftKey ? extend : step
  if (key === 'j' || key === 'J') return move(1)
  if (key === 'k' || key === 'K') return move(-1)
  if (key === '/') return goToKeyword
  if (!isIn(table, target)) return null
  if (key === 'ArrowDown') return move(1)
  if (key === 'ArrowUp') return move(-1)
  const isRtl = getComputedStyle(table).direction === 'rtl'
  if (key === 'ArrowRight') return sideways(isRtl ? -1 : 1)
  if (key === 'ArrowLeft') return sideways(isRtl ? 1 : -1)
  // On a button these do what the button does.
  if (!(target instanceof HTMLElement) || !target.matches('tbody tr, tbody td')) return null
  if (key === 'Enter') return open
  return key.toLowerCase() === 'x' ? select : null
}

const isIn = (table: HTMLTableElement, target: EventTarget | null) =>
  target instanceof Node && (table.parentElement?.contains(target) ?? false)

/** The rows of a table that are drawn. */
export const rowsOf = (table: HTMLTableElement) => [
  ...table.querySelectorAll<HTMLElement>('tbody tr[data-row]'),
]

/** The row that the focus is in. */
function rowIn(table: HTMLTableElement): HTMLElement | null {
  const { activeElement } = document
  return table.contains(activeElement)
    ? (activeElement?.closest<HTMLElement>('tr[data-row]') ?? null)
    : null
}

const cellIn = (row: HTMLElement | null) =>
  row && document.activeElement?.matches('td')
    ? [...row.children].indexOf(document.activeElement)
    : -1

const step =
  (by: 1 | -1): Act =>
  (table) => {
    const rows = rowsOf(table)
    const row = rowIn(table)
    const next = row ? rows[rows.indexOf(row) + by] : rows[0]
    if (!next) return row !== null
    const cell = next.children[cellIn(row)]
    focus(cell instanceof HTMLElement ? cell : next)
    return true
  }

/** Goes on and selects both rows, where rows can be selected. */
const extend =
  (by: 1 | -1): Act =>
  (table, selectRows) => {
    const from = rowIn(table)
    if (!step(by)(table, selectRows)) return false
    const rows = [from, rowIn(table)].filter((row) => row !== null)
    if (boxOf(rows[0])) selectRows(rows.flatMap(idOf), true)
    return true
  }

/** The check box that selects a row; none where nothing acts on chosen rows. */
export const boxOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLInputElement>('input[type=checkbox]:not([role=switch])')

/** The id of the record in a row. */
export const idOf = (row: HTMLElement): readonly string[] =>
  row.dataset['row'] === undefined ? [] : [row.dataset['row']]

const sideways =
  (by: 1 | -1): Act =>
  (table) => {
    const row = rowIn(table)
    if (!row) return false
    const next = row.children[cellIn(row) + by]
    focus(next instanceof HTMLElement ? next : row)
    return true
  }

/** Not with the Tab key: a hundred rows would stand between a list and its pager. */
function focus(element: HTMLElement): void {
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** What a row is for: its link, or the first button that opens something; none that does something. */
const open: Act = (table) => {
  const row = rowIn(table)
  const way =
    row?.querySelector<HTMLElement>('td a[href]') ??
    row?.querySelector<HTMLElement>('td button[data-opens]:not(:disabled)')
  way?.click()
  return way !== undefined
}

const select: Act = (table) => {
  boxOf(rowIn(table))?.click()
  return true
}

const selectPage: Act = (table) => {
  const box = table.querySelector<HTMLInputElement>('thead input[type=checkbox]')
  if (box && !box.checked) box.click()
  return box !== null
}

const goToKeyword: Act = (table) => {
  const field = table.closest('[data-screen]')?.querySelector<HTMLInputElement>('search input')
  field?.focus()
  field?.select()
  return field !== undefined
}
