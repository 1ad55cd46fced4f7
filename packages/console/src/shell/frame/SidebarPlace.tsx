import { useEffect, useRef } from 'react'
import { t } from '../../platform/texts.ts'
import { closeDrawer, useIsMobile, useSidebar } from './collapse.ts'
import { Sidebar } from './Sidebar.tsx'
import styles from './SidebarPlace.module.css'

/** The sidebar beside the page; on mobile a drawer over a mask. */
export function SidebarPlace() {
  const isMobile = useIsMobile()
  const { collapsed, drawer } = useSidebar()
  if (!isMobile) return <Sidebar isFolded={collapsed} />
  return drawer ? <MenuDrawer /> : null
}

/** The browser's own dialog: it keeps the focus inside and closes on Escape. */
function MenuDrawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['drawer']}
      aria-label={t('shell.sidebar')}
      onClose={closeDrawer}
    >
      <Sidebar isFolded={false} />
      <button
        type="button"
        className={styles['mask']}
        onClick={closeDrawer}
        aria-label={t('shell.close')}
      />
    </dialog>
  )
}
