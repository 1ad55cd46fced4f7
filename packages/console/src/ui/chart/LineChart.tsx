import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './chart.module.css'
import { spreadPlaces, stretchesOf, ticksUpTo } from './ticks.ts'
import { useWidth } from './useWidth.ts'

export interface Point {
  /** What the point is named by, e.g. its hour. */
  readonly label: string
  /** Null: not known. */
  readonly value: number | null
}

interface LineChartProps {
  readonly points: readonly Point[]
  /** The whole of it in a sentence, for who does not see it. */
  readonly summary: string
  readonly formatValue: (value: number | null) => string
  readonly height?: number
  /** What the curve stands for, where colour helps. */
  readonly tone?: 'plain' | 'good'
}

const edge = { top: 24, bottom: 22, end: 12 }

/** A curve over time. Time runs from left to right in every language; keys and pointer read its points. */
export function LineChart({
  points,
  summary,
  formatValue,
  height = 200,
  tone = 'plain',
}: LineChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const [chosen, setChosen] = useState<number | null>(null)
  const ticks = ticksUpTo(Math.max(0, ...points.map(({ value }) => value ?? 0)))
  const most = ticks.at(-1) || 1
  const start = 12 + 7.5 * Math.max(...ticks.map((tick) => formatValue(tick).length))
  const x = (place: number) =>
    start + (place / Math.max(1, points.length - 1)) * (width - start - edge.end)
  const y = (value: number) => edge.top + (1 - value / most) * (height - edge.top - edge.bottom)
  const placeAt = (event: PointerEvent<SVGSVGElement>) => {
    const share =
      (event.clientX - event.currentTarget.getBoundingClientRect().left - start) /
      (width - start - edge.end)
    return clamp(Math.round(share * (points.length - 1)), points.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(clamp((chosen ?? (step > 0 ? -1 : points.length)) + step, points.length))
  }
  const shown = points[chosen ?? points.length - 1]
  const says = shown ? `${shown.label}: ${formatValue(shown.value)}` : ''
  return (
    <div ref={frame} className={classes.frame} dir="ltr">
      <svg
        className={classes.chart}
        // Its points are read one by one, by pointer or by arrow keys.
        role="slider"
        data-chart=""
        data-tone={tone}
        aria-label={summary}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={chosen ?? points.length - 1}
        aria-valuetext={says}
        tabIndex={0}
        width={width}
        height={height}
        onPointerMove={(event) => setChosen(placeAt(event))}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        onKeyDown={onKeyDown}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              className={classes.grid}
              x1={start}
              x2={width - edge.end}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text className={classes.mark} x={start - 6} y={y(tick) + 4} textAnchor="end">
              {formatValue(tick)}
            </text>
          </g>
        ))}
        <TimeMarks points={points} x={x} at={height - 6} width={width} />
        <Curve points={points} x={x} y={y} />
        {shown && chosen !== null && (
          <Chosen
            point={shown}
            at={x(chosen)}
            {...{ y, width, height }}
            text={`${shown.label}: ${formatValue(shown.value)}`}
          />
        )}
      </svg>
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

interface Scaled {
  readonly points: readonly Point[]
  readonly x: (place: number) => number
}

function TimeMarks({
  points,
  x,
  at,
  width,
}: Scaled & { readonly at: number; readonly width: number }) {
  const longest = Math.max(1, ...points.map(({ label }) => label.length))
  const places = spreadPlaces(
    points.length,
    Math.max(2, Math.min(6, Math.floor(width / (longest * 9)))),
  )
  return places.map((place) => (
    <text
      key={place}
      className={classes.mark}
      x={x(place)}
      y={at}
      textAnchor={place === 0 ? 'start' : place === points.length - 1 ? 'end' : 'middle'}
    >
      {points[place]?.label}
    </text>
  ))
}

function Curve({ points, x, y }: Scaled & { readonly y: (value: number) => number }) {
  return stretchesOf(points).map((stretch) => {
    const [first] = stretch
    const last = stretch.at(-1)
    if (!first || !last) return null
    const line = stretch.map(({ place, value }) => `${x(place)},${y(value)}`).join(' L')
    return (
      <g key={first.place}>
        <path
          className={classes.area}
          d={`M${x(first.place)},${y(0)} L${line} L${x(last.place)},${y(0)} Z`}
        />
        <path className={classes.line} d={`M${line}`} />
        {stretch.length === 1 && (
          <circle className={classes.dot} cx={x(first.place)} cy={y(first.value)} r={3} />
        )}
      </g>
    )
  })
}

interface ChosenProps {
  readonly point: Point
  readonly text: string
  readonly at: number
  readonly y: (value: number) => number
  readonly width: number
  readonly height: number
}

function Chosen({ point, text, at, y, width, height }: ChosenProps) {
  return (
    <g>
      <line className={classes.cursor} x1={at} x2={at} y1={edge.top} y2={height - edge.bottom} />
      {point.value !== null && <circle className={classes.dot} cx={at} cy={y(point.value)} r={4} />}
      <text
        className={classes.value}
        x={at}
        y={14}
        textAnchor={at < width / 3 ? 'start' : at > (width * 2) / 3 ? 'end' : 'middle'}
      >
        {text}
      </text>
    </g>
  )
}
