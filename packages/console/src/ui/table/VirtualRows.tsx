import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import classes from './table.module.css'

interface VirtualRowsProps {
  readonly count: number
  readonly columns: number
  /** Pixels. */
  readonly rowHeight: number
  readonly row: (index: number) => ReactNode
  readonly scroller: RefObject<HTMLElement | null>
}

/** The rows in sight between two spacers that stand for the others. */
export function VirtualRows(props: VirtualRowsProps) {
  'use no memo' // The virtualizer keeps its identity while what it answers changes.
  const { count, columns, row, rowHeight, scroller } = props
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <tbody>
      <Spacer height={above} columns={columns} />
      {items.map(({ index }) => row(index))}
      <Spacer height={below} columns={columns} />
    </tbody>
  )
}

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} className={classes.spacer} style={{ height }}>
        {null}
      </td>
    </tr>
  )
}
