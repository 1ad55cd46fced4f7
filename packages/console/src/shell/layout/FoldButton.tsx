import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Bar.module.css'
import { toggleSidebar, useIsMobile, useSidebar } from './collapse.ts'

/** Folds and unfolds the sidebar; on mobile it opens the drawer. */
export function FoldButton() {
  const isMobile = useIsMobile()
  const { collapsed, drawer } = useSidebar()
  const isOpen = isMobile ? drawer : !collapsed
  const name = t(isMobile ? 'shell.menu.open' : isOpen ? 'shell.menu.fold' : 'shell.menu.unfold')
  return (
    <button
      type="button"
      className={styles['tool']}
      onClick={toggleSidebar}
      aria-expanded={isOpen}
      aria-label={name}
      title={name}
    >
      <span className={styles['turns']}>
        <Icon name={isMobile ? 'menu' : isOpen ? 'fold' : 'unfold'} />
      </span>
    </button>
  )
}
