import { QueryClientContext } from '@tanstack/react-query'
import { createElement, Suspense, useEffect, useState } from 'react'
import { screenOf } from '../../features/index.ts'
import type { Screen } from '../../features/screen.ts'
import { type Page, PageContext } from '../../kit/page/page.ts'
import { type Holders, takeWord, type Word } from '../../kit/page/holders.ts'
import { queriesReadSince } from '../../kit/page/pageQueries.ts'
import { queries } from '../../kit/queries.ts'
import { useCode } from '../../platform/code.ts'
import { copyrightLine } from '../session/site.ts'
import { findRoute } from '../menu/routes.ts'
import { useRoutes } from '../menu/navigation.ts'
import { useTheme } from '../layout/theme/settings.ts'
import { AwaitedPage } from '../layout/AwaitedPage.tsx'
import { firstPageDrawn } from './firstPage.ts'
import { letGo } from './keptAnswers.ts'
import { PageFault } from './PageFault.tsx'
import styles from './PageFrame.module.css'
import { describeTab, setTabQuery, useTabs } from './store.ts'
import type { Tab } from './tabs.ts'
import { useKeptScroll } from './useKeptScroll.ts'

interface Props {
  readonly tab: Tab
  readonly isActive: boolean
}

/** One page: its own address, scroll position, faults and waiting. */
export function PageFrame({ tab, isActive }: Props) {
  const scroller = useKeptScroll()
  const [answers] = useState(() => (tab.revision > 0 ? queriesReadSince(Date.now()) : queries))
  const [holders] = useState<Holders>(() => new Map())
  const { showTabs } = useTheme()
  const isListed = showTabs && !tab.unlisted
  useMarkAgain(tab.id, holders)
  // Its own parts look at what they have read by now: effects of what is within come first.
  useEffect(() => letGo(tab.id), [tab.id])
  const found = findRoute(useRoutes(), tab.path)
  const screen = found && screenOf(found.route.item.frontComponent)
  if (!found || !screen) return null
  const page: Page = {
    route: found.route.item,
    params: found.params,
    query: tab.query,
    active: isActive,
    setQuery: (query) => setTabQuery(tab.id, query),
    setTitle: (title) => describeTab(tab.id, { title }),
    setDirty: (dirty, holder = '', isKept = false) =>
      sayDirty(tab.id, holders, { dirty, holder, isKept }),
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      <section
        id={`panel-${tab.id}`}
        data-path={tab.path}
        className={styles['page']}
        data-bare={found.route.item.frontName === 'Dashboard' || undefined}
        {...(isListed && { role: 'tabpanel', 'aria-labelledby': `tab-${tab.id}` })}
      >
        <PageFault tabId={tab.id}>
          <Suspense fallback={<AwaitedPage />}>
            <QueryClientContext value={answers}>
              <PageContext value={page}>
                <Shown key={found.route.item.frontComponent} screen={screen} />
              </PageContext>
            </QueryClientContext>
          </Suspense>
        </PageFault>
      </section>
      <footer className={styles['foot']}>{copyrightLine()}</footer>
    </div>
  )
}

function Shown({ screen }: { readonly screen: Screen }) {
  const component = useCode(screen)
  if (!component) return <AwaitedPage />
  return (
    <>
      {createElement(component)}
      <Drawn />
    </>
  )
}

/** Stands beside a page: it is there when the page is. */
function Drawn() {
  useEffect(firstPageDrawn, [])
  return null
}

/** A form that is put behind another page takes its word back, but its input is still there. */
function sayDirty(id: string, holders: Holders, word: Word): void {
  const told = takeWord(holders, word)
  if (word.dirty || useTabs.getState().activeId === id) describeTab(id, told)
}

/** Who holds input says so again when its page comes back: where nobody does, it was saved meanwhile. */
function useMarkAgain(id: string, holders: ReadonlyMap<string, boolean>): void {
  useEffect(() => {
    const isMarked = useTabs.getState().tabs.some((tab) => tab.id === id && tab.dirty)
    if (isMarked && holders.size === 0) describeTab(id, { dirty: false })
  }, [id, holders])
}
