import type { OpenColumns } from '@muster/contract'
import { isTimezone } from '../../timezone/timezone/index.ts'

/** A column of a file that holds a field. */
export interface FoundColumn {
  readonly field: string
  readonly heading: string
  /** Place in the row, from 0. */
  readonly place: number
  /** The zone that it names behind, as exports do: its moments stand in it. */
  readonly zone?: string
}

/** The columns that a row of headings names. */
export interface Headings {
  readonly columns: readonly FoundColumn[]
  readonly ignored: readonly string[]
}

/** Fields by what may stand above them: their own names, and their labels in any language. */
export type HeadingNames = ReadonlyMap<string, string>

/** How headings are compared: neither case nor blanks nor a star for "required" matter. */
export const folded = (heading: string): string =>
  heading.normalize('NFKC').replaceAll('*', ' ').trim().replace(/\s+/g, ' ').toLowerCase()

/** The field that a heading names, and the zone behind it. */
function fieldOf(heading: string, names: HeadingNames): { field?: string; zone?: string } {
  const whole = names.get(folded(heading))
  if (whole !== undefined) return { field: whole }
  const [, name = '', zone = ''] = /^(.*)\(([^()]+)\)\s*$/s.exec(heading) ?? []
  const field = isTimezone(zone) ? names.get(folded(name)) : undefined
  return field === undefined ? {} : { field, zone }
}

/** What begins the fields of columns that only a heading knows: no other field has such a name. */
export const openMark = ':'

/** Columns that only their headings know. */
interface Open extends Pick<OpenColumns, 'heading'> {
  /** What their headings may name; undefined: anything. */
  readonly only?: ReadonlySet<string> | undefined
}

function openField(heading: string, open: Open | null): string | undefined {
  const [, name] = open?.heading.exec(heading.trim()) ?? []
  if (name === undefined || open?.only?.has(name) === false) return undefined
  return `${openMark}${name}`
}

/**
 * The headings that a row holds; null where it does not name the column of the key. A second column
 * of the same field is ignored.
 */
export function headingsIn(
  cells: readonly string[],
  names: HeadingNames,
  { key, open = null }: { readonly key: string; readonly open?: Open | null },
): Headings | null {
  const columns = new Map<string, FoundColumn>()
  const ignored: string[] = []
  cells.forEach((heading, place) => {
    const { field = openField(heading, open), zone } = fieldOf(heading, names)
    if (field !== undefined && !columns.has(field))
      columns.set(field, { field, heading, place, ...(zone && { zone }) })
    else if (heading.trim()) ignored.push(heading.trim())
  })
  return columns.has(key) ? { columns: [...columns.values()], ignored } : null
}

/** Whether a row below the headings says the same once more, in another language or by name. */
export function repeatsHeadings(
  cells: readonly string[],
  { columns }: Headings,
  names: HeadingNames,
): boolean {
  const shown = columns.filter(({ place }) => cells[place]?.trim())
  return (
    shown.length > 0 &&
    shown.every(({ field, place }) => fieldOf(cells[place] ?? '', names).field === field)
  )
}

/** Whether a row below the headings is the one by which our templates tell what the columns take. */
export const isHint = (cells: readonly string[], hints: ReadonlySet<string>): boolean =>
  hints.has(cells.find((cell) => cell.trim())?.trim() ?? '')

/** Columns without a heading: what stands in them nobody reads. */
export function bareColumns(headings: readonly string[]) {
  const found = new Set<number>()
  return {
    /** How many cells the headings take. */
    width: headings.length,
    look(cells: readonly string[]): void {
      for (const [place, cell] of cells.entries())
        if (!headings[place]?.trim() && cell.trim()) found.add(place)
    },
    /** Their places, from 0. */
    places: () => [...found].toSorted((one, other) => one - other),
  }
}

export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => !cell.trim())
