import classes from './form.module.css'

interface OptionLineProps {
  readonly name: string
  /** What is set to it, in front of its name. */
  readonly of?: string | undefined
  readonly code?: string | null | undefined
  /** Whose it is: stands in the place of the code. */
  readonly orgName?: string | undefined
  /** What one has to know of it: stands in the place of the code, too. */
  readonly note?: string | null | undefined
  /** How far in it stands, for what is a tree. */
  readonly depth?: number | undefined
}

/** One of those that one chooses from: its name, and at the end a note, whose it is or its code. */
export function OptionLine({ name, of, code, orgName, note, depth = 0 }: OptionLineProps) {
  const said = note ?? orgName
  return (
    <span className={classes.option} style={{ paddingInlineStart: depth * 16 }}>
      <span>
        {of && (
          <>
            <span className={classes.of}>{of}</span>{' '}
          </>
        )}
        <bdi>{name}</bdi>
      </span>
      {said ? <bdi>{said}</bdi> : code && <bdi dir="ltr">{code}</bdi>}
    </span>
  )
}
