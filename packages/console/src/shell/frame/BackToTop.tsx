import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './BackToTop.module.css'
import { scrollerInFront } from './useScrollPlace.ts'

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
  scrollerInFront()?.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
}
