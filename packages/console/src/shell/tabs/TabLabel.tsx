import type { KeyboardEvent, MouseEvent } from 'react'
import { nameText, t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { findRoute } from '../menu/routes.ts'
import { useRoutes } from '../navigation.ts'
import { closeTabs, openTab, useTabs } from './store.ts'
import { isClosable, type Tab } from './tabs.ts'
import styles from './TabsBar.module.css'

interface Props {
  readonly tab: Tab
  readonly isActive: boolean
  readonly onMenu: (x: number, y: number) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void
}

/** One tab. Its cross is for the mouse only: keys use Delete, as the tablist pattern says. */
export function TabLabel({ tab, isActive, onMenu, onKey }: Props) {
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
      aria-selected={isActive}
      aria-controls={tab.alive ? `panel-${tab.id}` : undefined}
      onClick={() => openTab(tab)}
      onKeyDown={onKey}
      onAuxClick={(event) => event.button === 1 && closeThis(event)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(event.clientX, event.clientY)
      }}
    >
      {tab.dirty && <span className={styles['dot']}>{t('shell.tabs.unsaved')}</span>}
      <bdi className={styles['name']}>{name}</bdi>
      {mayClose && (
        <span className={styles['cross']} aria-hidden="true" onClick={closeThis}>
          <Icon name="close" size={14} />
        </span>
      )}
    </div>
  )
}
