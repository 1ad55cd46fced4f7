import type { ReactNode } from 'react'
import classes from './detail.module.css'

export interface Fact {
  readonly key: string
  readonly label: string
  readonly value: ReactNode
}

/** Labels and what they stand for, in as many columns as there is room for. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ key, label, value }) => (
        <div key={key} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
