import type { ReactNode } from 'react'
import classes from './app.module.css'

type Fact = readonly [label: string, value: ReactNode]

/** What something is, a name and a value each. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
