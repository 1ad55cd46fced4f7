import { useEffect, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { useAddress } from '../../platform/address.ts'
import { fixedPaths } from '../session/guard.ts'
import { useTheme } from '../layout/theme/settings.ts'
import { useTabs } from './store.ts'
import { TabLabel } from './TabLabel.tsx'
import { onTabKey } from './tabKeys.ts'
import { TabMenu, type TabMenuPlace } from './TabMenu.tsx'
import { listed } from './tabs.ts'
import styles from './TabsBar.module.css'

/** The visited pages. Arrows, Home and End move, Delete and the middle button close, a drag sorts. */
export function TabsBar() {
  const { tabs, activeId } = useTabs()
  // 403 and 404 stand in the place of the page in front: it is not what is seen.
  const isSeen = !fixedPaths.includes(useAddress().path)
  const { tabsBarStyle, showTabsIcon } = useTheme()
  const [menu, setMenu] = useState<TabMenuPlace | null>(null)
  const [movedId, setMovedId] = useState<string | null>(null)
  const list = useActiveInView(activeId)
  const bar = listed(tabs)
  const moved = bar.findIndex((tab) => tab.id === movedId)
  return (
    <div className={styles['bar']} data-style={tabsBarStyle}>
      <div ref={list} className={styles['list']} role="tablist" aria-label={t('shell.tabs')}>
        {bar.map((tab) => (
          <TabLabel
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            isSeen={isSeen && tab.id === activeId}
            showsIcon={showTabsIcon}
            onMenu={(x, y) => setMenu({ tabId: tab.id, x, y })}
            onKey={(event) => onTabKey(event, tab, bar) && setMovedId(tab.id)}
          />
        ))}
      </div>
      <span className={styles['said']} role="status">
        {moved >= 0 && t('shell.tabs.moved', { place: moved + 1, count: bar.length })}
      </span>
      <TabMenu place={menu} onPlace={setMenu} />
    </div>
  )
}

function useActiveInView(activeId: string | null) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId === null) return undefined
    // With the next frame: until then the page changes more, and each look at a place lays it out.
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector('[aria-selected=true]')
      tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [activeId])
  return list
}
