import { t } from '../../platform/texts.ts'
import { useConnectivity } from '../../platform/connectivity.ts'
import { useMask } from '../../platform/transport.ts'
import styles from './ConnectivityBanner.module.css'

/** Says that the server is away for as long as it is; what is on screen may be old. */
export function ConnectivityBanner() {
  const isDown = useConnectivity((state) => state.isDown)
  return (
    <div role="status" className={styles['place']}>
      {isDown && <p className={styles['banner']}>{t('tools.away')}</p>}
    </div>
  )
}

/** Covers the page while an edit is under way that nothing may cross. */
export function LoadingMask() {
  const isShown = useMask((state) => state.pending > 0)
  if (!isShown) return null
  return (
    <div className={styles['mask']} role="alert" aria-busy="true">
      <span className={styles['turning']} aria-hidden="true" />
      {t('shell.loading')}
    </div>
  )
}
