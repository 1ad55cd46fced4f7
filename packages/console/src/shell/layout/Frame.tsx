import { Activity, type ReactNode, useRef } from 'react'
import { t } from '../../platform/texts.ts'
import { PageHost } from '../tabs/PageHost.tsx'
import { useTheme } from './theme/settings.ts'
import { BackToTop } from './BackToTop.tsx'
import { useIsMobile } from './collapse.ts'
import styles from './Frame.module.css'
import { layoutFor, useLayout } from './layouts.ts'
import { ProgressBar } from './ProgressBar.tsx'
import { usePageTitle } from './usePageTitle.ts'
import { useScrollPlace } from './useScrollPlace.ts'

/**
 * The page with the layout in force around it. The page stays mounted when the layout changes, and
 * hidden while something else (`children`) stands in its place.
 */
export function Frame({ children }: { readonly children?: ReactNode }) {
  const { layout, fixedHeader, showProgressBar, showTabs } = useTheme()
  const shown = useLayout(layoutFor(layout, useIsMobile()))
  const frame = useRef<HTMLDivElement>(null)
  const isDown = useScrollPlace(frame)
  usePageTitle()
  return (
    <div
      ref={frame}
      className={styles['frame']}
      data-layout={shown?.name}
      data-fixed-header={fixedHeader}
      data-tabs={showTabs}
    >
      <a className={styles['skip']} href="#content" onClick={skipToContent}>
        {t('shell.skip')}
      </a>
      {showProgressBar && <ProgressBar />}
      {shown && <shown.Layout />}
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
        <Activity mode={children ? 'hidden' : 'visible'}>
          <PageHost />
        </Activity>
        {isDown && !children && <BackToTop />}
      </main>
    </div>
  )
}

/** The address holds the console's route, so the link may not change it. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
