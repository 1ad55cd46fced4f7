import { type Axis, entriesIn } from './menuKeys.ts'

type Exit = { to: 'opener' } | { to: 'neighbour'; step: 1 | -1 } | { to: 'page' }

/** Where a key leads from inside a pop-out: in a column back to its opener, in a row to the side. */
export function exitOf(key: string, axis: Axis, isOnGroup: boolean): Exit | null {
  if (key === 'Tab') return { to: 'page' }
  if (key === 'ArrowLeft') return axis === 'y' ? { to: 'opener' } : { to: 'neighbour', step: -1 }
  if (key === 'ArrowRight' && axis === 'x' && !isOnGroup) return { to: 'neighbour', step: 1 }
  return null
}

/** The entry that opens the pop-out of a key. */
export const openerOf = (key: string) =>
  document.querySelector<HTMLElement>(`[data-pop-outs] [data-entry="${CSS.escape(key)}"]`)

/** The entry beside another, around the ends. */
export function neighbourOf(entry: HTMLElement | null, step: 1 | -1): HTMLElement | null {
  const bar = entry?.closest('[data-pop-outs]')
  const entries = bar ? entriesIn(bar) : []
  const at = entries.findIndex((one) => one === entry)
  return entries[(at + step + entries.length) % entries.length] ?? null
}

/** The key of an entry that has a pop-out. */
export function popOutKey(entry: Element | null): string | null {
  if (!(entry instanceof HTMLElement) || !entry.hasAttribute('aria-haspopup')) return null
  return entry.dataset['entry'] ?? null
}
