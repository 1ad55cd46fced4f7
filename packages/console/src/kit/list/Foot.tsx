import { useRef } from 'react'
import type { SlotProps } from './slotProps.ts'
import { AsOf } from './AsOf.tsx'
import classes from './list.module.css'
import { useFollowedLook } from './views/useListViews.ts'
import { useRowKeys } from './useRowKeys.ts'

/** Below the rows: when they were read. Follows the keys over them, too. */
export function Foot({ list, columns }: SlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  useFollowedLook(list.place)
  useRowKeys(
    frame,
    list,
    columns.map(({ key }) => key),
  )
  return (
    <div ref={frame} className={classes.foot}>
      <AsOf list={list} />
    </div>
  )
}
