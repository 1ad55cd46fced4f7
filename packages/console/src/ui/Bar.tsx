import classes from './bar.module.css'

interface BarProps {
  /** What goes on. */
  readonly label: string
  /** How much of it is done, from 0 to 1; null: it is not known how much there is to do. */
  readonly share: number | null
}

/** How far something is that takes its time. */
export function Bar({ label, share }: BarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <span
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      {...(percent !== null && {
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': percent,
      })}
    >
      <span style={percent === null ? undefined : { inlineSize: `${percent}%` }} />
    </span>
  )
}
