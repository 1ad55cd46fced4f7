import type { TextKey } from '@muster/contract'
import { type ReactNode, useId } from 'react'
import { t } from '../../../platform/texts.ts'
import classes from './customize.module.css'

export interface InheritedFact {
  readonly key: string
  readonly label: string
  readonly value: ReactNode
}

interface InheritedProps {
  readonly title: TextKey
  readonly note?: string | undefined
  readonly facts: readonly InheritedFact[]
}

/** What comes from above, beside what is set here. */
export function Inherited({ title, note, facts }: InheritedProps) {
  const id = useId()
  return (
    <section className={classes.inherited} aria-labelledby={id}>
      <h3 id={id}>{t(title)}</h3>
      {note && <p>{note}</p>}
      <dl>
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
