import { type KeyboardEvent, useState } from 'react'
import { Chart } from './Chart.tsx'
import classes from './chart.module.css'
import type { Drawn } from './option.ts'

interface TimeChartProps {
  readonly drawn: Drawn
  /** What is to be read at each point, by pointer or by arrow keys. */
  readonly says: readonly string[]
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
  readonly height: number
  /** It takes the height that is left beside it, in a column; at least its own. */
  readonly fills?: boolean | undefined
}

/** A chart over time. Time runs from left to right in every language; keys and pointer read its points. */
export function TimeChart({ drawn, says, summary, height, fills = false }: TimeChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(clamp((chosen ?? (step > 0 ? -1 : says.length)) + step, says.length))
  }
  const at = chosen ?? says.length - 1
  return (
    <div
      className={classes.time}
      data-fills={fills || undefined}
      dir="ltr"
      role="slider"
      aria-label={summary}
      aria-valuemin={0}
      aria-valuemax={says.length - 1}
      aria-valuenow={at}
      aria-valuetext={says[at] ?? ''}
      tabIndex={0}
      onPointerMove={() => setChosen(null)}
      onBlur={() => setChosen(null)}
      onKeyDown={onKeyDown}
    >
      <Chart drawn={drawn} height={height} fills={fills} chosen={chosen} />
    </div>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

const clamp = (place: number, count: number) => Math.max(0, Math.min(count - 1, place))
