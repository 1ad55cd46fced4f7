import { Splash } from '../layout/Splash.tsx'
import { PagePlace } from './PagePlace.tsx'
import { useTabs } from './store.ts'

/** The live pages: one is shown, the others wait as they were left. */
export function PageHost() {
  const { tabs, activeId } = useTabs()
  if (activeId === null) return <Splash />
  return tabs
    .filter((tab) => tab.alive && (tab.keeps || tab.dirty || tab.id === activeId))
    .map((tab) => (
      <PagePlace key={`${tab.id}#${tab.revision}`} tab={tab} isActive={tab.id === activeId} />
    ))
}
