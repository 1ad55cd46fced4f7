import classes from './form.module.css'

interface OptionLineProps {
  readonly name: string
  readonly code?: string | null | undefined
  /** Whose it is: stands in the place of the code. */
  readonly orgName?: string | undefined
  /** How far in it stands, for what is a tree. */
  readonly depth?: number | undefined
}

/** One of those that one chooses from: its name, and at the end whose it is or its code. */
export function OptionLine({ name, code, orgName, depth = 0 }: OptionLineProps) {
  return (
    <span className={classes.option} style={{ paddingInlineStart: depth * 16 }}>
      <span>{name}</span>
      {orgName ? <bdi>{orgName}</bdi> : code && <bdi dir="ltr">{code}</bdi>}
    </span>
  )
}
