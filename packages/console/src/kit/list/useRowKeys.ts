import { type RefObject, useEffect, useEffectEvent } from 'react'
import { notify } from '../notify.ts'
import type { SlotProps } from './slotProps.ts'
import { t } from '../../platform/texts.ts'
import { textToCopy } from '../../ui/table/copyRows.ts'
import { useTableLayout } from './tableLayout.ts'
import { followReorder } from '../../ui/table/reorder.ts'
import { followResize } from '../../ui/table/resize.ts'
import { followRowKeys, type SelectRows } from '../../ui/table/rowKeys.ts'
import { followRanges } from '../../ui/table/rowRange.ts'
import { onPage } from '../../ui/table/useSelection.ts'
import { withOrder, withWidth } from './views/lookOf.ts'
import { useLookChange } from './views/useListViews.ts'

/** Keys, copying and the edges of columns, for the list around an element. */
export function useRowKeys(
  frame: RefObject<HTMLElement | null>,
  of: SlotProps['list'],
  columns: readonly string[],
): void {
  const { place } = of
  const look = useTableLayout(place)
  const change = useLookChange(place)
  const setWidth = useEffectEvent((column: string, width: number | null) =>
    change(withWidth(look, column, width)),
  )
  const put = useEffectEvent((column: string, before: string | null) =>
    change(withOrder(look, columns, { column, before })),
  )
  const select = useEffectEvent<SelectRows>((ids, isOn) => {
    // All that match are chosen already.
    if (!of.isAll || !isOn) onPage(of).select(ids, isOn)
  })
  const { key } = place
  useEffect(() => {
    const list = frame.current?.closest<HTMLElement>('[data-list]')
    if (!list) return undefined
    const copy = (event: ClipboardEvent) => copyFrom(list, event)
    list.addEventListener('copy', copy)
    const choose: SelectRows = (ids, isOn) => select(ids, isOn)
    const stops = [
      followRowKeys(list, choose),
      followRanges(list, choose),
      () => list.removeEventListener('copy', copy),
    ]
    if (key !== null) {
      stops.push(
        followResize(list, (column, width) => setWidth(column, width)),
        followReorder(list, (column, before) => put(column, before)),
      )
    }
    return () => {
      for (const stop of stops) stop()
    }
  }, [frame, key])
}

function copyFrom(list: HTMLElement, event: ClipboardEvent): void {
  const table = list.querySelector('table')
  const copied = table && textToCopy(table)
  if (!copied) return
  event.preventDefault()
  event.clipboardData?.setData('text/plain', copied.text)
  notify.success(copied.rows > 0 ? t('list.copied', { count: copied.rows }) : t('list.copiedCell'))
}
