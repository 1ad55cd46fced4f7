import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../kit/texts.ts'
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
      <div
        ref={list}
        className={styles['list']}
        role="tablist"
        aria-label={t('shell.tabs')}
        onKeyDown={(event) => moveByKey(event, tabs)}
      >
        {tabs.map((tab) => (
          <TabLabel
            key={tab.id}
            tab={tab}
            isActive={tab.id === activeId}
            onMenu={(x, y) => setMenu({ tabId: tab.id, x, y })}
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
function moveByKey(event: KeyboardEvent<HTMLElement>, tabs: readonly Tab[]): void {
  const labels = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = labels.findIndex((label) => label === document.activeElement)
  const current = tabs[at]
  if (!current) return
  if (event.key === 'Delete') {
    void closeTabs(current.id, 'this')
    return
  }
  const next = { ...steps(at, tabs.length) }[event.key]
  const tab = next === undefined ? undefined : tabs[next]
  if (next === undefined || !tab) return
  event.preventDefault()
  labels[next]?.focus()
  openTab(tab)
}

function steps(at: number, count: number): Readonly<Record<string, number>> {
  const [before, after] = [(at - 1 + count) % count, (at + 1) % count]
  const isMirrored = document.documentElement.dir === 'rtl'
  return {
    Home: 0,
    End: count - 1,
    ArrowLeft: isMirrored ? after : before,
    ArrowRight: isMirrored ? before : after,
  }
}
