import type { ReactNode } from 'react'
import { countOf } from '../../ui/table/useSelection.ts'
import type { Row } from './listed.ts'
import type { List } from './useList.ts'
import classes from './actionLine.module.css'
import { ChosenBar } from './ChosenBar.tsx'
import type { SlotProps } from './slotProps.ts'
import { useListSlots } from './slots.tsx'

interface ActionLineProps<R extends Row> {
  readonly list: List<R>
  /** The columns of the list; none where they stand as they are. */
  readonly columns?: SlotProps['columns']
  /** Counts that filter the list. */
  readonly segments?: ReactNode
  /** What can be done to the chosen rows: what takes them away comes last. */
  readonly chosen?: ReactNode
  /** What can be done to the list, its first act last. */
  readonly children?: ReactNode
}

/** The line above the rows. While rows are chosen it is about them. */
export function ActionLine<R extends Row>(props: ActionLineProps<R>) {
  const { list, columns = [], segments, chosen, children } = props
  const slots = useListSlots()
  const slot: SlotProps = { list, columns }
  const isChoosing = countOf(list) > 0
  return (
    <div className={classes.line} data-action-line="" data-choosing={isChoosing || undefined}>
      <div className={classes.list} hidden={isChoosing}>
        {segments}
        <div className={classes.acts}>
          <slots.Select list={list} />
          {list.place.key !== null && <slots.Columns {...slot} />}
          {children}
        </div>
      </div>
      {/* Drawn while nothing is chosen, too: what stands in it lets rows be chosen. */}
      <ChosenBar isShown={isChoosing} clear={list.clearSelection}>
        {isChoosing && <slots.Chosen {...slot} />}
        {isChoosing && <slots.ChosenEnd {...slot} />}
        {chosen}
      </ChosenBar>
    </div>
  )
}
