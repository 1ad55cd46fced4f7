import type { TextKey } from '@muster/contract'
import { type ReactNode, useRef } from 'react'
import { arranged } from '../../ui/table/arranged.ts'
import { useTableLayout } from './tableLayout.ts'
import { nextSort, type TableColumn } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/Table.tsx'
import { onPage } from '../../ui/table/useSelection.ts'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'
import { t } from '../../platform/texts.ts'
import { type Columns, tableColumn } from './columns.tsx'
import { ListPager } from './ListPager.tsx'
import { ListState } from './ListState.tsx'
import type { Peeked, SlotProps } from './slotProps.ts'
import { useListSlots } from './slots.tsx'
import { nameOf } from './nameOf.ts'
import { useFurtherRows } from './useFurtherRows.ts'
import classes from './table.module.css'
import { useWindowWide } from './wideWindow.ts'
import { useScreenLabel } from '../page/screenLabel.ts'

interface DataTableProps<R extends Row> {
  readonly list: List<R>
  readonly columns: Columns<R>
  /** Buttons of a row. */
  readonly actions?: (row: R) => ReactNode
  /** Pixels of the column of buttons. */
  readonly actionsWidth?: number
  /** Offered when the list is empty and nothing is filtered: how to make the first record. */
  readonly empty?: ReactNode
  /** Says so. */
  readonly emptyText?: TextKey | undefined
}

/** A list's rows with sort, selection, pager and its loading, empty, error and no-permission states. */
export function DataTable<R extends Row>(props: DataTableProps<R>) {
  const { list, columns, actions, actionsWidth = 136, empty } = props
  const label = useScreenLabel()
  const look = useTableLayout(list.place)
  const slots = useListSlots()
  const place = useRef<HTMLElement>(null)
  useFurtherRows(place)
  const isWide = useWindowWide()
  const tableColumns = columns.map((column) => tableColumn(column, isWide))
  const shown = arranged(tableColumns, look)
  const drawn = [...shown, ...actionsColumn(actions, actionsWidth)]
  const { state, rows, isAll, isSelectable, select, selected } = list
  // Of these alone: with another one all rows are drawn anew, and a list is new with each drawing.
  const selecting = selectingOf({ rows, isAll, isSelectable, select, selected })
  const slot: SlotProps = { list, columns }
  return (
    <section
      ref={place}
      className={classes.list}
      data-list=""
      aria-busy={list.isLoading || list.isBusy}
    >
      <div className={classes.frame} data-busy={list.isBusy || undefined}>
        <Table
          label={label}
          columns={drawn}
          rows={rows}
          sort={state.sort}
          onSort={(field) => list.change({ sort: nextSort(state.sort, field) })}
          density={look?.density}
          selecting={selecting}
          instead={<ListState list={list} empty={empty} text={props.emptyText} />}
        />
        <slots.Peek peek={(id) => peeked(id, props)} />
      </div>
      <footer className={classes.foot}>
        <slots.Foot {...slot} />
        <ListPager list={list} />
      </footer>
    </section>
  )
}

function peeked<R extends Row>(id: string, props: DataTableProps<R>): Peeked | null {
  const row = props.list.rows.find((one) => one.id === id)
  if (!row) return null
  const facts = props.columns
    .map((column) => tableColumn(column))
    .map(({ id: key, title, cell }) => ({ id: key, title, value: cell(row) }))
  return { name: nameOf(row), facts, acts: props.actions?.(row) }
}

function actionsColumn<R>(
  cell: ((row: R) => ReactNode) | undefined,
  width: number,
): readonly TableColumn<R>[] {
  return cell ? [{ id: 'actions', title: t('kit.actions'), cell, width, isSticky: true }] : []
}

type Choice<R extends Row> = Pick<
  List<R>,
  'rows' | 'isAll' | 'isSelectable' | 'select' | 'selected'
>

function selectingOf<R extends Row>(choice: Choice<R>) {
  if (!choice.isSelectable) return undefined
  return {
    ...onPage(choice),
    allLabel: t('kit.selectAll'),
    rowLabel: (row: R) => t('kit.selectRow', { name: nameOf(row) }),
  }
}
