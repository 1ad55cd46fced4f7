import type { KeyboardEvent, MouseEvent } from 'react'
import { nameText, t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import { findRoute } from '../menu/routes.ts'
import { useRoutes } from '../menu/navigation.ts'
import { closeTabs, openTab, useTabs } from './store.ts'
import { startDrag } from './tabDrag.ts'
import { isClosable, type Tab } from './tabs.ts'
import styles from './TabsBar.module.css'

interface Props {
  readonly tab: Tab
  /** Whether the keyboard comes to this one of all tabs. */
  readonly isActive: boolean
  /** Whether its page is what is seen. */
  readonly isSeen: boolean
  readonly showsIcon: boolean
  readonly onMenu: (x: number, y: number) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void
}

/** One tab. Its cross is for the mouse only: keys use Delete, as the tablist pattern says. */
export function TabLabel({ tab, isActive, isSeen, showsIcon, onMenu, onKey }: Props) {
  const found = findRoute(useRoutes(), tab.path)
  const mayClose = useTabs(({ tabs }) => isClosable(tabs, tab))
  const name = tab.title ?? nameText(found?.route.item.menuName ?? tab.path)
  const closeThis = (event: MouseEvent) => {
    event.stopPropagation()
    void closeTabs(tab.id, 'this')
  }
  return (
    <div
      id={`tab-${tab.id}`}
      className={styles['tab']}
      role="tab"
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSeen}
      aria-controls={tab.alive ? `panel-${tab.id}` : undefined}
      onClick={() => openTab(tab)}
      aria-keyshortcuts="Delete Control+Shift+ArrowLeft Control+Shift+ArrowRight"
      onKeyDown={onKey}
      onPointerDown={startDrag}
      onMouseDown={keepMiddleButton}
      onAuxClick={(event) => event.button === 1 && closeThis(event)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(event.clientX, event.clientY)
      }}
    >
      {tab.dirty && <span className={styles['dot']}>{t('shell.tabs.unsaved')}</span>}
      {showsIcon && found?.route.item.menuIcon && <MenuIcon name={found.route.item.menuIcon} />}
      <bdi className={styles['name']}>{name}</bdi>
      {mayClose && (
        <span className={styles['cross']} aria-hidden="true" onClick={closeThis}>
          <Icon name="close" size={14} />
        </span>
      )}
    </div>
  )
}

/** The browser's own scrolling by the middle button would swallow the click that closes. */
function keepMiddleButton(event: MouseEvent): void {
  if (event.button === 1) event.preventDefault()
}
