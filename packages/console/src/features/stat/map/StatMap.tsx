import { useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { bboxOf } from '../../../kit/map/bbox.ts'
import type { MapTone, Tinted } from '../../../kit/map/mapHandle.ts'
import { MapView, type View } from '../../../kit/map/MapView.tsx'
import type { Mark } from '../../../kit/map/Marks.tsx'
import classes from './map.module.css'

interface StatMapProps {
  readonly label: string
  readonly marks: readonly Mark[]
  readonly tinted?: readonly Tinted[]
  /** Degrees around what it shows at first. */
  readonly around: number
  readonly className?: string
  readonly onView?: (view: View) => void
}

/** A map of figures: our own quiet one, on which their colours can be told apart. */
export function StatMap({ label, marks, tinted = [], around, className, onView }: StatMapProps) {
  const found = bboxOf(marks.map(({ at }) => at))
  const [first, setFirst] = useState<View['bbox'] | null>(null)
  // What comes later is looked for by the reader.
  if (!first && found)
    setFirst({
      west: Math.max(-179, found.west - around),
      east: Math.min(179, found.east + around),
      south: Math.max(-80, found.south - around),
      north: Math.min(80, found.north + around),
    })
  return (
    <MapView
      className={className ?? classes.map}
      label={label}
      service="own"
      marks={marks}
      shapes={{ lines: [], areas: [], tinted }}
      fit={first}
      {...(onView && { onView })}
    />
  )
}

interface ShadeLegendProps {
  readonly title: string
  /** What the numbers count, where the title does not say it. */
  readonly unit?: string | undefined
  readonly steps: readonly {
    readonly tone: MapTone
    readonly strength: number
    readonly text: string
  }[]
}

/** What the colours of a map stand for. */
export const ShadeLegend = ({ title, unit, steps }: ShadeLegendProps) => (
  <ul className={classes.legend} aria-label={title}>
    {unit && <li>{unit}:</li>}
    {steps.map(({ tone, strength, text }) => (
      <li key={text}>
        <span className={classes.swatch} data-tone={tone} style={{ opacity: strength }} />
        {text}
      </li>
    ))}
  </ul>
)

/** Tone of a mark by that of its figure. */
export const markTone = (tone: MapTone | undefined): NonNullable<Mark['tone']> =>
  tone === undefined || tone === 'data' ? 'mixed' : tone

export const countText = (count: number) => formatNumber(Math.round(count))
