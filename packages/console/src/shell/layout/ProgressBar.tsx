import { useEffect, useRef } from 'react'
import { useTabs } from '../tabs/store.ts'
import { showArrival, showReload, speed, useProgress } from './progress.ts'
import styles from './ProgressBar.module.css'

/** Runs along the top while a page is on its way or loaded anew. */
export function ProgressBar() {
  useFollowedPages()
  const done = useProgress((state) => state.done)
  if (done === null) return null
  return (
    <div
      className={styles['bar']}
      style={{ '--done': `${done * 100}%`, '--speed': `${speed}ms` }}
      data-full={done === 1}
      aria-hidden="true"
    />
  )
}

/** Another page in front is an arrival; another revision of the same page is a reload. */
function useFollowedPages(): void {
  const activeId = useTabs((state) => state.activeId)
  const revision = useTabs(({ tabs }) => tabs.find(({ id }) => id === activeId)?.revision)
  const before = useRef<{ id: string | null; revision: number | undefined }>(null)
  useEffect(() => {
    if (activeId === null) return
    const last = before.current
    before.current = { id: activeId, revision }
    if (last?.id === activeId && last.revision !== revision) showReload()
    else if (last?.id !== activeId) showArrival()
  }, [activeId, revision])
}
