import { Activity } from 'react'
import { Splash } from '../layout/Splash.tsx'
import { PageFrame } from './PageFrame.tsx'
import { useTabs } from './store.ts'

/** The live pages: one is shown, the others wait as they were left. */
export function PageHost() {
  const { tabs, activeId } = useTabs()
  if (activeId === null) return <Splash />
  return tabs
    .filter((tab) => tab.alive && (tab.keeps || tab.dirty || tab.id === activeId))
    .map((tab) => (
      <Activity key={`${tab.id}#${tab.revision}`} mode={tab.id === activeId ? 'visible' : 'hidden'}>
        <PageFrame tab={tab} isActive={tab.id === activeId} />
      </Activity>
    ))
}
