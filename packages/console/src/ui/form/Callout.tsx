import type { ReactNode } from 'react'
import classes from './form.module.css'

interface CalloutProps {
  readonly title: string
  readonly children: ReactNode
}

/** Something that must not be overlooked, within a form or dialog; read out when it appears. */
export function Callout({ title, children }: CalloutProps) {
  return (
    <div role="alert" data-callout className={classes.callout}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}
