import { useEffect, useRef } from 'react'
import { t } from '../../platform/texts.ts'
import { closeDrawer } from './collapse.ts'
import { Sidebar } from './Sidebar.tsx'
import styles from './SidebarDrawer.module.css'
import { useMenuPlace } from './useMenuPlace.ts'

/** The sidebar over the page, on mobile. The browser's own dialog keeps the focus inside and closes on Escape. */
export function SidebarDrawer() {
  const { entries, marked } = useMenuPlace()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['drawer']}
      aria-label={t('shell.sidebar')}
      onClose={closeDrawer}
    >
      <Sidebar entries={entries} marked={marked} isFolded={false} />
      <button
        type="button"
        className={styles['mask']}
        onClick={closeDrawer}
        aria-label={t('shell.close')}
      />
    </dialog>
  )
}
