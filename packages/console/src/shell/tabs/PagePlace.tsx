import { Activity, useInsertionEffect, useRef } from 'react'
import { useTheme } from '../layout/theme/settings.ts'
import { PageFrame } from './PageFrame.tsx'
import styles from './PagePlace.module.css'
import type { Tab } from './tabs.ts'

interface Props {
  readonly tab: Tab
  readonly isActive: boolean
}

/** Where a page is drawn, or waits behind the one in front with its effects at rest. */
export function PagePlace({ tab, isActive }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const { showPageTransition } = useTheme()
  // Before any effect of layout: the page that comes may ask how large it is, which lays out all.
  useInsertionEffect(() => {
    if (!isActive && keepsLayout && place.current) layOut(place.current)
  }, [isActive])
  return (
    <div
      ref={place}
      className={styles['place']}
      data-fades={(isActive && showPageTransition) || undefined}
      data-away={(!isActive && keepsLayout) || undefined}
    >
      <Activity mode={isActive ? 'visible' : 'hidden'}>
        <PageFrame tab={tab} isActive={isActive} />
      </Activity>
    </div>
  )
}

/** The styles hide a page that is away in a way for which the browser keeps its layout. */
const keepsLayout = globalThis.CSS?.supports?.('content-visibility', 'hidden') ?? false

/**
 * React hides what an Activity holds with `display: none`, for which the browser forgets its layout:
 * the way back then takes that of a whole page. It is taken back before the browser looks.
 */
function layOut(place: HTMLElement): void {
  for (const part of place.children)
    if (part instanceof HTMLElement) part.style.removeProperty('display')
}
