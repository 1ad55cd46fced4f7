import type { Look } from './look.ts'
import { type ChartOption, timeOption } from './option.ts'

interface Column {
  /** What the column is named by, e.g. its hour. */
  readonly label: string
  /** What is to be read of it. */
  readonly says: string
  /** One value a part, in the order of the parts. */
  readonly values: readonly number[]
}

/** What the parts of all columns stand for, from the foot. */
export const columnTones = ['data', 'success', 'warning', 'danger', 'muted'] as const
export type ColumnPart = (typeof columnTones)[number]

export interface Columns {
  readonly columns: readonly Column[]
  readonly parts: readonly ColumnPart[]
  readonly formatValue: (value: number) => string
}

/** Columns over time, each of parts that stand upon one another. */
export function columnOption({ columns, parts, formatValue }: Columns, look: Look): ChartOption {
  return {
    ...timeOption({
      look,
      labels: columns.map(({ label }) => label),
      says: columns.map(({ says }) => says),
      formatValue,
    }),
    series: parts.map((part, place) => ({
      type: 'bar' as const,
      stack: 'all',
      data: columns.map(({ values }) => values[place] ?? 0),
      color: look[part],
      barCategoryGap: '15%',
    })),
  }
}
