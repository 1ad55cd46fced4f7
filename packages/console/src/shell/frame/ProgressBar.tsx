import { useTabs } from '../tabs/store.ts'
import styles from './ProgressBar.module.css'

/** Runs along the top when a page is opened or refreshed; it ends after 200 ms. */
export function ProgressBar() {
  const shown = useTabs(({ tabs, activeId }) => {
    const tab = tabs.find(({ id }) => id === activeId)
    return tab ? `${tab.id}#${tab.revision}` : ''
  })
  return <div key={shown} className={styles['bar']} aria-hidden="true" />
}
