import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTabs } from '../tabs/store.ts'
import styles from './BackToTop.module.css'
import { scrollerOf } from './useScrollPlace.ts'

/** Takes a long page back to its beginning. */
export function BackToTop() {
  return (
    <button
      type="button"
      className={styles['up']}
      onClick={backToTop}
      aria-label={t('frame.top')}
      title={t('frame.top')}
    >
      <Icon name="up" />
    </button>
  )
}

function backToTop(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollerOf(useTabs.getState().activeId)?.scrollTo({
    top: 0,
    behavior: isCalm ? 'instant' : 'smooth',
  })
}
