import { Check } from './cells.tsx'
import { classOf } from './classOf.ts'
import type { Selecting, TableColumn } from './columns.ts'
import classes from './table.module.css'

interface RowProps<Row> {
  readonly row: Row
  /** Place among all rows, from 0: rows out of sight are counted too. */
  readonly index: number
  readonly columns: readonly TableColumn<Row>[]
  /** What it shows as a card, by column. */
  readonly card: ReadonlyMap<string, 'state' | 'fact'>
  readonly selecting?: Selecting<Row> | undefined
}

/** One record. */
export function TableRow<Row extends { readonly id: string }>(props: RowProps<Row>) {
  const { row, index, columns, card, selecting } = props
  const isOn = selecting?.selected.has(row.id) ?? false
  return (
    <tr aria-rowindex={index + 2} aria-selected={selecting && isOn} data-row={row.id}>
      {selecting && (
        <td className={classes.check}>
          <Check
            label={selecting.rowLabel(row)}
            isOn={isOn}
            onTurn={() => selecting.select([row.id], !isOn)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.id}
          className={classOf(column, place)}
          // Where rows are cards it stands before the value.
          data-title={column.title}
          data-card={card.get(column.id)}
          style={{ textAlign: column.align }}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}
