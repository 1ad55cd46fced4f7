import type { ListLook } from '@muster/contract'
import { type ReactNode, useRef } from 'react'
import { cardOf } from './cards.ts'
import { leastWidth, type Selecting, type Sort, type TableColumn } from './columns.ts'
import { useFitted, usePen } from './headWidth.ts'
import { cardHeight, isCards, rowHeights } from './rowHeight.ts'
import classes from './table.module.css'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useSharedRoom } from './useSharedRoom.ts'
import { useWholeTexts } from './useWholeTexts.ts'
import { VirtualRows } from './VirtualRows.tsx'

/** From here on only the rows in sight are drawn. */
const virtualAbove = 200

export interface TableProps<Row extends { readonly id: string }> {
  /** What the table lists, for those who cannot see it. */
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly sort: Sort | null
  readonly onSort: (field: string) => void
  readonly selecting?: Selecting<Row> | undefined
  readonly density?: ListLook['density'] | undefined
  /** Stands in the place of the rows when there are none. */
  readonly instead?: ReactNode
}

/** A real table with a sticky head; the parent gives the height, columns the least width. */
export function Table<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { rows, selecting, density = 'normal' } = props
  const pen = usePen()
  const columns = useFitted(props.columns)
  const scroller = useRef<HTMLElement>(null)
  useSharedRoom(scroller, { columns, rows, pen, isSelecting: selecting !== undefined })
  useWholeTexts(scroller)
  const card = cardOf(columns)
  const draw = (row: Row, index: number) => (
    <TableRow key={row.id} {...{ index, row, columns, card, selecting }} />
  )
  const rowAt = (index: number) => {
    const row = rows[index]
    return row && draw(row, index)
  }
  return (
    <section
      ref={scroller}
      className={classes.scroller}
      data-density={density}
      aria-label={props.label}
      // What scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={classes.table}
        style={{ minWidth: leastWidth(columns) }}
        aria-rowcount={rows.length + 1}
      >
        <TableHead
          columns={columns}
          rows={rows}
          sort={props.sort}
          onSort={props.onSort}
          selecting={selecting}
        />
        {rows.length > virtualAbove ? (
          <VirtualRows
            count={rows.length}
            row={rowAt}
            rowHeight={isCards() ? cardHeight : rowHeights[density]}
            scroller={scroller}
            columns={columns.length + 1}
          />
        ) : (
          <tbody>{rows.map(draw)}</tbody>
        )}
      </table>
      {rows.length === 0 && props.instead}
    </section>
  )
}
