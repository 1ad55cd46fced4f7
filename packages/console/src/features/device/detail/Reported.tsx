import { t } from '../../../platform/texts.ts'
import { RelativeTime } from '../facts/RelativeTime.tsx'
import classes from './detail.module.css'
import { Phrase } from '../../../kit/page/Phrase.tsx'

/** When the terminal reported something. */
export function Reported({ at }: { readonly at: string }) {
  return (
    <span className={classes.quiet}>
      <Phrase text={t('device.reported')} parts={{ time: <RelativeTime at={at} /> }} />
    </span>
  )
}
