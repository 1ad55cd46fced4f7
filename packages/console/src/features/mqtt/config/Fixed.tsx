import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import classes from './mqttConfig.module.css'

/** What the broker in use decides by itself, each with its reason. */
export function Fixed({ reasons }: { readonly reasons: readonly TextKey[] }) {
  return (
    <section className={classes.fixed} aria-label={t('mqttConfig.fixed')}>
      <h3>{t('mqttConfig.fixed')}</h3>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{t(reason)}</li>
        ))}
      </ul>
    </section>
  )
}
