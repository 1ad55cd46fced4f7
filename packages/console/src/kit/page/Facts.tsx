import type { ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  readonly children: ReactNode
  /** Whatever follows keeps its distance: in a dialog nothing else sees to that. */
  readonly apart?: boolean
}

/** Names and values side by side, as many as there is room for. */
export function Facts({ children, apart = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-apart={apart || undefined}>
      {children}
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

/** A name and its value in a list of facts. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
