import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { refreshTab, useTabs } from '../tabs/store.ts'
import { AvatarMenu } from './AvatarMenu.tsx'
import styles from './Bar.module.css'
import { Breadcrumb } from './Breadcrumb.tsx'
import { toggleSidebar, useIsMobile, useSidebar } from './collapse.ts'
import { LanguageMenu } from './LanguageMenu.tsx'

/** The navigation bar: fold, breadcrumb, tools. */
export function Bar() {
  const activeId = useTabs((state) => state.activeId)
  return (
    <div className={styles['bar']}>
      <FoldButton />
      <Breadcrumb />
      <div className={styles['tools']}>
        <button
          type="button"
          className={styles['tool']}
          onClick={() => activeId && refreshTab(activeId)}
          aria-label={t('shell.refresh')}
          title={t('shell.refresh')}
        >
          <Icon name="refresh" />
        </button>
        <LanguageMenu />
        <AvatarMenu />
      </div>
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
