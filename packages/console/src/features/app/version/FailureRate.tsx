import { type Apk, appLog } from '@muster/contract'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { addressText } from '../../../platform/address.ts'
import { formatNumber, formatPercent, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from '../app.module.css'

type Ended = Pick<Apk, 'appId' | 'versionCode' | 'versionName' | 'succeeded7d' | 'failed7d'>

/** How many deliveries of a version failed within the last days; leads to those that did. */
export function FailureRate({ apk }: { readonly apk: Ended }) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'APK_LOG'))
  const mayLook = useCan(appLog.page.permission)
  const { appId, versionCode, versionName, succeeded7d, failed7d } = apk
  const ended = succeeded7d + failed7d
  if (ended === 0) return nothing
  const said = (
    <>
      {formatPercent(failed7d / ended)}{' '}
      <small>
        {t('apk.failedOf', { failed: formatNumber(failed7d), ended: formatNumber(ended) })}
      </small>
    </>
  )
  if (failed7d === 0 || path === null || !mayLook) return said
  const query = { appId, version: String(versionCode), kind: 'INSTALL_FAILED' }
  return (
    <a
      className={classes.link}
      href={`#${addressText({ path, query })}`}
      title={t('apk.failedShow', { version: versionName })}
    >
      {said}
    </a>
  )
}
