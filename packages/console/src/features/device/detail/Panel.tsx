import { type ReactNode, useId } from 'react'
import classes from './detail.module.css'

interface PanelProps {
  readonly title: string
  /** Beside the title: when it was, or where there is more. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the page. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.panelHead}>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
