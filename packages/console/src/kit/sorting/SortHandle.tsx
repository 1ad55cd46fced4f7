import classes from './sorting.module.css'

interface SortHandleProps {
  /** The record that it moves. */
  readonly id: string
  readonly label: string
  readonly hint: string
}

/** Six points to drag a row by; what is around the table hears the arrow keys. */
export function SortHandle({ id, label, hint }: SortHandleProps) {
  return (
    <button
      type="button"
      draggable
      className={classes.handle}
      data-handle={id}
      aria-label={label}
      title={hint}
    />
  )
}
