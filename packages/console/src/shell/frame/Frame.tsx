import { t } from '../../platform/texts.ts'
import { PageHost } from '../tabs/PageHost.tsx'
import { TabsBar } from '../tabs/TabsBar.tsx'
import { Bar } from './Bar.tsx'
import styles from './Frame.module.css'
import { ProgressBar } from './ProgressBar.tsx'
import { SidebarPlace } from './SidebarPlace.tsx'

/** The vertical layout: sidebar; navigation bar, tabs bar, page. */
export function Frame() {
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content" onClick={skipToContent}>
        {t('shell.skip')}
      </a>
      <ProgressBar />
      <SidebarPlace />
      <div className={styles['column']}>
        <header>
          <Bar />
          <TabsBar />
        </header>
        <main id="content" className={styles['main']} tabIndex={-1}>
          <PageHost />
        </main>
      </div>
    </div>
  )
}

/** The address holds the console's route, so the link may not change it. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
