import { Suspense, useEffect, useRef } from 'react'
import { screenOf } from '../../features/index.ts'
import { type Page, PageContext } from '../../kit/page.ts'
import { copyrightLine } from '../site.ts'
import { findRoute } from '../menu/routes.ts'
import { useRoutes } from '../navigation.ts'
import { Splash } from '../Splash.tsx'
import { PageFault } from './PageFault.tsx'
import styles from './PageFrame.module.css'
import { describeTab, setTabQuery } from './store.ts'
import type { Tab } from './tabs.ts'

interface Props {
  readonly tab: Tab
  readonly isActive: boolean
}

/** One page: its own address, scroll position, faults and waiting. */
export function PageFrame({ tab, isActive }: Props) {
  const scroller = useKeptScroll()
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
    setDirty: (dirty) => describeTab(tab.id, { dirty }),
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      <section
        id={`panel-${tab.id}`}
        className={styles['page']}
        role="tabpanel"
        aria-labelledby={`tab-${tab.id}`}
      >
        <PageFault tabId={tab.id}>
          <Suspense fallback={<Splash />}>
            <PageContext value={page}>
              <screen.Component />
            </PageContext>
          </Suspense>
        </PageFault>
      </section>
      <footer className={styles['foot']}>{copyrightLine()}</footer>
    </div>
  )
}

/** Some browsers forget the scroll position of what is not displayed. */
function useKeptScroll() {
  const scroller = useRef<HTMLDivElement>(null)
  const kept = useRef(0)
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    element.scrollTop = kept.current
    const keep = () => {
      kept.current = element.scrollTop
    }
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [])
  return scroller
}
