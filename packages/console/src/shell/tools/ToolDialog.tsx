import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { TopDialog } from '../../ui/TopDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ToolDialog.module.css'

interface Props {
  readonly title: string
  /** Where it stands: before everything, or below the tools of the bar. */
  readonly place: 'centre' | 'corner'
  readonly close: () => void
  /** What stands between the title and the cross. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The dialog of a tool: Esc, the cross and a click beside it close it, and the focus goes back. */
export function ToolDialog({ title, place, close, actions, children }: Props) {
  return (
    <TopDialog
      closesBeside
      className={styles['dialog']}
      data-place={place}
      aria-labelledby="tool-title"
      onClose={close}
    >
      <div className={styles['panel']}>
        <header className={styles['head']}>
          <h2 id="tool-title">{title}</h2>
          {actions}
          <button
            type="button"
            className={styles['close']}
            onClick={close}
            aria-label={t('shell.close')}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </TopDialog>
  )
}
