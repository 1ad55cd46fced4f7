import classes from './form.module.css'

interface OptionLineProps {
  readonly name: string
  readonly code?: string | null | undefined
  /** How far in it stands, for what is a tree. */
  readonly depth?: number | undefined
}

/** One of those that one chooses from: its name, and its code at the end. */
export function OptionLine({ name, code, depth = 0 }: OptionLineProps) {
  return (
    <span className={classes.option} style={{ paddingInlineStart: depth * 16 }}>
      <span>{name}</span>
      {code && <bdi dir="ltr">{code}</bdi>}
    </span>
  )
}
