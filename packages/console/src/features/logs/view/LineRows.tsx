import { levelOf } from '@muster/contract'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { useMedia } from '../../../ui/useMedia.ts'
import { Marked } from './Marked.tsx'
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
  /** Marked where it stands. */
  readonly sought?: string
}

/** Pixels; of a line that is wrapped, as much as most of them take. */
const lineHeight = 20
const wrappedHeight = 60

/** The lines in sight of however many, each in the colour of its level; in a narrow window they are wrapped. */
export function LineRows(props: LineRowsProps) {
  // Narrower, a line has no room beside its time.
  const isWrapped = useMedia('(width < 600px)')
  // Anew when the window becomes narrow: no height that was taken before counts then.
  return <Rows key={isWrapped ? 'wrapped' : 'whole'} {...props} isWrapped={isWrapped} />
}

function Rows(props: LineRowsProps & { readonly isWrapped: boolean }) {
  'use no memo' // The virtualizer keeps its identity while what it answers changes.
  const { label, count, lineAt, onSight, goal, isFollowing = false, sought = '', isWrapped } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWrapped ? wrappedHeight : lineHeight),
    overscan: 20,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onSight?.(first, last), [onSight, first, last])
  useGoal({ virtual, scroller, goal, isThere: goal ? lineAt(goal.index).text !== null : false })
  useFollowing(scroller, { isFollowing, count })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={classes.lines} role="region" aria-label={label} tabIndex={0}>
      <div
        className={classes.whole}
        data-wrapped={isWrapped || undefined}
        style={{ blockSize: virtual.getTotalSize() }}
        dir="ltr"
      >
        {items.map(({ index, start }) => (
          <Line
            key={index}
            index={index}
            top={start}
            line={lineAt(index)}
            isGoal={goal?.index === index}
            sought={sought}
            {...(isWrapped && { measure: virtual.measureElement })}
          />
        ))}
      </div>
    </div>
  )
}

interface Goal {
  readonly virtual: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly goal: LineRowsProps['goal']
  /** The line itself has come, and not only its place is known. */
  readonly isThere: boolean
}

/** Brings a line into sight, and again when the lines around it have come: wrapped, they are as high as they are long. */
function useGoal({ virtual, scroller, goal, isThere }: Goal): void {
  const reached = useRef<LineRowsProps['goal']>(null)
  useEffect(() => {
    if (!goal || reached.current === goal) return
    if (isThere) reached.current = goal
    virtual.scrollToIndex(goal.index, { align: 'center' })
    // Where what leads to it stands below the lines, they are out of sight themselves.
    scroller.current?.scrollIntoView({ block: 'nearest' })
  }, [virtual, scroller, goal, isThere])
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
  readonly index: number
  readonly top: number
  readonly line: ShownLine
  readonly isGoal: boolean
  readonly sought: string
  /** Takes its height, where lines differ in it. */
  readonly measure?: (line: HTMLDivElement | null) => void
}

function Line({ index, top, line, isGoal, sought, measure }: LineProps) {
  const { number, text, isGap } = line
  const level = text === null || isGap ? null : levelOf(text)
  return (
    <div
      {...(measure && { ref: measure })}
      data-index={index}
      className={classes.line}
      style={{ transform: `translateY(${top}px)` }}
      data-level={level}
      data-gap={isGap}
      data-goal={isGoal || undefined}
    >
      {number !== undefined && <span className={classes.number}>{formatNumber(number)}</span>}
      <span>{text === null ? '…' : <Marked text={text} sought={sought} />}</span>
    </div>
  )
}
