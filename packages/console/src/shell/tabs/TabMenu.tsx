import type { TextKey } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { closeTabs, refreshTab, stepTab, useTabs } from './store.ts'
import { beside, type CloseScope, toClose } from './tabs.ts'
import styles from './TabsBar.module.css'

/** Where the menu was opened, and for which tab. */
export interface TabMenuPlace {
  readonly tabId: string
  readonly x: number
  readonly y: number
}

const closings: readonly (readonly [CloseScope, TextKey])[] = [
  ['this', 'shell.tabs.close'],
  ['left', 'shell.tabs.left'],
  ['right', 'shell.tabs.right'],
  ['others', 'shell.tabs.others'],
  ['all', 'shell.tabs.all'],
]

const steps: readonly (readonly [1 | -1, TextKey])[] = [
  [-1, 'shell.tabs.moveBack'],
  [1, 'shell.tabs.moveOn'],
]

interface Props {
  readonly place: TabMenuPlace | null
  readonly onPlace: (place: TabMenuPlace | null) => void
}

/** What can be done with a tab: by right-click on it, or by the button for the one in front. */
export function TabMenu({ place, onPlace }: Props) {
  const activeId = useTabs((state) => state.activeId)
  const openBelow = (button: HTMLElement) => {
    const { left, bottom } = button.getBoundingClientRect()
    if (activeId) onPlace({ tabId: activeId, x: left, y: bottom })
  }
  return (
    <>
      <button
        type="button"
        className={styles['more']}
        aria-label={t('shell.tabs.more')}
        title={t('shell.tabs.more')}
        aria-haspopup="menu"
        onClick={(event) => openBelow(event.currentTarget)}
      >
        <Icon name="down" size={16} />
      </button>
      <Menu
        key={place ? `${place.x},${place.y}` : ''}
        opened={place !== null}
        onClose={() => onPlace(null)}
        position="bottom-start"
        returnFocus
      >
        <Menu.Target>
          <span
            className={styles['anchor']}
            style={{ left: place?.x ?? 0, top: place?.y ?? 0 }}
            aria-hidden="true"
          />
        </Menu.Target>
        <Menu.Dropdown>{place && <Items tabId={place.tabId} />}</Menu.Dropdown>
      </Menu>
    </>
  )
}

function Items({ tabId }: { readonly tabId: string }) {
  const tabs = useTabs((state) => state.tabs)
  return (
    <>
      <Menu.Item onClick={() => void refreshTab(tabId)}>{t('shell.tabs.refresh')}</Menu.Item>
      {closings.map(([scope, text]) => (
        <Menu.Item
          key={scope}
          disabled={toClose(tabs, tabId, scope).length === 0}
          onClick={() => void closeTabs(tabId, scope)}
        >
          {t(text)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {steps.map(([step, text]) => (
        <Menu.Item
          key={step}
          disabled={!beside(tabs, tabId, step)}
          onClick={() => stepTab(tabId, step)}
        >
          {t(text)}
        </Menu.Item>
      ))}
    </>
  )
}
