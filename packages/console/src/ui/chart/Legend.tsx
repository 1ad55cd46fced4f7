import classes from './chart.module.css'
import { columnTones, type ColumnPart } from './columnOption.ts'

interface LegendProps {
  readonly kind: 'line' | 'column'
  readonly names: readonly string[]
  /** What the parts of columns stand for. */
  readonly parts?: readonly ColumnPart[]
}

/** What each stroke or colour of a chart stands for, for the eye: its points say it in words. */
export function Legend({ kind, names, parts }: LegendProps) {
  return (
    <ul className={classes.legend} aria-hidden data-kind={kind}>
      {names.map((name, place) => (
        <li key={name} data-tone={parts ? parts[place] : columnTones[place]} data-place={place}>
          {name}
        </li>
      ))}
    </ul>
  )
}
