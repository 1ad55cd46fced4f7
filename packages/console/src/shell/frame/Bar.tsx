import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Bar.module.css'
import { Breadcrumb } from './Breadcrumb.tsx'
import { toggleSidebar, useIsMobile, useSidebar } from './collapse.ts'
import { Tools } from './Tools.tsx'

/** The navigation bar: fold, breadcrumb, tools. */
export function Bar() {
  return (
    <div className={styles['bar']}>
      <FoldButton />
      <Breadcrumb />
      <Tools />
    </div>
  )
}

function FoldButton() {
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
