import classes from './facts.module.css'

interface Fact {
  readonly text: string
  readonly value: string
  /** To the terminals that it counts. */
  readonly href?: string | undefined
}

/** A few figures that need no chart. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <ul className={classes.facts}>
      {facts.map(({ text, value, href }) => (
        <li key={text}>
          <strong>{href ? <a href={href}>{value}</a> : value}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
