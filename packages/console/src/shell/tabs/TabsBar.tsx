import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { closeTabs, openTab, useTabs } from './store.ts'
import { TabLabel } from './TabLabel.tsx'
import { TabMenu, type TabMenuPlace } from './TabMenu.tsx'
import type { Tab } from './tabs.ts'
import styles from './TabsBar.module.css'

/** The visited pages. Arrows, Home and End move, Delete and the middle button close. */
export function TabsBar() {
  const { tabs, activeId } = useTabs()
  const [menu, setMenu] = useState<TabMenuPlace | null>(null)
  const list = useActiveInView(activeId)
  return (
    <div className={styles['bar']}>
      <div ref={list} className={styles['list']} role="tablist" aria-label={t('shell.tabs')}>
        {tabs.map((tab) => (
          <TabLabel
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            onMenu={(x, y) => setMenu({ tabId: tab.id, x, y })}
            onKey={(event) => moveByKey(event, tab, tabs)}
          />
        ))}
      </div>
      <TabMenu place={menu} onPlace={setMenu} />
    </div>
  )
}

function useActiveInView(activeId: string | null) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeId === null) return
    const tab = list.current?.querySelector('[aria-selected=true]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId])
  return list
}

/** The tablist pattern: focus and page move together; in right-to-left the arrows are mirrored. */
function moveByKey(event: KeyboardEvent<HTMLElement>, tab: Tab, tabs: readonly Tab[]): void {
  if (event.key === 'Delete') void closeTabs(tab.id, 'this')
  const next = { ...steps(tabs.indexOf(tab), tabs.length) }[event.key]
  const target = next === undefined ? undefined : tabs[next]
  if (!target) return
  event.preventDefault()
  document.getElementById(`tab-${target.id}`)?.focus()
  openTab(target)
}

function steps(at: number, count: number): Readonly<Record<string, number>> {
  const [before, after] = [(at - 1 + count) % count, (at + 1) % count]
  const isMirrored = document.documentElement.dir === 'rtl'
  return {
    ' ': at,
    Enter: at,
    Home: 0,
    End: count - 1,
    ArrowLeft: isMirrored ? after : before,
    ArrowRight: isMirrored ? before : after,
  }
}
