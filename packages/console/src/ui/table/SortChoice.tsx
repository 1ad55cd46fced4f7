import { NativeSelect } from '@mantine/core'
import type { Sort } from './columns.ts'
import { isCards } from './rowHeight.ts'
import classes from './table.module.css'

interface SortChoiceProps {
  /** What may be sorted by, with what it is called. */
  readonly fields: readonly { readonly field: string; readonly title: string }[]
  readonly sort: Sort | null
  readonly onSort: (sort: Sort | null) => void
  readonly texts: {
    readonly label: string
    /** The order of whoever chooses none. */
    readonly usual: string
    readonly titleOf: (title: string, order: Sort['order']) => string
  }
}

/** The order of the rows where they are cards, which have no heads to press. */
export function SortChoice({ fields, sort, onSort, texts }: SortChoiceProps) {
  if (!isCards() || fields.length === 0) return null
  return (
    <NativeSelect
      size="xs"
      className={classes.sortChoice}
      aria-label={texts.label}
      value={sort ? textOf(sort) : ''}
      data={[
        { value: '', label: texts.usual },
        ...fields.flatMap(({ field, title }) =>
          orders.map((order) => ({
            value: textOf({ field, order }),
            label: texts.titleOf(title, order),
          })),
        ),
      ]}
      onChange={(event) => onSort(sortOf(event.currentTarget.value))}
    />
  )
}

const orders = ['asc', 'desc'] as const

const textOf = ({ field, order }: Sort) => `${order} ${field}`

function sortOf(text: string): Sort | null {
  const [order, field] = text.split(' ')
  return field ? { field, order: order === 'desc' ? 'desc' : 'asc' } : null
}
