import classes from './classification.module.css'

interface LabelProps {
  readonly name: string
  /** `#RRGGBB`. */
  readonly colour: string
}

/** A label as a chip: its colour marks it, its name says it in the page's own colour, so that every colour reads well. */
export function Label({ name, colour }: LabelProps) {
  return (
    <span className={classes.label} style={{ '--label': colour }}>
      <i aria-hidden="true" />
      <bdi>{name}</bdi>
    </span>
  )
}
