import { Activity } from 'react'
import { useTheme } from '../layout/theme/settings.ts'
import { PageFrame } from './PageFrame.tsx'
import styles from './PagePlace.module.css'
import type { Tab } from './tabs.ts'

interface Props {
  readonly tab: Tab
  readonly isActive: boolean
}

/**
 * Where a page is drawn, or waits behind the one in front with its effects at rest. React hides what an
 * Activity holds with `display: none`, for which the browser would forget its layout; below a place
 * that is away it does not look at it, and finds the page as it was on the way back.
 */
export function PagePlace({ tab, isActive }: Props) {
  const { showPageTransition } = useTheme()
  return (
    <div
      className={styles['place']}
      data-fades={(isActive && showPageTransition) || undefined}
      data-away={!isActive || undefined}
    >
      <Activity mode={isActive ? 'visible' : 'hidden'}>
        <PageFrame tab={tab} isActive={isActive} />
      </Activity>
    </div>
  )
}
