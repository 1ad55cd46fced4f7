import { levelOf } from '@muster/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import classes from './view.module.css'

/** A line as it is shown; of one that has not come yet only its place is known. */
export interface ShownLine {
  /** Its number, counted from 1; none: it stands in no file yet. */
  readonly number?: number
  readonly text: string | null
  /** It tells that something is missing here. */
  readonly isGap?: boolean
}

interface LineRowsProps {
  readonly label: string
  readonly count: number
  readonly lineAt: (index: number) => ShownLine
  /** Those in sight. */
  readonly onSight?: (first: number, last: number) => void
  /** Brought into sight; another object brings it there again. */
  readonly goal?: { readonly index: number } | null
  /** The last line stays in sight while lines come. */
  readonly isFollowing?: boolean
}

/** Pixels. */
const lineHeight = 20

/** The lines in sight of however many, each in the colour of its level. */
export function LineRows(props: LineRowsProps) {
  'use no memo' // The virtualizer keeps its identity while what it answers changes.
  const { label, count, lineAt, onSight, goal, isFollowing = false } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onSight?.(first, last), [onSight, first, last])
  useEffect(() => {
    if (goal) virtual.scrollToIndex(goal.index, { align: 'center' })
  }, [goal, virtual])
  useFollowing(scroller, { isFollowing, count })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={classes.lines} role="region" aria-label={label} tabIndex={0}>
      <div className={classes.whole} style={{ blockSize: virtual.getTotalSize() }} dir="ltr">
        {items.map(({ index, start }) => (
          <Line key={index} top={start} line={lineAt(index)} isGoal={goal?.index === index} />
        ))}
      </div>
    </div>
  )
}

function useFollowing(
  scroller: RefObject<HTMLDivElement | null>,
  { isFollowing, count }: { readonly isFollowing: boolean; readonly count: number },
): void {
  useEffect(() => {
    const box = scroller.current
    if (isFollowing && count > 0) box?.scrollTo({ top: box.scrollHeight })
  }, [scroller, isFollowing, count])
}

interface LineProps {
  readonly top: number
  readonly line: ShownLine
  readonly isGoal: boolean
}

function Line({ top, line: { number, text, isGap }, isGoal }: LineProps) {
  const level = text === null || isGap ? null : levelOf(text)
  return (
    <div
      className={classes.line}
      style={{ transform: `translateY(${top}px)` }}
      data-level={level}
      data-gap={isGap}
      data-goal={isGoal || undefined}
    >
      {number !== undefined && <span className={classes.number}>{formatNumber(number)}</span>}
      <span>{text ?? '…'}</span>
    </div>
  )
}
