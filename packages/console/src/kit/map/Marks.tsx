import type { LngLat } from '@muster/contract'
import { type CSSProperties, useRef } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useRovingIndex } from '../../ui/useRovingIndex.ts'
import classes from './map.module.css'
import type { MapHandle } from './mapHandle.ts'
import { usePlaced } from './usePlaced.ts'

/** Something on a map that can be pressed. */
export interface Mark {
  readonly key: string
  readonly at: LngLat
  /** How many it stands for; a dot says nothing, a pin is a place of its own, a label is its text alone. */
  readonly kind: 'cluster' | 'dot' | 'pin' | 'label'
  readonly count?: number
  readonly tone?: 'ok' | 'away' | 'mixed' | 'warn' | 'bad'
  /** What a label says, and a cluster in place of its number. */
  readonly text?: string
  readonly label: string
  readonly isChosen?: boolean
  readonly onPress?: () => void
}

interface MarksProps {
  readonly map: MapHandle
  readonly marks: readonly Mark[]
  readonly label: string
}

/** What can be pressed on a map, each where it is: one stop of the Tab key, arrows lead from mark to mark. */
export function Marks({ map, marks, label }: MarksProps) {
  const { getItemProps } = useRovingIndex({ total: marks.length, orientation: 'both' })
  const layer = useRef<HTMLDivElement>(null)
  usePlaced(
    map,
    layer,
    marks.map(({ at }) => at),
  )
  return (
    <div ref={layer} className={classes.layer} dir="ltr" role="toolbar" aria-label={label}>
      {marks.map((mark, index) => (
        <button
          key={mark.key}
          type="button"
          className={classes.mark}
          data-kind={mark.kind}
          data-tone={mark.tone}
          data-chosen={mark.isChosen || undefined}
          aria-label={mark.label}
          title={mark.label}
          style={mark.kind === 'cluster' ? sizeOf(mark.count ?? 1) : undefined}
          {...getItemProps({ index, onClick: () => mark.onPress?.() })}
        >
          {mark.kind === 'cluster' ? (mark.text ?? formatNumber(mark.count ?? 1)) : mark.text}
        </button>
      ))}
    </div>
  )
}

/** A mark grows with what it stands for, tenfold by a step. */
const sizeOf = (count: number): CSSProperties =>
  // React takes custom properties; its types do not say so.
  ({ '--size': `${26 + 7 * Math.log10(count)}px` }) as CSSProperties
