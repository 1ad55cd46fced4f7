import { t } from '../../platform/texts.ts'
import { TopDialog } from '../../ui/TopDialog.tsx'
import { closeDrawer } from './collapse.ts'
import { Sidebar } from './Sidebar.tsx'
import styles from './SidebarDrawer.module.css'
import { useMenuPlace } from './useMenuPlace.ts'

/** The sidebar over the page, on mobile. */
export function SidebarDrawer() {
  const { entries, marked } = useMenuPlace()
  return (
    <TopDialog className={styles['drawer']} aria-label={t('shell.sidebar')} onClose={closeDrawer}>
      <Sidebar entries={entries} marked={marked} isFolded={false} />
      <button
        type="button"
        className={styles['mask']}
        onClick={closeDrawer}
        aria-label={t('shell.close')}
      />
    </TopDialog>
  )
}
