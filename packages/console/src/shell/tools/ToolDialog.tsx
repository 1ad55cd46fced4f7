import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../platform/texts.ts'
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
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
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
    </dialog>
  )
}

/** Opens a native dialog over the page as soon as it is drawn; a click beside it closes it. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // React does not know the attribute yet.
    dialog.current?.setAttribute('closedby', 'any')
    dialog.current?.showModal()
  }, [])
  return dialog
}
