import type { SheetEncoding } from '@muster/contract'

export type TextEncoding = 'utf-8' | 'utf-16' | Exclude<SheetEncoding, 'unicode'>

const marks = [',', ';', '\t'] as const

/**
 * What parts the cells of a CSV file: the mark that its first line with any has most of, outside of
 * quotes. A title above the headings has none.
 */
export function delimiterOf(start: string): string {
  const named = /^sep=(.)[\r\n]/i.exec(start)?.[1]
  if (named !== undefined) return named
  const counts = new Map<string, number>(marks.map((mark) => [mark, 0]))
  let isQuoted = false
  for (const mark of start) {
    if (mark === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (/[\r\n]/.test(mark) && [...counts.values()].some(Boolean)) break
    const count = counts.get(mark)
    if (count !== undefined) counts.set(mark, count + 1)
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? ','
}

/**
 * Whether the quotes of a line are closed where their cells end. The parser takes those that are not
 * as letters (an inch sign within a cell is one), and whatever stood between two of them as one cell.
 */
export function closesQuotes(delimiter: string): (line: string) => boolean {
  const mark = delimiter.replace(/[\\\]^-]/, '\\$&')
  const cell = `(?:"[^"]*(?:""[^"]*)*"|(?!")[^${mark}]*)`
  const whole = new RegExp(`^${cell}(?:[${mark}]${cell})*[\\r\\n]?$`)
  return (line) => whole.test(line)
}

/** How a file of text is read: what its first bytes say goes before what a person has chosen. */
export function encodingOf(
  start: Uint8Array,
  kind: 'csv' | 'utf-16',
  chosen: SheetEncoding,
): TextEncoding {
  if (kind === 'utf-16') return 'utf-16'
  const isMarked = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf
  return isMarked || chosen === 'unicode' ? 'utf-8' : chosen
}

/** What a file is by its first bytes; `other` is neither sheet nor text. */
export function kindOfFile(start: Uint8Array): 'xlsx' | 'csv' | 'utf-16' | 'oldExcel' | 'other' {
  const begins = (...bytes: number[]) => bytes.every((byte, place) => start[place] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) return 'xlsx'
  // Excel 97 to 2003, and every workbook under a password.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'oldExcel'
  if (begins(0xff, 0xfe)) return 'utf-16'
  return start.includes(0) ? 'other' : 'csv'
}
