import classes from './chart.module.css'

interface SparklineProps {
  /** Null: not known. */
  readonly values: readonly (number | null)[]
}

const width = 100
const height = 28

/** A small curve beside a figure. It is for the eye alone: the figure's own words say what it is. */
export function Sparkline({ values }: SparklineProps) {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]))
  // Two points are a stroke, no curve.
  if (known.length < 3) return null
  const most = Math.max(...known.map(({ value }) => value))
  const least = Math.min(...known.map(({ value }) => value))
  const x = (place: number) => (place / (values.length - 1)) * width
  // A curve that does not move runs along the middle.
  const y = (value: number) =>
    most === least ? height / 2 : 2 + (1 - (value - least) / (most - least)) * (height - 4)
  const line = known.map(({ value, place }) => `${x(place)},${y(value)}`).join(' L')
  return (
    <svg
      className={classes.spark}
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
    >
      <path d={`M${line}`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
