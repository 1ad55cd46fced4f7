/** Everything that a sheet program might take for a formula begins with one of these. */
const formula = /^[=+\-@\t\r＝＋－＠]/

/** A table's rows as text that sheet programs take: headings, then rows, parted by tabs. */
export function rowsAsText(table: HTMLTableElement, rows: readonly Element[]): string {
  const columns = [...table.querySelectorAll<HTMLElement>('thead th')]
    .map((head, index) => ({ head, index }))
    .filter(({ head }) => head.dataset['column'] !== undefined)
  const lines = [
    columns.map(({ head }) => textOf(head)),
    ...rows.map((row) => columns.map(({ index }) => textOf(row.children[index]))),
  ]
  return lines.map((line) => line.map(harmless).join('\t')).join('\n')
}

/** The rows that are chosen on this page; without any, the one that the focus is in. */
export function rowsToCopy(table: HTMLTableElement): readonly Element[] {
  const chosen = [...table.querySelectorAll('tbody tr[aria-selected=true]')]
  if (chosen.length > 0) return chosen
  const focused = document.activeElement?.closest('tbody tr[data-row]')
  return focused && table.contains(focused) ? [focused] : []
}

function textOf(cell: Element | undefined): string {
  if (!(cell instanceof HTMLElement)) return ''
  const box = cell.querySelector<HTMLInputElement>('input[role=switch]')
  if (box) return box.checked ? '1' : '0'
  return cell.textContent.replaceAll(/\s+/g, ' ').trim()
}

const harmless = (text: string) => (formula.test(text) ? `'${text}` : text)

/** What Ctrl+C takes from a table: the focused cell, else rows; null: the browser's own selection. */
export function textToCopy(table: HTMLTableElement): { text: string; rows: number } | null {
  const { activeElement } = document
  if (!document.getSelection()?.isCollapsed || !activeElement) return null
  if (!table.parentElement?.contains(activeElement)) return null
  if (activeElement.matches('tbody td')) return { text: textOf(activeElement), rows: 0 }
  const rows = rowsToCopy(table)
  return rows.length > 0 ? { text: rowsAsText(table, rows), rows: rows.length } : null
}
