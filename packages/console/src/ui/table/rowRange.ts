import { boxOf, idOf, rowsOf, type SelectRows } from './rowKeys.ts'

/**
 * Shift with a click on a row's box chooses, or takes out, all rows from the box that was clicked
 * before it. Answers how to stop.
 */
export function followRanges(list: HTMLElement, selectRows: SelectRows): () => void {
  let before: string | undefined
  const click = ({ target, shiftKey }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tbody tr[data-row]') : null
    const table = row?.closest('table')
    if (!row || !table || target !== boxOf(row)) return
    const rows = rowsOf(table)
    const from = rows.findIndex((one) => one.dataset['row'] === before)
    before = row.dataset['row']
    if (!shiftKey || from < 0) return
    const [start = 0, end = 0] = [from, rows.indexOf(row)].toSorted((a, b) => a - b)
    const isOn = boxOf(row)?.checked ?? false
    // Shift has also marked the text between.
    document.getSelection()?.removeAllRanges()
    selectRows(rows.slice(start, end + 1).flatMap(idOf), isOn)
  }
  list.addEventListener('click', click)
  return () => list.removeEventListener('click', click)
}
