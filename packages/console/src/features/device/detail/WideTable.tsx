import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../../platform/texts.ts'
import classes from './detail.module.css'

interface WideTableProps {
  readonly label: string
  readonly heads: readonly TextKey[]
  /** Its rows. */
  readonly children: ReactNode
}

/** A table that scrolls by itself where the screen is too narrow for it. */
export function WideTable({ label, heads, children }: WideTableProps) {
  return (
    // What scrolls must be reachable by keyboard.
    <div
      className={classes.scroller}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
