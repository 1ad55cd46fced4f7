import { dictionaryItems, type DictionaryItem } from '@muster/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import type { List } from '../../../kit/list/useList.ts'
import { EditButton, RowActions } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { RemoveButton } from '../../../kit/batch/RemoveButtons.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { useRowDrag } from '../../../kit/sorting/useRowDrag.ts'
import classes from './dictionary.module.css'
import { itemColumns, shownLabel } from './itemColumns.tsx'

interface ItemTableProps {
  readonly list: List<DictionaryItem>
  readonly edit: (item: DictionaryItem) => void
}

/** The items as a table whose rows are dragged, or moved by the arrow keys on their handle. */
export function ItemTable({ list, edit }: ItemTableProps) {
  const { rows } = list
  const frame = useRef<HTMLDivElement>(null)
  const { put, moved } = usePut()
  // Sorted by a column, the rows do not show the order that would be changed.
  const maySort = useCan(dictionaryItems.sort.permission) && list.state.sort === null
  const drag = useRowDrag((id, { on, side }) => {
    const at = rows.findIndex((row) => row.id === on)
    put(
      rows.find((row) => row.id === id),
      rows[side === 'before' ? at : at + 1],
    )
  }, false)
  useEffect(() => {
    if (moved)
      frame.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(moved.id)}"]`)?.focus()
  }, [moved])
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset['handle'] : undefined
    const at = rows.findIndex((row) => row.id === id)
    if (at < 0 || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    if (event.key === 'ArrowUp' && at > 0) put(rows[at], rows[at - 1])
    if (event.key === 'ArrowDown' && at < rows.length - 1) put(rows[at], rows[at + 2])
  }
  return (
    <div ref={frame} role="presentation" onKeyDown={press} {...(maySort && drag.handlers)}>
      <DataTable
        list={list}
        columns={itemColumns(maySort ? { target: drag.target } : null)}
        emptyText="dictionary.emptyItems"
        actionsWidth={rows.every(({ isSystem }) => isSystem) ? 84 : 138}
        actions={(row) => (
          <RowActions>
            <EditButton code={dictionaryItems.update.permission} onClick={() => edit(row)} />
            {!row.isSystem && <RemoveButton of={dictionaryItems} row={row} />}
          </RowActions>
        )}
      />
      <output className={classes.said}>
        {moved && t('dictionary.moved', { name: shownLabel(moved) })}
      </output>
    </div>
  )
}

/** Puts an item before another, one move after the other. */
function usePut() {
  const send = useSend(dictionaryItems)
  const isMoving = useRef(false)
  const [moved, setMoved] = useState<DictionaryItem | null>(null)
  const put = (item: DictionaryItem | undefined, before: DictionaryItem | undefined) => {
    if (!item || item.id === before?.id || isMoving.current) return
    isMoving.current = true
    const body = { id: item.id, version: item.version, before: before?.id ?? null }
    void outcomeOf(send(dictionaryItems.sort, { body })).then((outcome) => {
      isMoving.current = false
      setMoved('error' in outcome ? null : { ...item })
    })
  }
  return { put, moved }
}
