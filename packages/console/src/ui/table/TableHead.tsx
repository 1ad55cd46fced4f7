import { Check } from './cells.tsx'
import { classOf } from './classOf.ts'
import { leastOf, type Selecting, type Sort, type TableColumn } from './columns.ts'
import classes from './table.module.css'

interface HeadProps<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly sort: Sort | null
  readonly onSort: (field: string) => void
  readonly selecting?: Selecting<Row> | undefined
}

/** Column titles; a sortable one is a button. The check box is for the rows on this page. */
export function TableHead<Row extends { readonly id: string }>(props: HeadProps<Row>) {
  const { columns, selecting, sort } = props
  return (
    <thead className={classes.head}>
      <tr aria-rowindex={1}>
        {selecting && (
          <th scope="col" className={classes.check}>
            <SelectAll rows={props.rows} selecting={selecting} />
          </th>
        )}
        {columns.map((column, place) => (
          <th
            key={column.id}
            scope="col"
            data-column={column.isSticky ? undefined : column.id}
            data-align={column.align}
            className={classOf(column, place)}
            style={{ width: column.width ?? leastOf(column), textAlign: column.align }}
            aria-sort={column.sortable ? ariaSort(sort, column.id) : undefined}
          >
            {column.sortable ? (
              <button
                type="button"
                className={classes.sort}
                onClick={() => props.onSort(column.id)}
              >
                <span>{column.title}</span>
                <SortMark order={sort?.field === column.id ? sort.order : null} />
              </button>
            ) : (
              column.title
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function ariaSort(sort: Sort | null, id: string): 'ascending' | 'descending' | 'none' {
  if (sort?.field !== id) return 'none'
  return sort.order === 'asc' ? 'ascending' : 'descending'
}

function SortMark({ order }: { readonly order: Sort['order'] | null }) {
  return (
    <svg className={classes.mark} viewBox="0 0 8 14" aria-hidden="true">
      <path d="M4 1 7 5.5H1z" data-on={order === 'asc'} />
      <path d="M4 13 1 8.5h6z" data-on={order === 'desc'} />
    </svg>
  )
}

function SelectAll<Row extends { readonly id: string }>(props: {
  readonly rows: readonly Row[]
  readonly selecting: Selecting<Row>
}) {
  const { rows, selecting } = props
  const count = rows.filter(({ id }) => selecting.selected.has(id)).length
  const isAll = rows.length > 0 && count === rows.length
  return (
    <Check
      label={selecting.allLabel}
      isOn={isAll}
      isPartly={count > 0 && !isAll}
      isDisabled={rows.length === 0}
      onTurn={() =>
        selecting.select(
          rows.map(({ id }) => id),
          !isAll,
        )
      }
    />
  )
}
